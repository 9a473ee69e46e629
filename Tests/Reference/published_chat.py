"""A conversation of 100 turns in `swiftlet chat`, through a full context; see published.sh."""

import json
import re
import subprocess

THINGS = [
    "the sea", "the moon", "bread", "a bicycle", "rain", "the violin", "a lighthouse", "tea", "winter", "a garden", "the desert",
    "glass", "a train", "honey", "the forest", "a clock", "salt", "a bridge", "the wind", "paper",
]
QUESTIONS = ["Tell me about {}.", "What is {} good for?", "Where do people find {}?", "Write a line about {}.",
             "Why do people like {}?"]


def turns(swiftlet, model, folder, context):
    """Holds the conversation; returns the numbers of prompts, of answers with text, and of times that turns were dropped.

    The answers are those in the transcript at the end and those of the turns that were dropped before, which the notes
    count; anything else on standard error fails.
    """
    prompts = [question.format(thing) for thing in THINGS for question in QUESTIONS]
    saved = folder / "chat.json"
    saved.unlink(missing_ok=True)
    result = subprocess.run(
        [swiftlet, "chat", "--model", model, "--context", str(context), "--max-tokens", "48", "--seed", "1"],
        input="\n".join([*prompts, f"/save {saved}"]) + "\n", capture_output=True, text=True, check=True, timeout=3600)
    notes = [line for line in result.stderr.splitlines()[1:] if "was cut off after 48 tokens" not in line]
    pattern = re.compile(r"the oldest (?:(\d+) turns were|turn was) dropped")
    dropped = [int(found[1] or 1) for line in notes if (found := pattern.search(line))]
    others = [line for line in notes if not pattern.search(line) and str(saved) not in line]
    assert not others, others
    entries = json.loads(saved.read_text())["transcript"]["entries"]
    answers = [entry for entry in entries if entry["role"] == "response"]
    texts = ["".join(part.get("text", "") for part in entry["contents"]).strip() for entry in answers]
    return len(prompts), sum(map(bool, texts)) + sum(dropped), len(dropped)
