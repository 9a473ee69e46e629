"""Several of a kind in one conversation: of each token that is read, more are answers.

For training alone. Most of a single sample is its prompt; of the characters of a
series up to twice as many are answers. What a task asks for first is as it always
is, so a series is a sample of the task with more turns.
"""

import json

from . import calls, extract, questions, schemas
from .frames import enumeration, frames
from .samples import conversation, message, sample, structured
from .classify import OPEN_REQUESTS, REQUESTS, TAGGING, choices, draw_set, tags_schema
from .spans import REQUESTS as MESSAGE_REQUESTS
from .values import STRING

NEXT = frames("""
{text}
{text}
{text}
[Next|Another|And this]: {text}
[And this one|Now this one]? {text}
[Next one|The next|One more]. {text}
"{text}"
""")


def labels(sets, real, slots, dice):
    """Messages to be classified under the same few labels."""
    source = "generator"
    if dice.happens(0.35):
        source = dice.choice(["clinc150", "clinc150", *real])
        labelled = real[source]
    else:
        labelled = draw_set(sets, dice)
    _, called = choices(labelled, dice)
    names = list(called.values())
    what, key = dice.choice(labelled.whats), None
    schema = schemas.enumeration_schema(names)
    form = dice.choice(["words", "json", "object"])
    if form == "object":
        key = dice.choice([what, "label", "kind", "result"])
        schema = schemas.object_schema(labelled.type_name, {key: schema})
    turns = []
    for number in range(dice.randint(3, 8)):
        gold = dice.choice(list(called))
        text = labelled.message(gold, slots, dice)
        fill = {"text": text, "what": what, "What": what.capitalize(), "labels": enumeration(names, "or"),
                "commas": ", ".join(names)}
        request = dice.say(NEXT if number else OPEN_REQUESTS if form == "words" else REQUESTS, fill)
        if number == 0 and form != "words":
            request = schemas.asking(request, schema)
        name = called[gold]
        turns.append((request, name if form == "words" else schemas.compact({key: name} if key else name)))
    return conversation("classify", turns, source=source)


def tags(sets, slots, dice):
    """Texts one after the other, and which of the same tags each of them has."""
    labelled = sets["topic"]
    names = list(labelled.labels)
    offered = sorted(dice.sample(names, min(len(names), dice.randint(4, 8))), key=names.index)
    schema, turns = tags_schema([name[0] for name in offered], dice), []
    for number in range(dice.randint(3, 7)):
        gold = dice.sample(offered, dice.choice([1, 2, 2, 3]))
        text = " ".join(labelled.message(name, slots, dice) for name in gold)
        if number:
            request = dice.say(NEXT, {"text": text})
        else:
            request = schemas.asking(dice.choice(TAGGING).replace("{text}", text), schema)
        turns.append((request, schemas.compact({"tags": [name[0] for name in gold]})))
    return conversation("classify", turns)


def answers(passages, dice):
    """A passage, and questions about all that it tells."""
    domain = passages.domain(dice)
    record = passages.record(domain, dice)
    others = [name for name in domain.fields if name != domain.subject]
    text, told = passages.passage(record, [domain.subject] + dice.sample(others, min(len(others), 5)), dice)
    silent = [name for name in others if name not in told]
    asked = told + dice.sample(silent, min(len(silent), 1))
    dice.shuffle(asked)
    turns = []
    for name in asked:
        found = domain.fields[name].questions[dice.side]
        question = dice.choose(dice.choice(found)) if found else None
        if question is None or questions.names_untold(question, domain, told):
            continue
        question = dice.fill(question, record.slots)
        answer = questions.value_answer(domain.fields[name], record.values[name]) if name in told else questions.UNKNOWN
        if not turns:
            question = dice.say(questions.REQUESTS, {"text": text, "question": question})
        turns.append((question, answer))
    return conversation("question", turns) if turns else answers(passages, dice)


