"""Questions about a passage in the prompt, answered with the words of the passage."""

import re

from .frames import frames
from . import schemas
from .samples import message, sample, structured

REQUESTS = frames("""
{text}\\n\\n{question}
{text}\\n\\n{question}
{text} {question}
{question}\\n\\n{text}
Read this text: {text}\\n{question}
[Text|Passage]: {text}\\n\\n[Question|Q]: {question}
Answer the question.\\n\\n{text}\\n\\n{question}
"{text}" {question}
Here is a text. {text}\\nMy question: {question}
{question} [Text|Look here]: {text}
Use this text to answer. {text}\\n\\n{question}
According to this text, {question}\\n{text}

Context: {text}\\nQuestion: {question}\\nAnswer:
I have read this: "{text}" Now tell me: {question}
Please help me with this text.\\n{text}\\n\\n{question}
{question} You will find it here: {text}
{question}\\n---\\n{text}\\n---
Look for the answer in the lines below: {question}\\n\\n{text}
A friend sent me this. {text} {question}
Can you tell me from the text? {question}\\n\\n{text}
Source: {text}\\n\\nI want to know this: {question}
{text}\\n^ {question}
One question about this passage. {question}\\n{text}
First read, then reply.\\n{text}\\n{question}
Task: answer from the text.\\nText: {text}\\nQuestion: {question}
It says here: {text}\\nSo: {question}
{text}\\n\\nSomebody asks: "{question}" What do you say?
I was not listening. {question} They said: {text}
This is what puzzles me: {question}\\nAnd this is what was written: {text}
Given: {text}\\nWanted: {question}
Only use what stands here. {text}\\n\\n{question}
Quick question. {question}\\n\\n{text}
What we were told: {text}\\n\\nWhat I still wonder: {question}
Reading test. [Text|Passage]: {text} [Question|Task]: {question}
{question}\\n(From the text: {text})
Please find this out for me: {question} [The passage goes like this|This is what I have]: {text}

{text}\\n\\nNow, {question}
Somebody told me: {text}\\nI want to know: {question}
Have a look at this and answer: {question}\\n\\n{text}
My question is: {question}\\nThe answer stands in here: {text}
""")

UNKNOWN = "The text does not say."

SYSTEMS = frames("""
Answer with the words of the text.
You answer questions about texts.
Answer briefly.
You are a helpful assistant.
If the text does not say it, say so.

Use only what the user gives you to read.
Find the answer in the passage.
You are a reading helper[ for children|].
Keep your answers to one line.
Do not guess.
Say "The text does not say." when the answer is missing.
You know nothing but the text that you are shown.
Each answer is a few words long.
You help with reading tests.
Take your answers from the text, word for word.
Stay close to the text.
A user shows you a text and asks about it.
You are a patient reader who answers every question.
Give the answer and nothing else.
You look things up in [notes|messages|papers].
Whoever asks you gets a short and true reply.
""")


def value_answer(field, value):
    if field.kind == "bool":
        return "Yes." if value.json else "No."
    text = value.json if field.kind == "object" else value.text
    if field.kind == "email":
        return text + "."
    return text[0].upper() + text[1:] + "."


def names_untold(question, domain, told):
    """Whether a question names what the text does not."""
    return any(n not in told for n in re.findall(r"\{(?:a )?([a-z_]+)\}", question) if n in domain.fields)


def typed_question(passages, dice):
    """A question whose answer is a number, a yes or no, or a text of JSON."""
    domain = passages.domain(dice)
    record = passages.record(domain, dice)
    others = [n for n in domain.fields if n != domain.subject]
    text, told = passages.passage(record, [domain.subject] + dice.sample(others, min(len(others), 3)), dice)
    name = dice.choice(told)
    field, value = domain.fields[name], record.values[name]
    question = dice.choose(dice.pick(field.questions))
    if names_untold(question, domain, told):
        return passage_question(passages, dice)
    prompt = dice.say(REQUESTS, {"text": text, "question": dice.fill(question, record.slots)})
    if dice.happens(0.5):
        return structured("question", prompt, value.node, value.json, check={"domain": domain.name})
    key = dice.choice(["answer", "answer", "value", "result"])
    schema = schemas.object_schema(dice.choice(["Answer", "Reply", "Response"]), {key: value.node})
    return structured("question", prompt, schema, {key: value.json}, check={"domain": domain.name})


def passage_question(passages, dice):
    """A passage of some sentences and one to three questions about it."""
    if dice.happens(0.15):
        return typed_question(passages, dice)
    domain = passages.domain(dice)
    record = passages.record(domain, dice)
    others = [n for n in domain.fields if n != domain.subject]
    wanted = [domain.subject] + dice.sample(others, min(len(others), dice.randint(1, 5)))
    text, told = passages.passage(record, wanted, dice)
    askable = [n for n in told if domain.fields[n].questions[dice.side]]
    silent = [n for n in domain.fields if n not in told]
    turns = dice.choice([1, 1, 1, 2, 3])
    asked, answers = [], []
    for _ in range(turns):
        if silent and dice.happens(0.12):
            name = dice.choice(silent)
            silent.remove(name)
            answer = UNKNOWN
        elif askable:
            name = dice.choice(askable)
            answer = value_answer(domain.fields[name], record.values[name])
            askable.remove(name)
        else:
            break
        question = dice.choose(dice.pick(domain.fields[name].questions))
        if names_untold(question, domain, told):
            continue
        asked.append(dice.fill(question, record.slots))
        answers.append(answer)
    if not asked:
        return passage_question(passages, dice)
    prompt = dice.say(REQUESTS, {"text": text, "question": asked[0]})
    messages = [message("system", dice.say(SYSTEMS))] if dice.happens(0.15) else []
    messages += [message("user", prompt), message("assistant", answers[0])]
    for question, answer in zip(asked[1:], answers[1:]):
        messages += [message("user", question), message("assistant", answer)]
    return sample("question", messages, check={"kind": "f1", "gold": answers[-1], "domain": domain.name,
                                               "known": not domain.held})
