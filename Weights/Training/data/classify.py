"""Classification and tagging: a message, and labels to choose from."""

import csv
import json
import re

from . import commands, composed, schemas, vocabulary
from .frames import FOLDER, Growing, Split, enumeration, frames, lines, sides
from .samples import answered, structured

REQUESTS = frames("""
{text}
{text}
Classify this message: {text}
What is the {what} of this [text|message]? {text}
[Find|Choose|Name] the {what}.\\n\\n{text}
{text}\\n\\nWhat is the {what}?
[Text|Message|Note]: {text}\\n{What}?
Which {what} fits? {text}
[Label|Tag|Sort] this [message|text|note]: {text}
Read this: "{text}" Which {what} does it have?
Give the {what} of: {text}
{text}\\n\\nPick the right {what}.

Input: {text}\\n{What}:
How would you [label|sort] this? {text}
"{text}"\\n\\nName its {what}.
I need the {what} for this line: {text}
Under which {what} does it belong?\\n{text}
{text}\\n^ which {what}?
Put a label on the following.\\n\\n{text}
[A customer|Somebody|A user] wrote: "{text}" What {what} is that?
Decide on the {what}: {text}
Please tell me the {what} of what follows.\\n{text}
{What} of "{text}"
Help me sort my mail. What is the {what} here? {text}
Go by the meaning and say what {what} it is.\\n{text}
{text}\\n\\nAssign the {what}.
Here comes a message, and I want to know its {what}.\\n\\n{text}
Categorise: {text}
Look at these words and determine the {what}. {text}
Message:\\n{text}\\n\\nTask: give the {what}
One label, please, for this: {text}
We sort what people write. Where does this go? {text}
Can you work out the {what} from this? {text}
Into which group would you put it? {text}
{text}\\n\\nOf the possible answers, which one suits?
Mark the message below with its {what}.\\n---\\n{text}\\n---

Here is what somebody wrote: {text}\\nSay which {what} that is.
To which {what} would you put this? {text}
{text}\\n\\nThe {what}, please.
Look at this message and name the {what} that suits it: {text}
""")

# Without a schema, the labels stand in the request.
OPEN_REQUESTS = frames("""
Is this {labels}? {text}
Is the {what} of this message {labels}?\\n\\n{text}
Classify the message as {labels}: {text}
{text}\\n\\nIs this {labels}?
Choose one: {commas}.\\n\\n{text}
Which of these fits: {commas}?\\n{text}
Label the text with {labels}.\\n\\n{text}
What is the {what} of this text: {labels}?\\n{text}
Answer with {labels}. {text}

Options: {commas}\\nInput: {text}\\nAnswer:
Would you say {labels}? {text}
{text}\\n\\nMy choices are {commas}. Which one?
There are these groups: {commas}. Where does this go?\\n{text}
Sort this under {labels}.\\n\\n{text}
"{text}" - {labels}?
[Possible labels|Labels|Classes]: {commas}.\\n\\nText: {text}\\n\\nLabel:
I cannot decide between {commas} for this one: {text}
Pick one {what} from the list ({commas}) for this message.\\n{text}
Only one is right: {commas}. {text}
{text}\\n^ {labels}?
Tell me whether the {what} is {labels}.\\n{text}
For the next line, say {labels}, and nothing more.\\n{text}
Given the list {commas}, what describes this best?\\n\\n{text}
{text}\\n\\nSo, {labels}?
Which would you choose for it, {labels}? {text}
Your answer must be {labels}. Here is the text: {text}
We mark each message with {labels}. Mark this one.\\n{text}
The {what} can be {labels}. Which is it here?\\n\\n{text}
Please assign one of {commas} to [these words|this message]: {text}
Allowed: {commas}\\nThe {what} of this: {text}
Read the message and reply with {labels}.\\n---\\n{text}\\n---
{text}\\n\\nFrom {commas}, take the one that fits.
Someone sent us this: {text}\\nHow should we file it, under {labels}?

Is that {labels}, what do you think? "{text}"
{text}\\n\\nGive me one word out of {commas}.
We know {commas}. What is this: {text}
""")

