"""Exercises in finding a tool by a word of its description, and guides that teach each step of the way.

In an exercise the names of tools are any words, and a request has a word of one description, often in another form.
Three things have to happen, each in a layer after the one before:

1. The tokens of a description take along the name of their tool.
2. The word in the request finds the same word in a description (`matching.py`), and takes the name from there.
3. Where the call is written, the name is fetched from the request.

None of them is of use without the other two, and of a turn of seventy tokens one shows whether all did happen: millions
of tokens of conversations taught none of them. So each is taught by itself. A probe asks the features of a layer for the
name (deep supervision, Lee et al., 2015), and of some heads it is known where they should look. Probes are not exported.

    python lookup.py MODEL.gguf WORK    # how many tools of exercises a model finds; chance is one in four
"""

import random
import sys
from functools import lru_cache
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import nn

import export
import matching
import tokenizer as tok
from data import toolbox
from data.described import doing, past
from data.frames import plural
from model import EMBEDDING_SCALE, masks_of

SIZE = 256

# Of nine layers: those after which names are known at descriptions and at requests, the one whose heads find words, and
# the one whose last heads fetch names.
AT_DESCRIPTIONS, AT_REQUESTS, MATCHING, FETCHING = (2, 3), (4, 5), matching.AT, 6
FETCHING_HEADS = 2

# How much each part counts beside the loss of names, and that beside the loss of samples.
PROBES, LOOKING, NAMES = 0.15, 0.3, 0.5

DESCRIPTIONS = ["To {} something.", "{} it.", "For {}.", "This one can {}.", "Only {}.", "Does {} the thing.", "Can {}",
                "For those who want {}.", "{} and nothing else.", "All about {}.", "Says how {} a thing is.",
                "Tells the {} of a city.", "Uses {} now."]
REQUESTS = ["Please {}.", "Now {} it.", "I want to {}.", "Can you {} that?", "It is {}.", "The {}, please.",
            "How {} is that?", "What is the {} of that?", "Is there some {}?", "I need {} here.", "What about {}?",
            "And now {} the old one."]


class Places(NamedTuple):
    """Places in a batch, flat, the tokens that belong there, and how much each counts."""

    at: torch.Tensor
    tokens: torch.Tensor
    counts: torch.Tensor

    @classmethod
    def of(cls, rows, room):
        """From (place, token, count) of each row, as many as there is room for; what is left over counts nothing."""
        found = [(row * SIZE + at, token, count) for row, places in enumerate(rows) for at, token, count in places][:room]
        found += [(0, 0, 0.0)] * (room - len(found))
        at, tokens, counts = zip(*found)
        return cls(torch.tensor(at), torch.tensor(tokens), torch.tensor(counts))

    def to(self, device):
        return Places(*(part.to(device) for part in self))

    def loss(self, logits):
        return matching.mean(F.cross_entropy(logits.float(), self.tokens, reduction="none"), self.counts)


