"""Conversations of several turns, in which what was said before is asked for later."""

from .frames import Split, frames, pairs
from .samples import message, sample

# What somebody tells of himself | what to answer; the questions about it = the answers.
FACTS = """
[My name is|I am|I'm|Call me] {first}. | [Nice to meet you|Hello|Hi], {first}!
? What is my name? = Your name is {first}.
? Do you [remember|know] my name? = Your name is {first}.
? Who am I? = You are {first}.
? What am I called? = You are called {first}.

I live in {town}. | {town} [must be nice|sounds nice].
I am from {town}. | {town} [must be nice|sounds nice].
My home is in {town}. | {town} [must be nice|sounds nice].
? Where do I live? = You live in {town}.
? Which town did I name? = You named {town}.
? Where am I from? = You are from {town}.
? Where is my home? = Your home is in {town}.

My favourite colour is {colour}. | {Colour} is a nice colour.
I like {colour} best of all colours. | {Colour} is a nice colour.
? What is my favourite colour? = Your favourite colour is {colour}.
? Which colour do I like? = You like {colour}.
? Which colour is my favourite? = Your favourite colour is {colour}.

I have {a petkind} called {pet}. | {pet} is a nice name for {a petkind}.
My {petkind} is called {pet}. | {pet} is a nice name for {a petkind}.
? What is my {petkind} called? = Your {petkind} is called {pet}.
? What pet do I have? = You have {a petkind}.
? What is the name of my pet? = Your pet is called {pet}.
? Who is {pet}? = {pet} is your {petkind}.

I am {age} years old. | [Thank you for telling me|Good to know].
I turned {age} this year. | [Thank you for telling me|Good to know].
? How old am I? = You are {age} years old.
? What is my age? = You are {age} years old.
? Do you remember how old I am? = You are {age} years old.

I work as {a job}. | That sounds like interesting work.
I am {a job}. | That sounds like interesting work.
My job: I am {a job}. | That sounds like interesting work.
? What is my job? = You are {a job}.
? What do I do for a living? = You are {a job}.
? What do I work as? = You work as {a job}.

I like {food}. | [I see|Good to know], {food}.
My favourite food is {food}. | [I see|Good to know], {food}.
? What is my favourite food? = Your favourite food is {food}.
? What do I like to eat? = You like to eat {food}.
? Which food do I like? = You like {food}.

My [sister|brother|friend|teacher|neighbour] is called {friend}. | {friend} is a nice name.
I have a friend, {friend}. | {friend} is a nice name.
? Who did I tell you about? = You told me about {friend}.
? Which name did I tell you? = You told me the name {friend}.

The code is {code}. | I will remember the code.
Remember the number {code}. | I will remember the number.
? What was the [code|number]? = It was {code}.
? Which number did I give you? = You gave me {code}.
? Tell me the [code|number] again. = It was {code}.

My {noun} is {colour}. | A {colour} {noun}, I see.
I bought {a colour} {noun}. | A {colour} {noun}, I see.
? What colour is my {noun}? = Your {noun} is {colour}.
? Which thing is {colour}? = Your {noun} is {colour}.
? What did I tell you about? = You told me about your {noun}.

I play the {instrument}. | The {instrument} has a lovely sound.
I am learning the {instrument}. | The {instrument} has a lovely sound.
? Which instrument do I play? = You play the {instrument}.
? What do I play? = You play the {instrument}.

On {weekday} I [go|travel|drive] to {town}. | Have a good trip to {town}!
I [go|travel|drive] to {town} on {weekday}. | Have a good trip to {town}!
? Where do I go? = You go to {town}.
? When do I go to {town}? = You go to {town} on {weekday}.
? On which day do I travel? = You travel on {weekday}.
"""

NOT_TOLD = pairs("""
What is my name? = You have not told me your name.
Where do I live? = You have not told me where you live.
How old am I? = You have not told me how old you are.
What is my job? = You have not told me your job.
What is my favourite colour? = You have not told me your favourite colour.
What is my pet called? = You have not told me about a pet.
What was the code? = You have not told me a code.
What is my favourite food? = You have not told me your favourite food.
""", 99)


def read_facts():
    groups = []
    for block in FACTS.strip().split("\n\n"):
        statements, questions = [], []
        for line in block.splitlines():
            if line.startswith("? "):
                questions.append(tuple(line[2:].split(" = ")))
            else:
                statements.append(tuple(line.split(" | ")))
        groups.append((Split(statements), Split(questions)))
    return groups


GROUPS = read_facts()
SYSTEMS = frames("""
You are a friendly assistant.
You remember what you are told.
You are a helpful assistant.
Answer briefly.
""")


def remembering(values, others, dice):
    """One to three facts, other talk between them, then a question about one of the facts."""
    slots = values.all_slots | {"age": lambda d: str(d.randint(6, 95)), "code": lambda d: values.draw_code(d).text,
                                "friend": values.first}
    messages = [message("system", dice.say(SYSTEMS))] if dice.happens(0.15) else []
    told = []
    for number in dice.sample(range(len(GROUPS)), dice.choice([1, 2, 2, 3])):
        statements, questions = GROUPS[number]
        drawn = {name: draw(dice) for name, draw in slots.items() if name in (
            "first", "town", "colour", "petkind", "pet", "age", "job", "food", "friend", "code", "noun", "instrument",
            "weekday")}
        drawn["Colour"] = drawn["colour"].capitalize()
        statement, reply = dice.pick(statements)
        messages += [message("user", dice.fill(statement, drawn)), message("assistant", dice.fill(reply, drawn))]
        told.append((questions, drawn))
        if dice.happens(0.3):
            for role, text in zip(("user", "assistant"), others(dice)):
                messages.append(message(role, text))
    for _ in range(dice.choice([1, 1, 2])):
        if dice.happens(0.08) and len(told) == 1 and told[0][0] is not GROUPS[0][1]:
            question, answer = dice.pick(NOT_TOLD)
            if question in [q for q, _ in told[0][0].train + told[0][0].held]:
                continue
        else:
            questions, drawn = dice.choice(told)
            question, answer = (dice.fill(part, drawn) for part in dice.pick(questions))
        messages += [message("user", question), message("assistant", answer)]
    gold = messages[-1]["content"]
    return sample("memory", messages, check={"kind": "exact", "gold": gold})
