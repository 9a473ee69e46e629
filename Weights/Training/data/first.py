"""Conversations as people begin them: what is typed first, and what is said to the answer."""

from . import arithmetic, calendars, facts, naming, openings, verses
from .frames import frames
from .samples import message, sample

SYSTEMS = frames("""
You are a helpful assistant.
You are a helpful assistant.
You are a friendly assistant.
Be brief.
Answer briefly.
You are a helpful, honest assistant.
Answer in one sentence.
You are Swiftlet Tiny.
""", 99)
REACTIONS = frames("""
Thanks! | You are welcome!
thanks | You are welcome!
Thank you | You are welcome!
Great! | I am glad. What would you like next?
ok | Good! What would you like next?
Nice | I am glad that you like it.
cool | I am glad that you like it.
Are you sure? | I am only a small model, so better check it yourself.
really? | I am only a small model, so better check it yourself.
Why? | I cannot explain that well. I am only a small model.
why | I cannot explain that well. I am only a small model.
How do you know that? | I have learnt it from texts, and I make mistakes.
Tell me more. | That is all I know about it.
tell me more | That is all I know about it.
More | That is all I know about it.
That is wrong. | I am sorry. I am only a small model, and I make mistakes.
Bye | Goodbye! Have a nice day.
bye | Goodbye!
""", 99)
AGAIN = frames("""
Another one
Another one, please.
another
Another!
One more
one more please
Again
again!
Do you know another one?
Tell me another one.
a different one
""", 99)


class First:
    """The kinds of first inputs, each with its share."""

    def __init__(self, teller):
        self.teller = teller
        self.kinds = [
            (4, verses.saying, False), (3, verses.joke, True), (5, verses.poem, True),
            (5, naming.listed, True), (4, facts.capital, True), (9, facts.fact, True),
            (8, arithmetic.pair, True), (5, calendars.pair, True),
        ]
        self.makers = [(make, again) for share, make, again in self.kinds for _ in range(share)]

    def pair(self, dice):
        """What is said, and the answer."""
        return dice.choice(self.makers)[0](dice)

    def talk(self, dice):
        """One to five turns, some of which are about the answer before."""
        messages = [message("system", dice.pick(SYSTEMS))] if dice.happens(0.2) else []
        make = None
        for number in range(dice.choice([1, 1, 1, 2, 3, 4, 5])):
            if number and dice.happens(0.25):
                question, answer = dice.pick(REACTIONS).split(" | ")
            elif number and make and dice.happens(0.15):
                question, answer = dice.pick(AGAIN), make(dice)[1]
            else:
                maker, _ = dice.choice(self.makers)
                make = maker if maker in (verses.joke, verses.poem) else None
                question, answer = maker(dice)
            messages += [message("user", question), message("assistant", answer)]
        return sample("first", messages, check={"kind": "read", "gold": messages[-1]["content"]})

    def story(self, dice):
        """A story that is begun or asked for; now and then thanks, or another one."""
        result = openings.story(self.teller, dice)
        if dice.happens(0.15):
            question, answer = dice.pick(REACTIONS).split(" | ")
            result["messages"] += [message("user", question), message("assistant", answer)]
        elif dice.happens(0.15):
            result["messages"] += [message("user", dice.pick(AGAIN)),
                                   message("assistant", openings.asked(self.teller, dice)[1])]
        return result
