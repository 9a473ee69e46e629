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

Facts:\\n{lines}\\n\\nText:
Say this in whole sentences: {equations}.
Here is what we know about the {noun}. Please write it out.\\n{lines}
{lines}\\n\\nCan you make a little text of it?
Write up the {noun}: {equations}.
I need a few lines about {a noun} for our [paper|page|board].\\n{lines}
{equations}. Tell that in proper sentences.
How would you [tell|say] this to a friend?\\n{lines}
Notes on the {noun}: {equations}\\nWrite them out in full.
Use all of these points in a short text.\\n{lines}
From data to words, please.\\n{lines}
No list, please, but a text: {equations}
{lines}\\n\\nA description of the {noun}, please.
Compose a paragraph with {equations}.
Put this {noun} into words: {equations}.
My key points are below. Join them into sentences.\\n{lines}
Introduce the {noun} to our readers.\\n{lines}
What can you tell me, if this is given?\\n{lines}
Input: {equations}\\nOutput: a text
Let me read about the {noun}, with these facts in it.\\n{lines}
Could you report this in plain English? {equations}
For people who do not like tables, write this as a text.\\n{lines}
Explain to us what the {noun} is like. {equations}
{equations} - [turn that into a text|make sentences of that].
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
                                 "equations": ", ".join(f"{name} {text}" for name, text in facts)})
    wanted = [record.values[n].text for n in names if record.values[n].text]
    return answered("describe", prompt, text, check={"kind": "contains", "words": wanted, "gold": text,
                                                     "known": not domain.held})
