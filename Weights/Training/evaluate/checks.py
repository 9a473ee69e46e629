"""Checks: what counts as a sensible answer to one turn.

A check is an object with a `kind`:

    any       one of `any` is in the answer, as whole words
    pattern   the regular expression `pattern` is found in the answer
    number    the answer gives `number`, in digits or as a word
    declines  it says in one or two sentences that the model cannot know or do it
    list      at least `least_items` items, at most `most_items`, no item twice; of `of`, where that is given
    poem      lines of a poem: `least_lines` to `most_lines`; with `rhyme`, two lines that rhyme
    story     whole sentences, at least `least_sentences`; begins with `starts` (a pattern), where that is given
    call      one call of the tool `name` with `arguments`; then a text that has what `used` names
    no call   no call; a text, for which `text` is a check
    json      the answer follows the schema; `values` has a check for the value at a path, such as `person.age`
    either    one of the checks `checks` holds

Every kind but the last may have `least` and `most` words, `mentions` (a list of which each
element is found: a pattern), `never` (a pattern that is not found), `names` (all stand in the
answer as whole words), and `declines`: an honest refusal is as good.
"""

import json
import re

from .rhyming import rhymes
from .scores import follows

NUMBERS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen""".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
VALUES = {word: value for value, word in enumerate(NUMBERS)} | {word: 20 + 10 * at for at, word in enumerate(TENS)} | {
    f"{ten}-{one}": 20 + 10 * at + value for at, ten in enumerate(TENS) for value, one in enumerate(NUMBERS[:10]) if value}
VALUES |= {word.replace("-", " "): value for word, value in VALUES.items()} | {"a hundred": 100, "one hundred": 100}
NUMBER = re.compile(r"-?\d+(?:,\d{3})+(?!\d)|-?\d+(?:\.\d+)?|" + "|".join(
    rf"\b{word}\b" for word in sorted(VALUES, key=len, reverse=True)), re.I)

DECLINES = re.compile(r"""(?ix)
    \b(i|we)\ (really\ |just\ |simply\ |still\ |also\ |sadly\ )?
      (do\ not|don't|did\ not|didn't|have\ not|haven't|have\ never|never|cannot|can't|can\ not|could\ not|couldn't|
       am\ not|was\ not|am\ unable|have\ no|know\ no|know\ nothing|know\ too\ little|know\ only|only\ know|lack|am\ too)\b
  | \bi'm\ (not|unable|only\ an?|just\ an?|too|afraid|sorry)\b | \bi\ am\ (sorry|afraid|only\ an?|just\ an?)\b
  | \b(is|goes)\ (too\ (hard|much|difficult|big)|beyond)\b | \bnot\ something\ i\b | \bsorry\b | \bunfortunately\b
  | \bi\ wish\ i\b | \bno\ idea\b | \b(that|this|it)\ i\ (cannot|can't|do\ not)\b | \bnobody\ (ever\ )?taught\ me\b
  | \b(somebody|someone|something)\ else\b | \bmy\ (small\ )?(memory|knowledge|file)\b | \btoo\ (small|little)\b""")


def words(text):
    return re.findall(r"\w+(?:['’-]\w+)*", text)


def sentences(text):
    """Texts between the ends of sentences; lines end them, too."""
    return [part.strip() for part in re.split(r"(?<=[.!?])[\"”']?\s+|\n+", text) if part.strip()]


def has(text, phrase):
    """Whether a phrase stands in a text as whole words."""
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.I) is not None


def numbers(text):
    """The numbers of a text in their order, those in words, too."""
    found = [each.lower() for each in NUMBER.findall(text)]
    return [VALUES[each] if each in VALUES else float(each.replace(",", "")) for each in found]


def declines(text):
    """One or two sentences (a third may offer something) that say so, and no more than 45 words."""
    return bool(DECLINES.search(text)) and len(words(text)) <= 45 and len(sentences(text)) <= 4


def is_true(left, right):
    """Whether an equation such as `2 + 2` = `4` is true; `True` if it is none that can be worked out."""
    terms = re.findall(r"\d+(?:\.\d+)?|[-+*/×x÷]", left)
    if not re.fullmatch(r"\d+(?:\.\d+)?(?:[-+*/×x÷]\d+(?:\.\d+)?)+", "".join(terms)):
        return True
    total, sign, product = 0.0, 1, float(terms[0])
    for operator, term in zip(terms[1::2], map(float, terms[2::2])):
        if operator in "+-":
            total, sign, product = total + sign * product, 1 if operator == "+" else -1, term
        elif operator in "/÷":
            product = product / term if term else float("nan")
        else:
            product *= term
    return abs(total + sign * product - float(right)) < 1e-6


def equations(text):
    """The left and right sides of the equations of a text."""
    return re.findall(r"([\d.]+(?:\s*[-+*/×x÷]\s*[\d.]+)+)\s*=\s*(-?\d+(?:\.\d+)?)", text.replace(",", ""))


def gives(text, number, asked):
    """Whether a text gives a number as its result: the last one, or the only one that was not in the question.

    No equation in the text may be false.
    """
    found, known = numbers(text), set(numbers(asked))
    given = bool(found) and (found[-1] == number or {each for each in found if each not in known} == {number})
    return given and all(is_true(*each) for each in equations(text))


def listed(text):
    """The items of a list: of lines that are marked or short, or of an enumeration in a sentence."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    marked = [match[1] for line in lines if (match := re.match(r"(?:[-*•]|\d+[.)])\s*(.+)", line))]
    if len(marked) > 1:
        found = marked
    elif len(lines) > 2:
        found = [line for line in lines if not line.endswith(":")]
    else:
        inline = re.split(r"\s*\b\d+[.)]\s+", text)[1:]
        found = inline if len(inline) > 1 else re.split(r",\s*(?:and |or )?|\s+and\s+|;\s*", text.partition(":")[2] or text)
    return [re.sub(r"^(?:and|or|a|an|the)\s+", "", each.strip(" .!:;,\"'*").lower()) for each in found if each.strip(" .!")]


