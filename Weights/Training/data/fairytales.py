"""Questions about fairy tales: FairytaleQA."""

import csv
import re
from dataclasses import dataclass

from .frames import Split
from .questions import REQUESTS
from .samples import answered, conversation

# Of questions for an act, a feeling or a reason, the same answer may be cut out of a sentence in several ways.
PLAIN = re.compile(r"(Who|What|Where)\b(?!.*\b(happen\w*|feel\w*|felt|do|doing|done|because|when|after|before)\b)")
SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-Z\"])")
# Where a passage for training ends, in characters.
LONGEST = 700
# Capitals that are no names of the tales.
KNOWN = set("""Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August
September October November December Christmas Easter God Lord English French German Irish Scottish Japanese Chinese Norwegian
Danish Swedish Indian Indians Europe America Africa England Ireland Scotland Japan China Norway Denmark Sweden""".split())


@dataclass(frozen=True)
class Question:
    """What is asked of a section of a tale, and the answer in words of the section."""
    text: str
    answer: str

    def is_plain(self, passage):
        """Whether it asks for somebody or something, and names nobody whom the passage does not."""
        return PLAIN.match(self.text) and all(name in passage for name in re.findall(r"(?<= )[A-Z][a-z]+", self.text))


@dataclass(frozen=True)
class Section:
    """Some sentences of a tale, and what is asked of them."""
    sentences: tuple
    questions: tuple

    def near(self, answer):
        """The sentence that alone has an answer, and those beside it; none if several have it."""
        words = re.compile(rf"(?i)\b{re.escape(answer)}\b")
        at = [number for number, sentence in enumerate(self.sentences) if words.search(sentence)]
        return " ".join(self.sentences[max(0, at[0] - 1):at[0] + 2]) if len(at) == 1 else None


def sections(folder):
    """All sections of the tales that have questions with an answer in the text."""
    found = []
    for path in sorted(folder.glob("*questions*-questions.csv")):
        name = path.stem.split("__")[-1].removesuffix("-questions")
        story = next(iter(folder.glob(f"*section-stories__*__{name}-story.csv")), None)
        if story is None:
            continue
        with story.open(newline="") as file:
            texts = {row["section"]: re.sub(r"\s+", " ", row["text"]) for row in csv.DictReader(file)}
        asked = {}
        with path.open(newline="") as file:
            for row in csv.DictReader(file):
                answer = row["answer1"].strip().rstrip(".")
                if row["ex-or-im1"] == "explicit" and answer and answer.isascii():
                    asked.setdefault(row["cor_section"].split(",")[0], []).append(Question(row["question"].strip(), answer))
        found += [Section(tuple(SENTENCE_END.split(texts.get(number, ""))), tuple(questions))
                  for number, questions in asked.items()]
    return found


def told(answer):
    return answer[0].upper() + answer[1:] + "."


class FairyTales:
    """Plain questions about a few sentences, split; and of sections of which nothing is held out, all questions."""

    def __init__(self, folder):
        found = sections(folder)
        plain = {section: list(self.plain(section)) for section in found}
        self.items = Split([item for items in plain.values() for item in items])
        held = set(self.items.held)
        self.sections = [section for section in found if not held & set(plain[section])]
        lower = {word for section in found for sentence in section.sentences for word in re.findall(r"\b[a-z]+\b", sentence)}
        self.is_name = lambda word: word not in KNOWN and word.lower() not in lower

    def plain(self, section):
        """(passage, question, answer) of short and plain questions."""
        for question in section.questions:
            near = section.near(question.answer) if len(question.answer.split()) <= 6 else None
            if near and len(near) < 420 and near.isascii() and question.is_plain(near):
                yield near, question.text, told(question.answer)

    def question(self, dice):
        text, question, answer = dice.pick(self.items)
        prompt = dice.say(REQUESTS, {"text": text, "question": question})
        return answered("question", prompt, answer, source="fairytaleqa", check={"kind": "f1", "gold": answer, "tale": True})

    def conversation(self, values, dice):
        """A passage of any length, and all that is asked of it. For training alone.

        Plain questions are few, and a model that reads them again and again knows their
        answers. Here are also others, and of the same question other sentences around its
        answer and other names in them.
        """
        while True:
            sentences, asked = self.passage(dice.choice(self.sections), dice)
            if asked:
                break
        text = " ".join(sentences)
        if dice.happens(0.6):
            text, asked = self.renamed(text, asked, values, dice)
        dice.shuffle(asked)
        turns = [(question.text, told(question.answer)) for question in asked[:6]]
        first = dice.say(REQUESTS, {"text": text, "question": turns[0][0]})
        return conversation("question", [(first, turns[0][1])] + turns[1:], source="fairytaleqa")

    def passage(self, section, dice):
        """Some sentences of a section in a row, and the questions whose answer they have once."""
        count, start = dice.randint(1, 7), dice.randrange(len(section.sentences))
        sentences = list(section.sentences[start:start + count])
        while len(sentences) > 1 and sum(map(len, sentences)) > LONGEST:
            sentences.pop()
        text = " ".join(sentences)
        if not text.isascii() or len(text) > LONGEST:
            return sentences, []
        return sentences, [question for question in section.questions
                           if len(question.answer.split()) <= 12 and text.count(question.answer) == 1
                           and re.search(rf"\b{re.escape(question.answer)}\b", text)]

    def renamed(self, text, asked, values, dice):
        """A passage and its questions with other names in them."""
        names = {name for name in re.findall(r"(?<=[a-z,;] )[A-Z][a-z]+\b", text) if self.is_name(name)}
        new = {name: values.first(dice) for name in sorted(names)}
        if not new or len(set(new.values())) < len(new):
            return text, asked
        def change(part):
            return re.sub(r"\b[A-Z][a-z]+\b", lambda match: new.get(match[0], match[0]), part)
        return change(text), [Question(change(each.text), change(each.answer)) for each in asked]
