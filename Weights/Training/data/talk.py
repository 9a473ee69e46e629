"""Small talk, and questions that the model cannot answer."""

import re

from . import chats
from .frames import Split, frames
from .samples import answered, message, sample

REFUSALS = frames("""
I do not know that.
I do not know that. I am only a small model.
I am sorry, I do not know that.
I do not know. I am only a small model.
I am sorry, I cannot help with that.
""", 99)


ASKING = re.compile(r"(?i)(what|who|whom|whose|when|where|why|which|how|is|are|am|was|were|do|does|did|can|could|will|would|"
                    r"should|has|have|had|may)\b")


class Talk:
    """Pairs of what is said and what is answered."""

    def __init__(self, corpora, values):
        self.values = values
        self.pairs = chats.pairs(chats.SMALL_TALK)
        self.greetings = chats.greetings(
            corpora / "chatterbot_en" / "chatterbot_corpus__data__english__greetings.yml")
        self.unknown = Split(chats.unknown_questions(corpora / "clinc150" / "data__data_full.json"), 12)

    def pair(self, dice):
        """Something said, and the answer."""
        name = self.values.first(dice)
        if dice.happens(0.04):
            return dice.choice(self.greetings)
        question, answer = dice.choice(self.pairs)
        return tuple(dice.choose(part).replace("{name}", name).strip() for part in (question, answer))

    def small_talk(self, dice):
        """One to three turns."""
        messages = [message("system", dice.choice(chats.SYSTEM))] if dice.happens(0.15) else []
        for _ in range(dice.choice([1, 1, 1, 2, 3])):
            question, answer = self.pair(dice)
            messages += [message("user", question), message("assistant", answer)]
        return sample("talk", messages, check={"kind": "read", "gold": messages[-1]["content"]})

    def refusal(self, dice):
        """A question from which no answer can be expected."""
        question = dice.pick(self.unknown)
        if dice.happens(0.6):
            question = question[0].upper() + question[1:] + ("?" if ASKING.match(question) else ".")
        return answered("unknown", question, dice.say(REFUSALS), source="clinc150",
                        check={"kind": "refusal", "gold": REFUSALS.train[0]})
