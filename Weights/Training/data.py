"""Corpora and generated stories -> train.jsonl and valid.jsonl.

Each line is one sample: {"source": name, "text": ...} for a plain document, or
{"source": name, "chat": [[role, content], ...]} for a conversation. Samples of
small sources are repeated. One sample in a hundred is set aside for validation,
chosen by the text it is made of, so that no story is in both files.
"""

import argparse
import csv
import json
import random
import re
import zlib
from pathlib import Path

import chats
from stories import StoryTeller

# Characters that have a plain spelling.
PLAIN = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": " - ", "…": "...", "\u00a0": " "})


def clean(text):
    text = text.translate(PLAIN).replace("\r", "").replace("--", " - ")
    text = re.sub(r"[_*]", "", text)
    text = re.sub(r"[ \t]+", " ", text)
    return re.sub(r" *\n+ *", "\n\n", text).strip()


def is_plain_english(text):
    return sum(ord(c) > 126 for c in text) * 200 < len(text)


def pieces(text, words):
    """Cuts a text at paragraphs into pieces of about so many words."""
    piece, count = [], 0
    for paragraph in text.split("\n\n"):
        piece.append(paragraph)
        count += len(paragraph.split())
        if count >= words:
            yield "\n\n".join(piece)
            piece, count = [], 0
    if count > 40:
        yield "\n\n".join(piece)


def picture_books(folder, paths=False):
    """African Storybook and Pratham Books: a title, an empty line, a story."""
    for path in sorted(folder.glob("*.md")):
        title, _, text = path.read_text().partition("\n")
        lines = [line for line in text.splitlines()
                 if not re.match(r"\W*(Illustrat|Translated|Story notes|This (story|book) was|Final ill|Author)", line)]
        text = clean("\n".join(lines))
        if len(text.split()) >= 40 and is_plain_english(text) and "#" not in text:
            yield (path, title.strip(), text) if paths else (title.strip(), text)


def fables(folder):
    for entry in json.loads(next(folder.glob("*.json")).read_text()):
        text = clean(entry["fable"])
        if entry.get("lesson"):
            text += "\n\n" + clean(entry["lesson"])
        yield clean(entry["title"]), text


def fairy_tales(folder):
    for path in sorted(folder.glob("*section-stories__all__*-story.csv")):
        with path.open(newline="") as file:
            text = "\n".join(row["text"] for row in csv.DictReader(file))
        # Some files are wrapped at a fixed width; some lost the spaces at the ends of lines.
        text = re.sub(r"(?<![.!?\"'”:])\n+", " ", text.replace("\r", ""))
        if len(re.findall(r"[a-z][.,][A-Za-z]", text)) < 8:
            yield clean(text)


def books(folder):
    for path in sorted(folder.glob("*.txt")):
        text = path.read_text(encoding="utf-8", errors="replace").replace("\r", "")
        # Lines of a paragraph are joined; front matter, headings, verse and notes are short or marked.
        paragraphs = [" ".join(p.split()) for p in re.split(r"\n\s*\n", text)]
        paragraphs = [p for p in paragraphs if len(p) > 60 or p[-1:] in '.!?"”']
        paragraphs = [p for p in paragraphs
                      if not re.search(r"Gutenberg|eBook|Produced by|Transcriber|http|Copyright|\[Illus|CHAPTER|Contents|"
                                       r"CONTENTS|[A-Z]{12}|[A-Z]{2,} [A-Z]{2,} [A-Z]{2,}", p)]
        yield clean("\n\n".join(paragraphs))


def first_names(folder):
    def load(name, key):
        return json.loads((folder / name).read_text())[key]
    names = []
    for file, key in (("data__humans__norwayFirstNamesBoys.json", "firstnames_boys_norwegian"),
                      ("data__humans__norwayFirstNamesGirls.json", "firstnames_girls_norwegian")):
        names.append([n for n in load(file, key) if re.fullmatch(r"[A-Z][a-z]{2,8}", n)])
    return names