SYSTEMS = frames("""
You classify messages.
You label texts.
Answer with one label.
You sort messages into groups.
You read messages and say what kind they are.
You are a helpful assistant.

Sort what users write.
Reply with the label alone.
Choose from the given labels only.
You help a mail office to sort letters.
For every message you find the one label that fits best.
Read the whole text before you decide.
You are a classifier.
Never invent a label.
You work at a help desk and mark what comes in.
No explanation, just the [label|group].
Each text belongs to exactly one group.
Think of what the writer means.
You are a tool that tells kinds of messages apart.
Your answers are short: the label and nothing more.
An assistant that tags [mails|notes|chats].
If several labels seem right, take the best one.
""")


class Labelled:
    """Messages with one label each."""

    def __init__(self, whats, type_name, labels, came_later=False, name=None):
        self.whats, self.type_name, self.labels, self.came_later, self.name = whats, type_name, labels, came_later, name

    def message(self, label, slots, dice):
        """A message with a label: a real one, or of a frame. Training's are more varied."""
        if self.name is None:
            return dice.pick(self.labels[label])
        if dice.side != "train":
            return dice.say(self.labels[label], slots)
        texts = [self.varied(label, slots, dice)]
        if dice.happens(0.1):
            texts.append(self.varied(label, slots, dice))
        elif dice.happens(0.2):
            texts = [composed.amid(texts[0], self.name, slots, dice)]
        return " ".join(texts)

    def varied(self, label, slots, dice):
        """A message that was written, that says nothing but words of its label, or that is made of parts."""
        draw, found = dice.random(), None
        if draw < 0.3:
            found = vocabulary.message(self.name, label[0], slots, dice)
        elif draw < 0.55:
            found = composed.message(self.name, label[0], slots, dice)
        return found or dice.say(self.labels[label], slots)


# How often a set is drawn, beside 1.
SHARES = {"Topic": 6, "Sentiment": 6, "Intent": 3}


def read_topics():
    """The sets of labels in topics.txt and topics-2.txt, by name, with the frames of their messages."""
    sets, messages = {}, None
    for line, came_later in lines("topics"):
        if line.startswith("## "):
            name, *rest = (part.strip() for part in line[3:].split("|"))
            if rest:
                whats, type_name = rest
                sets[name] = Labelled(whats.split(", "), type_name, {}, came_later, name)
            labels = sets[name].labels
        elif line.startswith(". "):
            messages.add(line[2:], came_later)
        elif line.strip() and not line.startswith("#"):
            messages = labels.setdefault(tuple(line.strip().split(", ")), Growing())
    for each in sets.values():
        each.labels = {names: found.split(6) for names, found in each.labels.items()}
    return sets


