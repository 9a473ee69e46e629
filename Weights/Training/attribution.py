"""Writes the list of the CC BY stories in the training data, with their authors.

The corpora hold titles and texts; the authors stand at the end of the same
stories in the repositories they come from (`--asp` and `--pb`: checkouts of
global-asp/asp-source and global-asp/pb-source).
"""

import argparse
import re
from pathlib import Path

from data.corpora import picture_books

SOURCES = [
    ("asp", "stories_asp_ccby", "African Storybook", "https://africanstorybook.org",
     "https://github.com/global-asp/asp-source"),
    ("pb", "stories_pb_ccby", "Pratham Books, StoryWeaver", "https://storyweaver.org.in",
     "https://github.com/global-asp/pb-source"),
]

HEADER = """# Attribution

Stories under a Creative Commons Attribution licence (CC BY) from which the default model learned, with the people who
wrote, translated and adapted them as the published stories name them. One is in the public domain, as marked. The
stories were changed for training: cut into pieces, repeated, and partly set as answers in conversations. Neither the
authors nor the publishers endorse the model.

This list is written by `Training/attribution.py`. The other sources are in `README.md`.
"""


def credits(path):
    """The `* Key: value` lines at the end of a story."""
    return dict(re.findall(r"^\* ([A-Za-z ]+): *(.*\S)", path.read_text(), re.M))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--asp", type=Path, required=True)
    parser.add_argument("--pb", type=Path, required=True)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    lines = [HEADER]
    for key, folder, name, site, repository in SOURCES:
        checkout = getattr(options, key) / "en"
        used = {path for path, _, _ in picture_books(options.corpora / folder, paths=True)}
        lines += [f"## {name}\n", f"{len(used)} stories, from <{site}> by way of <{repository}> (folder `en`).\n"]
        for path in sorted(used):
            source = path.name.removeprefix("en__")
            title = path.read_text().partition("\n")[0].strip()
            people = credits(checkout / source)
            line = f"- {source[:4]} *{title}*: {people.get('Text', 'author not named')}"
            for role in ("Adaptation", "Translation", "Translated By"):
                if role in people:
                    line += f"; {role.replace('Translated By', 'Translation').lower()} {people[role]}"
            if people.get("License") != "[CC-BY]":
                line += f" ({people.get('License', '').strip('[]')})"
            lines.append(line)
        lines.append("")
    options.output.write_text("\n".join(lines).rstrip() + "\n")


if __name__ == "__main__":
    main()
