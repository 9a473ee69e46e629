"""Real messages with marked spans, as extraction and as tool calls: Snips (CC0), restaurant8k, HWU64 (CC BY 4.0)."""

import collections
import json
import re

from . import commands, schemas
from .calls import SYSTEMS as CALL_SYSTEMS, call_message
from .extract import SYSTEMS
from .frames import Split, frames
from .samples import message, sample, structured
from .toolbox import styled
from .values import STRING

# Intent of Snips: names of its tool, what it does, type name, and its entities with keys and descriptions.
INTENTS = {
    "AddToPlaylist": ("add to playlist; add song; playlist add", "Adds music to a playlist.", "PlaylistItem", {
        "playlist": ("playlist; listName; list", "The playlist"), "artist": ("artist; singer; by", "The artist"),
        "entity_name": ("song; title; track", "The song")}),
    "BookRestaurant": ("book restaurant; reserve restaurant; find restaurant", "Books a restaurant.", "Booking", {
        "restaurant_type": ("kind; type; venue", "The kind of place"), "party_size_number": (
            "people; guests; partySize", "How many people"), "city": ("city; town; place", "The city"),
        "country": ("country; land", "The country"), "state": ("state; region", "The state"),
        "timeRange": ("time; when; at", "When"), "restaurant_name": ("name; restaurant", "The name of the restaurant"),
        "served_dish": ("dish; food; meal", "What to eat"), "cuisine": ("cuisine; style", "The cuisine")}),
    "GetWeather": ("get weather; weather; forecast", "Tells the weather.", "WeatherQuestion", {
        "timeRange": ("time; when; date", "When"), "city": ("city; town; place", "The city"),
        "country": ("country; land", "The country"), "state": ("state; region", "The state"),
        "condition_description": ("condition; weather; sky", "The weather asked for"),
        "geographic_poi": ("park; area; spot", "The area")}),
    "PlayMusic": ("play music; start music; music", "Plays music.", "MusicRequest", {
        "artist": ("artist; singer; by", "The artist"), "track": ("song; track; title", "The song"),
        "album": ("album; record", "The album"), "year": ("year; decade; from", "The time it is from"),
        "genre": ("genre; style", "The kind of music"), "service": ("service; player; app", "The service"),
        "playlist": ("playlist; list", "The playlist")}),
    "RateBook": ("rate book; give rating; rate", "Rates a book.", "BookRating", {
        "rating_value": ("rating; stars; points", "The rating"), "object_name": ("title; book; name", "The book"),
        "best_rating": ("outOf; best; maximum", "The best rating")}),
    "SearchCreativeWork": ("find work; search title; look up", "Finds a book, film, song or show.", "Search", {
        "object_name": ("title; name; work", "The title"), "object_type": ("kind; type; medium", "What it is")}),
    "SearchScreeningEvent": ("find movie; movie times; show times", "Finds where and when movies are shown.", "Screening", {
        "movie_name": ("movie; film; title", "The movie"), "location_name": ("cinema; place; theatre", "The cinema"),
        "timeRange": ("time; when", "When"), "movie_type": ("kind; type", "The kind of movies")}),
}
RESTAURANT = ("book table; reserve table; table", "Books a table.", "Reservation", {
    "people": ("people; guests; party", "Who comes, or how many"), "date": ("date; day; on", "The day"),
    "time": ("time; at; hour", "The time"), "first_name": ("firstName; first; givenName", "The first name"),
    "last_name": ("lastName; surname; familyName", "The last name")})
# Parts that mean the same to a tool, and those that make a message one about which its parts do not say all.
RENAMED = {"condition_temperature": "condition_description", "party_size_description": "party_size_number"}
UNNAMED = {"object_select", "current_location", "object_location_type", "poi"}
# Entities whose words say themselves what they are: whether a name is a city's, a state's or a country's is mostly all
# that tells under which key it comes.
TELLING = set("""city state country geographic_poi timeRange condition_description restaurant_type served_dish cuisine
party_size_number genre service year""".split())
RIVALS = "weather music song table restaurant book match".split()

REQUESTS = frames("""
{text}
{text}
Extract the data from this message: {text}
What are the details? {text}
{text}\\n\\nFill in the form.
Message: {text}
[Read|Parse] this request: {text}
[Find|Get] the details in this message.\\n\\n{text}

Somebody said this to [a phone|an assistant]: {text}
User: {text}\\n\\nWhich details did the user give?
"{text}"\\nNote down what is asked for.
Take this order apart: {text}
{text}\\n\\nPick out the parts that matter.
Customer request: {text}
I was sent the line below. What does it ask for, exactly?\\n{text}
Fill the slots from [this|the following] sentence: {text}
{text}\\n^ put that into fields
Could you take down this wish?\\n{text}
Input: {text}\\nOutput:
What exactly does this person want?\\n\\n{text}
A caller told us: "{text}" Enter it, please.
[Utterance|Command|Query]: {text}
Get the values out of "{text}"
Write down what was wanted, in the words that were used: {text}
Here is a line from a chat. Copy its details into our form.\\n{text}
Values, please: {text}
{text}\\n\\nWhat has to be known to do that?
Understand this and keep what it says.\\n{text}
One of our users typed: {text}
Turn the following line into data.\\n\\n{text}
Voice message: {text}\\n\\nNow as a record:
Which words here tell what is needed?\\n\\n{text}
""")