def value_at(value, path):
    for part in path.split(".") if path else []:
        if isinstance(value, list):
            value = value[int(part)] if part.isdigit() and int(part) < len(value) else None
        else:
            value = value.get(part) if isinstance(value, dict) else None
    return value


def fits(value, wanted):
    """A value against what is wanted: one of a list, a pattern `/…/`, a range `[low, high]` as an object, or the same."""
    if isinstance(wanted, dict):
        if "pattern" in wanted:
            return isinstance(value, str) and re.search(wanted["pattern"], value, re.I) is not None
        if "all" in wanted:
            return isinstance(value, list) and sorted(map(plain, value)) == sorted(map(plain, wanted["all"]))
        if "distinct" in wanted:
            return isinstance(value, list) and len({plain(each) for each in value}) == len(value) >= wanted["distinct"]
        return isinstance(value, (int, float)) and wanted["low"] <= value <= wanted["high"]
    if isinstance(wanted, list):
        return any(fits(value, each) for each in wanted)
    return plain(value) == plain(wanted)


def plain(value):
    """A value without what does not matter of it: capitals, an article, the last full stop; 5.0 is 5."""
    if isinstance(value, str):
        return re.sub(r"^(the|a|an) ", "", re.sub(r"\s+", " ", value).strip(" .!\"'").lower())
    return value


def miscalled(turn, check):
    """What is wrong with the calls of a turn where one is right."""
    if len(turn.calls) != 1:
        return f"{len(turn.calls)} calls"
    name, arguments = turn.calls[0]["name"], turn.calls[0]["arguments"]
    if name != check["name"]:
        return f"the tool {name}"
    for key, wanted in check["arguments"].items():
        if not fits(arguments.get(key), wanted):
            return f"{key} is {json.dumps(arguments.get(key), ensure_ascii=False)}"
    spare = [key for key in arguments if key not in check["arguments"]]
    return f"{spare[0]} was not asked for" if spare else None