class Exercise:
    """A list of tools, and a request for each: the second time, it would do to copy the call of the first."""

    def __init__(self, writer, count, dice):
        self.ids, self.names, self.known, self.asked, self.calls = [], [], [], [], []
        self.writer, self.dice = writer, dice
        words = dice.sample(dice.choice([writer.words, writer.verbs]), count)
        chosen = {}  # by first token, which is what tells tools apart
        while len(chosen) < count:
            name = dice.choice(writer.names)
            if not any(name in forms for forms in words):
                chosen[writer.ids(name)[0]] = name
        self.tools = list(zip(chosen, chosen.values(), words))
        self.frames = dice.choice(DESCRIPTIONS), dice.choice(REQUESTS)
        self.write_tools()
        for tool in dice.sample(self.tools, count):
            self.write_request(*tool)

    def sentence(self, number, frames, forms):
        """A sentence with a word in one of its forms; and that form as it stands there."""
        frame = self.frames[number] if self.dice.random() < 0.7 else self.dice.choice(frames)
        form = forms[0] if self.dice.random() < 0.5 else self.dice.choice(forms)
        if frame.startswith("{}") and self.dice.random() < 0.7:
            form = form.capitalize()
        return frame.format(form), form

    def write_tools(self):
        writer = self.writer
        self.ids += [writer.start] + writer.ids("system\n") + writer.ids("Tools:\n")
        for number, (token, name, forms) in enumerate(self.tools):
            description, word = self.sentence(0, DESCRIPTIONS, forms)
            line = writer.ids(f'{{"name":"{name}","description":"{description}","arguments":{{}}}}'
                              + "\n" * (number + 1 < len(self.tools)))
            word_at = writer.place(word, line)
            if word_at is not None:
                end = len(line) - len(writer.ids('","arguments":{}}\n'))
                self.known += [(len(self.ids) + at, token, 1.0) for at in range(word_at, end)]
            self.ids += line
        self.ids += [writer.end] + writer.ids("\n")

    def write_request(self, token, name, forms):
        """Asks for a tool, if there is room for it."""
        writer = self.writer
        request, word = self.sentence(1, REQUESTS, forms)
        request = writer.ids(request)
        head, tail = [writer.start] + writer.ids("user\n"), [writer.end] + writer.ids("\n")
        call = [writer.start] + writer.ids("assistant\n") + [writer.call] + writer.ids('{"name":"')
        said = writer.ids(name + '"')
        rest = writer.ids(',"arguments":') + writer.ids("{}") + writer.ids("}")
        rest += [writer.call_end, writer.end] + writer.ids("\n")
        first, called = len(self.ids) + len(head), len(self.ids) + len(head + request + tail + call)
        if called + len(said + rest) > SIZE + 1:
            return
        word_at = writer.place(word, request)
        if word_at is not None:
            self.asked += [(first + at, token, 1.0) for at in range(word_at, len(request))]
            self.calls.append((called - 1, first + word_at, first + len(request)))
        self.names += [(called - 1 + number, piece, 0.3 if number else 1.0) for number, piece in enumerate(said)]
        self.ids += head + request + tail + call + said + rest


class Writer:
    """What exercises are written with: words that are one token, verbs that need not be, and the tokens of any text."""

    def __init__(self, tokenizer):
        self.ids = lru_cache(100_000)(lambda text: tokenizer.encode(text, add_special_tokens=False).ids)
        self.start, self.end, self.call, self.call_end = map(tokenizer.token_to_id, tok.SPECIALS[1:])
        tokens = [tokenizer.id_to_token(number) for number in range(tokenizer.get_vocab_size())]
        self.families, kin = matching.families(tokens), {}
        for text, family in zip(tokens, self.families.tolist()):
            if text.startswith(tok.SPACE) and text[1:].islower() and len(text) > 4 and family >= 0:
                kin.setdefault(family, []).append(text[1:])
        self.words = sorted(kin.values())
        self.verbs = [[verb, plural(verb), past(verb), doing(verb)] for verb in toolbox.MORE_VERBS]
        self.names = [word for forms in self.words for word in forms if len(self.ids(word)) <= 2]

    def place(self, word, ids):
        """Where a word ends among tokens."""
        for form in (self.ids(" " + word), self.ids(word)):
            for end in range(len(ids), len(form) - 1, -1):
                if ids[end - len(form):end] == form:
                    return end - 1
        return None


class Batch(NamedTuple):
    inputs: torch.Tensor  # [rows, SIZE]
    names: Places
    known: Places
    asked: Places
    calls: torch.Tensor  # [calls, 4]: row, where a name is said, where what it is fetched from begins and ends

    def to(self, device):
        return Batch(*(part.to(device) for part in self))


def batch(writer, rows, seed):
    """Exercises of 3 to 5 tools; the same for a seed."""
    dice = random.Random(seed)
    exercises = [Exercise(writer, dice.randint(3, 5), dice) for _ in range(rows)]
    inputs = torch.zeros(rows, SIZE, dtype=torch.long)
    for row, exercise in zip(inputs, exercises):
        kept = torch.tensor(exercise.ids[:SIZE])
        row[:len(kept)] = kept
    calls = [(row, *call) for row, exercise in enumerate(exercises) for call in exercise.calls][:rows * 5]
    calls += [(0, 0, 0, 0)] * (rows * 5 - len(calls))
    return Batch(inputs, *(Places.of([getattr(exercise, kind) for exercise in exercises], rows * room)
                           for kind, room in (("names", 16), ("known", 32), ("asked", 24))), torch.tensor(calls))