def spans(folder):
    """(intent, text, {entity: words}) of all messages."""
    for path in sorted((folder / "snips_cc0").glob("*__train_*_full.json")):
        for intent, rows in json.loads(path.read_text(encoding="utf-8", errors="replace")).items():
            for row in rows:
                found = [(RENAMED.get(p["entity"], p["entity"]), p["text"].strip()) for p in row["data"] if "entity" in p]
                yield "snips", intent, "".join(p["text"] for p in row["data"]).strip(), found
    for path in sorted((folder / "banking77_restaurant8k").glob("*restaurant8k__train_0.json")):
        for row in json.loads(path.read_text()):
            text = row["userInput"]["text"]
            found = []
            for label in row.get("labels", []):
                span = label["valueSpan"]
                end = span["endIndex"]
                hours = re.match(r"(?i)\s?[ap]\.?m\b", text[end:]) if label["slot"] == "time" else None
                found.append((label["slot"], text[span.get("startIndex", 0):end + (hours.end() if hours else 0)]))
            if re.search(r"cancel|change|amend|move", text.lower()):
                continue
            yield "restaurant8k", "Reservation", text, found


def bare(words):
    """A marked part without what one annotator took along and another did not."""
    words = re.sub(r"[\s.,?!]+$", "", words.strip())
    words = re.sub(r"'s$|^(to|by) (?=\S+( percent)?$)", "", words)
    return re.sub(r"^(the )?(\S+) (people|guests|persons)$", r"\2", words)


def usable(messages, intents):
    """The messages of each intent of which every marked part stands in them once."""
    result = {}
    for source, intent, text, found in messages:
        if UNNAMED & {entity for entity, _ in found}:
            continue
        marked, found = found, {entity: bare(words) for entity, words in found if entity in intents[intent][3]}
        if len(set(found.values())) < len(found) or {"movies", "films", "movie"} & set(found.values()):
            continue
        if found and len(dict(marked)) == len(marked) and text.isascii() and 12 < len(text) < 110 and not set(text) & {
                "\n", '"'} and all(text.count(words) == 1 for words in found.values()):
            result.setdefault(intent, {})[text] = (source, text, tuple(found.items()))
    return {intent: list(rows.values()) for intent, rows in result.items()}


def refilled(text, found, draw, dice):
    """A message with other words in most of its marked parts, or as it was where these could not be told apart.

    Messages are few and come again and again; so changed, their parts have to be found by what stands around them.
    """
    new = {entity: draw(entity, words) if dice.happens(0.7) else words for entity, words in found.items()}
    parts = re.split("(" + "|".join(map(re.escape, sorted(found.values(), key=len, reverse=True))) + ")", text)
    renamed = {words: new[entity] for entity, words in found.items()}
    changed = "".join(renamed.get(part, part) for part in parts)
    is_clear = len(set(new.values())) == len(new) and all(changed.count(words) == 1 for words in new.values())
    return (changed, new) if is_clear and len(changed) < 130 else (text, found)