def records(passages, dice):
    """Passages about several subjects, and the same fields of each."""
    domain = passages.domain(dice)
    others = [name for name in domain.fields if name != domain.subject]
    names = [domain.subject] + dice.sample(others, min(len(others), dice.randint(1, 3)))
    dice.shuffle(names)
    keys = {name: extract.key_for(domain.fields[name], dice) for name in names}
    turns = []
    for number in range(dice.randint(2, 4)):
        record = passages.record(domain, dice)
        extra = [name for name in others if name not in names]
        text, told = passages.passage(record, names + dice.sample(extra, min(len(extra), dice.choice([0, 1, 2]))), dice)
        if len(set(keys.values())) < len(keys) or not set(names) <= set(told):
            return extract.extraction(passages, dice)
        value = {keys[name]: record.values[name].json for name in names}
        request = dice.say(extract.REQUESTS if not number else NEXT, {"text": text, "noun": domain.noun})
        if not number:
            schema = schemas.object_schema(dice.choice(domain.types), {
                keys[name]: extract.node_for(domain.fields[name], record.values[name], dice, 0) for name in names})
            request = schemas.asking(request, schema)
        turns.append((request, schemas.compact(value)))
    return conversation("extract", turns)


def requests(toolbox, tools, dice, task="tool"):
    """Requests one after the other for some of the same tools."""
    style, names, offers = dice.choice(["snake", "camel"]), set(), []
    for tool in tools:
        if not names & set(tool.names):
            names |= set(tool.names)
            offers.append(toolbox.offer(tool, style, dice))
    messages = [message("system", dice.say(calls.SYSTEMS))] if dice.happens(0.3) else []
    answer = ""
    for _ in range(dice.randint(2, 5)):
        offer = dice.choice(offers)
        request, values = toolbox.request(offer.tool, dice)
        arguments = {offer.keys[a.name]: values[a.name].json for a in offer.tool.arguments if a.name in values}
        told = toolbox.result(offer.tool, values, dice)
        result, answer = told if told else ({"status": "done"}, "Done.")
        content = str(next(iter(result.values()))) if len(result) == 1 else json.dumps(result, ensure_ascii=False)
        messages += [message("user", request), calls.call_message(offer.definition["name"], arguments),
                     {"role": "tool", "content": content, "name": offer.definition["name"]},
                     message("assistant", answer)]
    return sample(task, messages, tools=[offer.definition for offer in offers],
                  check={"kind": "exact", "gold": answer})


def lists(passages, dice):
    """Texts about several subjects each, one after the other."""
    domain = passages.domain(dice)
    keys, turns = extract.listed(domain, dice), []
    if len(set(keys.values())) < len(keys):
        return extract.extraction(passages, dice)
    for number in range(dice.randint(2, 4)):
        found = extract.several(passages, domain, keys, dice.choice([1, 2, 3, 4, 5]), dice)
        if found is None:
            return extract.extraction(passages, dice)
        text, values, record = found
        request = dice.say(NEXT if number else extract.LIST_REQUESTS, {"text": text})
        if not number:
            schema, key = extract.list_schema(domain, keys, record, dice)
            request = schemas.asking(request, schema)
        turns.append((request, schemas.compact({key: values})))
    return conversation("extract", turns)


def real_requests(spans, toolbox, dice):
    """Real messages one after the other for the tools of one or two intents, among others."""
    style, offers = dice.choice(["snake", "camel"]), {}
    for _ in range(dice.choice([1, 1, 2])):
        intent = spans.intent(dice, later=0.1)
        tool, keys = spans.offer(intent, style, dice)
        if tool["name"] not in [other["name"] for other, _ in offers.values()]:
            offers[intent] = tool, keys
    tools = spans.with_others([tool for tool, _ in offers.values()], dice.choice([0, 0, 1, 2]), style, toolbox, dice)
    messages = [message("system", dice.say(calls.SYSTEMS))] if dice.happens(0.2) else []
    answer, result = dice.choice(["Done.", "It is done.", "OK."]), dice.choice(["done", "ok", '{"status": "done"}'])
    for _ in range(dice.randint(2, 5)):
        intent = dice.choice(list(offers))
        tool, keys = offers[intent]
        source, text, found = spans.message(intent, dice)
        arguments = {keys[entity]: found[entity] for entity in keys if entity in found}
        messages += [message("user", text), calls.call_message(tool["name"], arguments),
                     {"role": "tool", "content": result, "name": tool["name"]}, message("assistant", answer)]
    return sample("tool", messages, source=source, tools=tools, check={"kind": "exact", "gold": answer})