def intents(corpora):
    """Labels with real messages: CLINC150, banking77 and Snips; HWU64 came later, and is for training alone."""
    def spaced(name):
        name = {"get_physical_card": "card PIN"}.get(name, name)
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").replace("?", "")
        return name.lower().strip()

    clinc = json.loads((corpora / "clinc150" / "data__data_full.json").read_text())
    groups = {}
    for part in ("train", "val"):
        for text, intent in clinc[part]:
            groups.setdefault(("clinc150", spaced(intent)), []).append(text)
    with (corpora / "banking77_restaurant8k" / "banking_data__train.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            groups.setdefault(("banking77", spaced(row["category"])), []).append(row["text"].strip())
    for path in sorted((corpora / "snips_cc0").glob("*__train_*_full.json")):
        for intent, rows in json.loads(path.read_text(encoding="utf-8", errors="replace")).items():
            for row in rows:
                text = "".join(piece["text"] for piece in row["data"]).strip()
                groups.setdefault(("snips", spaced(intent)), []).append(text)
    result = {}
    for (source, name), texts in groups.items():
        texts = [t for t in texts if 8 < len(t) < 140 and t.isascii() and "\n" not in t]
        if len(texts) >= 20:
            result.setdefault(source, {})[(name,)] = Split(texts, 8)
    of_homes = {}
    names = {intent: tuple(words.split("; ")) for intent, (words, _) in commands.entries(commands.INTENTS).items()}
    for intent, text, _ in commands.commands(corpora / "hwu64"):
        of_homes.setdefault(names[intent], []).append(text)
    result["hwu64"] = {name: Split([]).grow(texts) for name, texts in of_homes.items() if len(texts) >= 20}
    return {source: Labelled(["intent", "purpose", "topic"], "Intent", labels) for source, labels in result.items()}


def draw_set(sets, dice):
    """One of the sets of this side."""
    offered = sides(list(sets.values()))[dice.side]
    return dice.choices(offered, [SHARES.get(each.type_name, 1) for each in offered])[0]


def saying(sets, real, slots, dice):
    """A sentence of any label as it stands within another one: without its end, now and then without its capital."""
    text = ""
    while not 3 < len(text) < 70 or re.search(r'["\\\n{}]| [.,!?]|[.!?:] |  ', text):
        labelled = dice.choice([*sets.values(), *real.values()])
        text = labelled.message(dice.choice(list(labelled.labels)), slots, dice).strip().rstrip(".!?")
    return text[0].lower() + text[1:] if dice.happens(0.6) and not re.match(r"I\b", text) else text


def choices(labelled, dice, gold=None):
    """A label, if need be a drawn one, and what each of those to choose from is called."""
    names = list(labelled.labels)
    gold = gold or dice.choice(names)
    others = [n for n in names if n != gold]
    chosen = [gold] + dice.sample(others, min(len(others), dice.choice([1, 2, 2, 3, 3, 4])))
    dice.shuffle(chosen)
    return gold, {n: n[0] if dice.happens(0.7) else dice.choice(n) for n in chosen}


def classification(sets, real, slots, dice):
    """A message and its label."""
    source = "generator"
    if dice.happens(0.4):
        source = dice.choice(["clinc150", "clinc150", "clinc150", "banking77", "snips"] + ["hwu64"] * (dice.side == "train"))
        labelled = real[source]
    else:
        labelled = draw_set(sets, dice)
    gold, called = choices(labelled, dice)
    return asked("classify", labelled, called, gold, labelled.message(gold, slots, dice), source, dice)


def of_another_hand(sets, dice):
    """The messages of topics-held.txt, each once: written by one who had not seen any other message that stands here."""
    for line in (FOLDER / "topics-held.txt").read_text().splitlines():
        if line.startswith("## "):
            labelled = sets[line[3:]]
        elif line.startswith(". "):
            _, called = choices(labelled, dice, gold)
            yield asked("classify_other", labelled, called, gold, line[2:], "generator", dice)
        elif line and not line.startswith("#"):
            gold = next(names for names in labelled.labels if names[0] == line)


def asked(task, labelled, called, gold, text, source, dice):
    """The sample of a message and its label."""
    labels, name = list(called.values()), called[gold]
    what = dice.choice(labelled.whats)
    system = dice.say(SYSTEMS) if dice.happens(0.15) else None
    fill = {"text": text, "what": what, "What": what.capitalize(), "labels": enumeration(labels, "or"),
            "commas": ", ".join(labels)}
    if dice.happens(0.25):
        prompt = dice.say(OPEN_REQUESTS, fill)
        return answered(task, prompt, name, system=system, source=source,
                        check={"kind": "label", "gold": name, "labels": labels})
    prompt = dice.say(REQUESTS, fill)
    if dice.happens(0.45):
        schema, value = schemas.enumeration_schema(labels), name
    else:
        key = dice.choice([what, "label", "kind", "result", labelled.type_name[0].lower() + labelled.type_name[1:]])
        node = schemas.described(schemas.enumeration_schema(labels),
                                 f"The {what} of the message" if dice.happens(0.2) else "")
        schema = schemas.object_schema(dice.choice([labelled.type_name, "Label", "Classification", "Result"]), {key: node})
        value = {key: name}
    return structured(task, prompt, schema, value, system=system, source=source)


TAGGING = ["{text}", "Tag this text: {text}", "{text}\n\nWhich topics does this text have?", "Which tags fit? {text}",
           "Find the topics of this text.\n\n{text}"]


def tags_schema(names, dice):
    """The schema of some of the tags."""
    return schemas.object_schema(dice.choice(["Tags", "Topics", "Labels"]), {
        "tags": {"type": "array", "items": schemas.enumeration_schema(names)}})


def tagging(sets, slots, dice):
    """Several messages about topics, and the tags of all of them."""
    labelled = sets["topic"]
    names = list(labelled.labels)
    count = dice.choice([1, 2, 2, 3])
    gold = dice.sample(names, count)
    others = [n for n in names if n not in gold]
    offered = gold + dice.sample(others, dice.choice([2, 3, 4]))
    offered.sort(key=names.index)
    text = " ".join(labelled.message(n, slots, dice) for n in gold)
    schema = tags_schema([n[0] for n in offered], dice)
    return structured("classify", dice.choice(TAGGING).replace("{text}", text), schema, {"tags": [n[0] for n in gold]},
                      check={"variant": "tags"})
