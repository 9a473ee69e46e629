"""Writing: facts in, sentences out."""

from .frames import frames
from .samples import answered
from .structure import fact

REQUESTS = frames("""
Write [a short text|some sentences|a few sentences] about {a noun}.\\n{lines}
Describe this {noun}.\\n{lines}
Turn these facts into sentences.\\n{lines}
{lines}\\n\\nWrite this in sentences.
Write about {a noun} with these facts: {equations}.
Make a text of this: {equations}
Tell me about the {noun}. {equations}
[Put|Write] these facts into a text:\\n{lines}
""")


def description(passages, dice):
    """A text that tells all facts, in their order."""
    domain = passages.domain(dice)
    record = passages.record(domain, dice)
    others = [n for n in domain.fields if n != domain.subject]
    names = [domain.subject] + dice.sample(others, min(len(others), dice.randint(1, 3)))
    text, told = passages.passage(record, names, dice, ordered=True)
    # What the first sentence tells besides has to be among the facts.
    names += [name for name in told if name not in names]
    facts = [fact(domain.fields[n], record.values[n], dice) for n in names]
    prompt = dice.say(REQUESTS, {"noun": domain.noun, "lines": "\n".join(f"- {name}: {text}" for name, text in facts),
                                 "equations": ", ".join(f"{name} {text}" for name, text in facts)}).replace("\\n", "\n")
    wanted = [record.values[n].text for n in names if record.values[n].text]
    return answered("describe", prompt, text, check={"kind": "contains", "words": wanted, "gold": text,
                                                     "known": not domain.held})