def real_records(spans, dice):
    """Real messages one after the other for the same form, which has a place for all that the first one says."""
    intent = spans.intent(dice, later=0.1)
    said = [spans.message(intent, dice) for _ in range(dice.randint(3, 8))]
    schema, keys = spans.form(intent, said[0][2], dice)
    turns = []
    for number, (_, text, found) in enumerate(said):
        request = dice.phrase(dice.pick(NEXT if number else MESSAGE_REQUESTS), {"text": text})
        value = {key: found[entity] for entity, key in keys.items() if entity in found}
        turns.append((request if number else schemas.asking(request, schema), schemas.compact(value)))
    return conversation("extract", turns, source=said[0][0])


def kinds(spans, dice):
    """Words in a row, each of which fits one place of a form alone: a city, a state, a dish, a cuisine."""
    intent = dice.choice(["GetWeather", "GetWeather", "BookRestaurant", "BookRestaurant", "PlayMusic"])
    entities = [entity for entity in spans.intents[intent][3] if entity in spans.telling]
    schema, keys = spans.form(intent, dice.sample(entities, min(len(entities), dice.randint(2, 5))), dice)
    places, turns = [entity for entity in keys if entity in spans.telling], []
    for number in range(dice.randint(3, 7)):
        words = {entity: dice.choice(spans.telling[entity])
                 for entity in dice.sample(places, min(len(places), dice.randint(1, 4)))}
        text = dice.choice([", ", ", ", " ", "; "]).join(words.values())
        value = {keys[entity]: words[entity] for entity in keys if entity in words}
        if not number:
            request = dice.phrase(dice.pick(MESSAGE_REQUESTS), {"text": text})
            text = schemas.asking(request, schema)
        turns.append((text, schemas.compact(value)))
    return conversation("kinds", turns, source="snips")


SORTING = frames("""
Sort these: {text}
{text}\\n\\nSort them.
[Which of them is what|What is what]? {text}
Put each of these where it belongs: {text}
{text}: who is what?
Here are some words in no order: {text}
Mixed up: {text}\\nPlease bring them into order.
""", 99)


def sorting(spans, dice):
    """Many words at once, each to be put into the list of its kind: which are states, which are countries?

    Of all samples these name the most places with the fewest tokens.
    """
    entities = dice.sample(list(spans.telling), dice.randint(2, 4))
    if dice.happens(0.6):
        entities = dice.sample(["city", "state", "country", "geographic_poi"], dice.randint(2, 4))
    keys = {entity: dice.choice(spans.keys[entity]) for entity in entities}
    if len(set(keys.values())) < len(keys):
        return sorting(spans, dice)
    words = {word: entity for entity in entities for word in dice.sample(
        spans.telling[entity], min(len(spans.telling[entity]), dice.randint(3, 12)))}
    order = list(words)
    dice.shuffle(order)
    schema = schemas.object_schema(dice.choice(["Sorted", "Kinds", "Lists", "Groups"]), {
        keys[entity]: {"type": "array", "items": STRING} for entity in entities})
    value = {keys[entity]: [word for word in order if words[word] == entity] for entity in entities}
    text = dice.phrase(dice.pick(SORTING), {"text": dice.choice([", ", "; "]).join(order)})
    return structured("kinds", text, schema, value, source="snips")


def of(make, task, dice):
    """Samples of one turn that ask for plain words, one after the other."""
    turns, count = [], dice.randint(3, 6)
    while len(turns) < count:
        each = make(dice)
        if len(each["messages"]) == 2 and "schema" not in each:
            turns.append(tuple(m["content"] for m in each["messages"]))
    return conversation(task, turns)