class Spans:
    """The messages that can be used, split. HWU64 came later, and is for training alone."""

    def __init__(self, folder, values):
        self.values = values
        self.intents = INTENTS | {"Reservation": RESTAURANT}
        self.messages = {intent: Split(rows, 10) for intent, rows in usable(spans(folder), self.intents).items()}
        self.first = list(self.messages)
        self.intents |= commands.tools(folder / "hwu64")
        of_homes = [("hwu64", *each) for each in commands.commands(folder / "hwu64")]
        later = {intent: rows for intent, rows in usable(of_homes, self.intents).items() if len(rows) >= 10}
        self.later = list(later)
        self.messages |= {intent: Split([]).grow(rows) for intent, rows in later.items()}
        self.fillers = {}  # what training has as the words of an entity, as often as it has them
        for messages in self.messages.values():
            for _, _, found in messages.train:
                for entity, words in found:
                    self.fillers.setdefault(entity, []).append(words)
        self.keys = {entity: keys.split("; ") for _, _, _, entities in INTENTS.values()
                     for entity, (keys, _) in entities.items()}
        heard = collections.Counter(words for entity in TELLING
                                    for words in {words.lower() for words in self.fillers[entity]})
        self.telling = {entity: sorted({words for words in self.fillers[entity] if heard[words.lower()] == 1})
                        for entity in sorted(TELLING)}

    def intent(self, dice, later=0.0):
        """What a message may ask for; `later` is the share of HWU64."""
        return dice.choice(self.later if dice.side == "train" and dice.happens(later) else self.first)

    def message(self, intent, dice):
        """Source, a message of an intent, and its values by entity."""
        source, text, found = dice.pick(self.messages[intent])
        found = dict(found)
        if dice.side == "train" and dice.happens(0.6):
            text, found = refilled(text, found, lambda entity, words: self.other(entity, words, dice), dice)
        return source, text, found

    def other(self, entity, words, dice):
        """What may stand in the place of an entity's words: those of another message, now and then any at all.

        Any at all only where something around them says what they are; a name that nobody knows may be a city's.
        """
        if entity not in TELLING - {"city"} and words.isalpha() and dice.happens(0.15):
            return self.values.unusual(words, dice)
        return dice.choice(self.fillers[entity])

    def asked(self, intent, said, counts, dice):
        """The entities that are said, and one of the counts of others, in any order."""
        others = [entity for entity in self.intents[intent][3] if entity not in said]
        asked = list(said) + dice.sample(others, min(len(others), dice.choice(counts)))
        dice.shuffle(asked)
        return asked

    def extraction(self, dice):
        """The values of a message, with one or two properties that it may not have."""
        intent = self.intent(dice, later=0.15)
        source, text, found = self.message(intent, dice)
        _, _, type_name, entities = self.intents[intent]
        asked = self.asked(intent, found, [0, 0, 1, 2], dice)
        properties, value, required = {}, {}, []
        for entity in asked:
            keys, description = entities[entity]
            key = dice.choice(keys.split("; "))
            if key in properties:
                continue
            properties[key] = schemas.described(STRING, description if dice.happens(0.4) else "")
            if entity in found:
                value[key] = found[entity]
            if len(asked) == len(found):
                required.append(key)
        schema = schemas.object_schema(type_name, properties, required)
        prompt = dice.phrase(dice.pick(REQUESTS), {"text": text})
        system = dice.say(SYSTEMS) if dice.happens(0.15) else None
        return structured("extract", prompt, schema, value, system=system, source=source, check={"real": True})

    def form(self, intent, said, dice):
        """A schema for messages of an intent, in which all is optional, and the key of each entity that it has.

        It has those that are `said`, and up to two others.
        """
        _, _, type_name, entities = self.intents[intent]
        asked = self.asked(intent, said, [0, 1, 1, 2], dice)
        keys, properties = {}, {}
        for entity in asked:
            words, description = entities[entity]
            key = dice.choice(words.split("; "))
            if key not in properties:
                keys[entity] = key
                properties[key] = schemas.described(STRING, description if dice.happens(0.2) else "")
        return schemas.object_schema(type_name, properties, []), keys

    def offer(self, intent, style, dice):
        """The tool of an intent, and the key of each entity."""
        names, description, _, entities = self.intents[intent]
        keys = {entity: styled(dice.choice(words.split("; ")), style) for entity, (words, _) in entities.items()}
        if len(set(keys.values())) < len(keys):
            keys = {entity: styled(words.split("; ")[0], style) for entity, (words, _) in entities.items()}
        properties = {keys[entity]: schemas.described(STRING, entities[entity][1] if dice.happens(0.3) else "")
                      for entity in entities}
        name = styled(dice.choice(names.split("; ")), style)
        return {"name": name, "description": description,
                "parameters": {"type": "object", "properties": properties, "required": []}}, keys

    def with_others(self, tools, count, style, toolbox, dice):
        """The tools of intents among others that do nothing like it, in any order."""
        tools, taken = list(tools), {tool["name"] for tool in tools}
        for _ in range(count):
            tool = toolbox.made_tool(dice) if dice.happens(0.4) else dice.pick(toolbox.known)
            offer = toolbox.offer(tool, style, dice).definition
            if offer["name"] not in taken and not any(rival in offer["name"].lower() for rival in RIVALS):
                taken.add(offer["name"])
                tools.append(offer)
        dice.shuffle(tools)
        return tools

    def call(self, toolbox, dice):
        """The call that a message asks for."""
        intent = self.intent(dice)
        source, text, found = self.message(intent, dice)
        style = dice.choice(["snake", "camel"])
        tool, keys = self.offer(intent, style, dice)
        tools = self.with_others([tool], dice.choice([0, 1, 2, 2, 3]), style, toolbox, dice)
        arguments = {keys[entity]: found[entity] for entity in keys if entity in found}
        messages = [message("system", dice.say(CALL_SYSTEMS))] if dice.happens(0.3) else []
        return sample("tool", messages + [message("user", text), call_message(tool["name"], arguments)], source=source,
                      tools=tools, check={"kind": "call", "gold": {"name": tool["name"], "arguments": arguments}, "real": True})