def fetching_loss(block, features, cos, sin, hidden, calls):
    """How far the last heads of a layer are from looking at the request where they should say the name."""
    row, at, begin, end = calls.T
    shares = matching.attention(block, features, cos, sin, hidden)[row, -FETCHING_HEADS:, at]
    places = torch.arange(features.shape[1], device=features.device)
    right = (places >= begin[:, None]) & (places < end[:, None])
    misses = -torch.logsumexp(shares.masked_fill(~right[:, None], -1e4), -1).mean(1)
    return matching.mean(misses, (end > begin).float())


class Guide(nn.Module):
    """The probes, and what exercises cost."""

    def __init__(self, config):
        super().__init__()
        kinds = [("known", layer) for layer in AT_DESCRIPTIONS] + [("asked", layer) for layer in AT_REQUESTS]
        self.probes = nn.ModuleDict({f"{kind}{layer}": nn.Linear(config.width, config.width, bias=False)
                                     for kind, layer in kinds})
        for probe in self.probes.values():
            nn.init.eye_(probe.weight)

    def forward(self, model, batch, families):
        """The loss, and logits where names are said."""
        inputs, embedding = batch.inputs, model.embedding.weight
        documents, time = torch.ones_like(inputs), inputs.shape[1]
        hidden = torch.ones(time, time, dtype=torch.bool, device=inputs.device).triu(1)[None]
        cos, sin, masks = model.cos[:time], model.sin[:time], masks_of(documents)
        x, loss = model.embedding(inputs), 0.0
        for layer, block in enumerate(model.blocks):
            if layer == MATCHING:
                same, aside = matching.loss_of(block, x, cos, sin, inputs, documents, families)
                loss = loss + LOOKING * (same + matching.ASIDE * aside)
            if layer == FETCHING:
                loss = loss + LOOKING * fetching_loss(block, x, cos, sin, hidden, batch.calls)
            x = block(x, cos, sin, masks)
            for kind in ("known", "asked"):
                if f"{kind}{layer}" in self.probes:
                    places = getattr(batch, kind)
                    features = F.rms_norm(x.flatten(0, 1)[places.at], x.shape[-1:]) / EMBEDDING_SCALE
                    loss = loss + PROBES * places.loss(self.probes[f"{kind}{layer}"](features) @ embedding.T)
        logits = model.norm(x).flatten(0, 1)[batch.names.at] @ embedding.T
        return loss + NAMES * batch.names.loss(logits), logits


def found(logits, names):
    """The share of tools whose name is likelier than those of the others, by first tokens."""
    is_first, row = names.counts == 1, names.at // SIZE
    right = [names.tokens[others][logits[number, names.tokens[others]].argmax()] == names.tokens[number]
             for number in is_first.nonzero().flatten() for others in [is_first & (row == row[number])]]
    return sum(map(bool, right)) / len(right)


class Teacher:
    """Exercises beside the samples, and the guides that go with them."""

    def __init__(self, tokenizer, config, options):
        self.options, self.writer = options, Writer(tokenizer)
        self.guide = Guide(config).to(options.device)
        self.optimizer = torch.optim.AdamW(self.guide.parameters(), lr=1e-3, weight_decay=0.0)
        self.families = self.writer.families.to(options.device)
        self.loss_function = torch.compile(self.guide, dynamic=False) if options.compile else self.guide
        self.right = 0.0

    def learn(self, model, step):
        """Adds to the gradients of the model what the exercises of a step ask for."""
        exercises = batch(self.writer, self.options.lookup, f"{self.options.seed} {step}").to(self.options.device)
        loss, logits = self.loss_function(model, exercises, self.families)
        loss.backward()
        self.optimizer.step()
        self.optimizer.zero_grad()
        self.right += 0.05 * (found(logits.detach(), exercises.names) - self.right)

    def state_dict(self):
        return dict(guide=self.guide.state_dict(), optimizer=self.optimizer.state_dict())

    def load_state_dict(self, state):
        self.guide.load_state_dict(state["guide"])
        self.optimizer.load_state_dict(state["optimizer"])


@torch.no_grad()
def main():
    model, _ = export.read(sys.argv[1])
    exercises = batch(Writer(tok.load(sys.argv[2])), 192, "held out")
    features = model.features(exercises.inputs, torch.ones_like(exercises.inputs)).flatten(0, 1)
    share = found(features[exercises.names.at] @ model.embedding.weight.T, exercises.names)
    print(f"of {int((exercises.names.counts == 1).sum())} requests {share:.0%} find their tool")


if __name__ == "__main__":
    main()