def unused(turn, check):
    """What the text after a call does not have of the result."""
    missing = [each for each in check["used"] if not re.search(each, turn.text, re.I)]
    return f"the result is not used: {missing[0]}" if missing else None


def unfinished(text, check):
    """What a story lacks of whole sentences."""
    if not re.search(r"[.!?][\"”']?$", text):
        return "does not end as a sentence"
    if re.search(r"[.!?]\s+[a-z]", text):
        return "a sentence without a capital"
    if any(paragraph.count('"') % 2 for paragraph in text.split("\n")):
        return "a quotation is not closed"
    count = len(sentences(text))
    return f"{count} sentences" if count < check.get("least_sentences", 3) else None


def formed(turn, check, schema):
    """What is wrong with the form of an answer: the part of a check that its kind names."""
    text = turn.text
    match check["kind"]:
        case "any":
            return None if any(has(text, each) for each in check["any"]) else f"none of {', '.join(check['any'][:4])}"
        case "pattern":
            return None if re.search(check["pattern"], text, re.I) else f"no {check['pattern']}"
        case "number":
            return None if gives(text, check["number"], turn.said) else f"not {check['number']}"
        case "declines":
            return None if declines(text) else "does not decline"
        case "list":
            items = listed(text)
            good = [each for each in items if any(has(each, one) for one in check["of"])] if "of" in check else items
            if len(set(items)) < len(items):
                return "an item twice"
            if any(len(words(each)) > 6 for each in items) and "of" not in check:
                return "an item is too long"
            if len(good) < check["least_items"] or len(good) < len(items) - (len(items) > 2):
                return f"{len(good)} of {len(items)} items are right"
            return None if len(items) <= check.get("most_items", 30) else f"{len(items)} items"
        case "poem":
            lines = [line for line in text.split("\n") if line.strip()]
            if not check.get("least_lines", 2) <= len(lines) <= check.get("most_lines", 24):
                return f"{len(lines)} lines"
            if any(len(words(line)) > 14 for line in lines):
                return "a line is too long"
            return None if not check.get("rhyme") or rhymes(lines) else "no rhyme"
        case "story":
            if fault := unfinished(text, check):
                return fault
            return None if re.match(check.get("starts", ""), text, re.I) else "does not go on with the opening"
        case "call":
            return miscalled(turn, check) or unused(turn, check)
        case "no call":
            return f"{len(turn.calls)} calls" if turn.calls else wrong(turn, check["text"], schema)
        case "json":
            try:
                value = json.loads(text)
            except ValueError:
                return "no JSON"
            if not follows(value, schema):
                return "does not follow the schema"
            off = [path for path, wanted in check["values"].items() if not fits(value_at(value, path), wanted)]
            return f"{off[0] or 'the value'} is {json.dumps(value_at(value, off[0]))}" if off else None
    raise ValueError(f"no kind of check: {check['kind']}")


def wrong(turn, check, schema=None):
    """What is wrong with a turn by its check; `None` if it is sensible."""
    if check["kind"] == "either":
        found = [wrong(turn, each, schema) for each in check["checks"]]
        return None if None in found else "; ".join(found)
    if turn.calls and check["kind"] not in ("call", "no call"):
        return f"{len(turn.calls)} calls"
    if check.get("declines") and declines(turn.text) and not turn.calls:
        return None
    fault, text = formed(turn, check, schema), turn.text
    if fault:
        return fault
    count = len(words(text))
    if not check.get("least", 0) <= count <= check.get("most", 300):
        return f"{count} words"
    missing = [each for each in check.get("mentions", []) if not re.search(each, text, re.I)]
    missing += [name for name in check.get("names", []) if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
    if missing:
        return f"without {missing[0]}"
    never = check.get("never")
    return f"has {never}" if never and re.search(never, text, re.I) else None
