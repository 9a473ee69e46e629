"""Loops: where a text says the same again and again.

A loop is a unit of tokens that stands three times running and fills at least 24
tokens: the same 8 tokens three times, a longer unit three times, a shorter one
more often.
"""

import re
import subprocess

TIMES, FILLED, LONGEST = 3, 24, 64
# What stands between texts while they are tokenized together: a special token that no answer shows.
BETWEEN = ("<|endoftext|>", "<|im_end|>", "</s>", "<|eot_id|>", "<eos>")


def loop(tokens):
    """The unit that is repeated, or `None`."""
    for length in range(1, min(LONGEST, len(tokens) // TIMES) + 1):
        needed, run = max(FILLED, TIMES * length) - length, 0
        for at in range(length, len(tokens)):
            run = run + 1 if tokens[at] == tokens[at - length] else 0
            if run == needed:
                return tokens[at - length + 1:at + 1]
    return None


def pieces(text):
    """Words and marks, which are fewer than tokens: what loops in them has looped in tokens before."""
    return re.findall(r"\w+|[^\w\s]", text)


def tokenized(swiftlet, model, texts):
    """The token ids of each text, by one run of `swiftlet tokenize`; words where no special token separates texts."""
    def ids(text):
        command = [swiftlet, "tokenize", "--model", str(model), "--no-bos"]
        return subprocess.run(command, check=True, input=text.encode(), stdout=subprocess.PIPE).stdout.decode().split()
    for mark in BETWEEN:
        between = ids(mark)
        if len(between) == 1:
            joined, groups = ids(mark.join(text.replace(mark, "") for text in texts)), [[]]
            for each in joined:
                if each == between[0]:
                    groups.append([])
                else:
                    groups[-1].append(each)
            if len(groups) == len(texts):
                return groups
    return [pieces(text) for text in texts]