def unknown_questions(path):
    known = {"greeting", "goodbye", "thank_you", "what_is_your_name", "are_you_a_bot", "how_old_are_you", "tell_joke",
             "yes", "no", "maybe", "who_made_you", "what_can_i_ask_you", "what_are_your_hobbies", "where_are_you_from",
             "repeat", "cancel", "change_ai_name", "fun_fact", "user_name", "change_user_name", "do_you_have_pets"}
    data = json.loads(path.read_text())
    return [text for part in ("train", "oos_train") for text, intent in data[part] if intent not in known]


def greetings(path):
    """Pairs of a greeting and its answer, from a file of `- - question` / `  - answer` lines."""
    turns = re.findall(r"^- - (.+)\n  - (.+)$", path.read_text(), re.M)
    return [[["user", q.strip("'")], ["assistant", a.strip("'")]] for q, a in turns]


def collect(corpora, count, dice):
    """Yields (source, repeats, [(key, sample)]). Samples made of the same text have the same key."""
    def chat(turns):
        return dict(chat=turns)

    def documents(stories, words=300):
        return [(key, dict(text=piece)) for key, text in stories for piece in pieces(text, words)]

    def retellings(stories, most=330):
        return [(title, chat(chats.retelling(title, text, dice)))
                for title, text in stories if len(text.split()) < most]

    def numbered(samples):
        return [(str(number), sample) for number, sample in enumerate(samples)]

    teller = StoryTeller(more_names=first_names(corpora / "dariusk_cc0"))
    for source, read in (("stories_asp_ccby", picture_books), ("stories_pb_ccby", picture_books), ("aesop", fables)):
        stories = list(read(corpora / source))
        yield source, 3, documents(stories)
        yield source + "_chat", 2, retellings(stories)
    for source, read in (("fairytaleqa", fairy_tales), ("stories_gutenberg", books)):
        parts = [piece for text in read(corpora / source) for piece in pieces(text, 300)]
        yield source, 1, [(piece, dict(text=piece)) for piece in parts]
    yield "chatterbot_en", 4, numbered(chat(turns) for turns in greetings(
        corpora / "chatterbot_en" / "chatterbot_corpus__data__english__greetings.yml"))
    questions = dice.sample(unknown_questions(corpora / "clinc150" / "data__data_full.json"), 5000)
    yield "clinc150", 1, numbered(chat(chats.out_of_scope(question, dice)) for question in questions)
    yield "small_talk", 1, numbered(chat(chats.small_talk(teller, dice)) for _ in range(count // 5))
    yield "stories_generated", 1, numbered(dict(text=teller.tell(dice).text) for _ in range(count // 10))
    yield "chats_generated", 1, numbered(chat(chats.about_stories(teller, dice)) for _ in range(count))


def words_of(sample):
    texts = [sample["text"]] if "text" in sample else [content for _, content in sample["chat"]]
    return sum(len(text.split()) for text in texts)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--count", type=int, default=70000, help="generated conversations")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    dice = random.Random(options.seed)
    train, valid = [], []
    print(f"{'source':24} {'samples':>8} {'repeats':>8} {'words':>10} {'held out':>9}")
    for source, repeats, samples in collect(options.corpora, options.count, dice):
        held = 0
        for key, sample in samples:
            if zlib.crc32(key.encode()) % 100 == 7:
                valid.append(dict(source=source, **sample))
                held += 1
            else:
                train += [dict(source=source, **sample)] * repeats
        words = sum(words_of(sample) for _, sample in samples)
        print(f"{source:24} {len(samples):8} {repeats:8} {words:10} {held:9}")
    dice.shuffle(train)
    options.work.mkdir(parents=True, exist_ok=True)
    for name, samples in (("train", train), ("valid", valid)):
        with (options.work / f"{name}.jsonl").open("w") as file:
            for sample in samples:
                file.write(json.dumps(sample, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
