"""Errands: tools with requests for them, their arguments, results, and what an answer takes of a result."""

import json
from dataclasses import dataclass, field

STRING, INTEGER, NUMBER = {"type": "string"}, {"type": "integer"}, {"type": "number"}
VALUES = {
    "city": "Lisbon Bergen Vienna Boston Cairo Toronto Dublin Madrid Oslo Prague Tokyo Lima Geneva Naples Delhi".split(),
    "person": "Maria Tom Julia Henry Aisha Peter Lena Omar Nina Victor Clara Ravi".split(),
    "day": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(),
    "time": "6:15 7:30 8:00 9:45 10:20 12:30 14:00 17:15 18:40 21:00".split(),
    "minutes": [3, 5, 8, 10, 12, 15, 20, 25, 40, 45, 60, 90],
    "item": "milk bread butter apples coffee rice eggs soap onions cheese honey pasta".split(),
    "room": "kitchen|bedroom|bathroom|living room|hall|garage|office".split("|"),
    "artist": "Mozart|Bach|Adele|Queen|Miles Davis|Vivaldi|Shakira|The Beatles".split("|"),
    "event": "dentist|yoga|lunch with Nina|piano lesson|team meeting|football|haircut".split("|"),
    "dish": "soup|pancakes|curry|salad|lasagna|risotto|chili|stew".split("|"),
    "cuisine": "Italian Greek Indian Thai Mexican Japanese Turkish".split(),
    "amount": [5, 12, 20, 35, 50, 80, 120, 250],
    "currency": "euros dollars yen francs pounds pesos".split(),
    "parcel": "A1042 B7730 C3355 K9081 M2204 T6617".split(),
    "word": "harbour meadow lantern compass orchard thunder".split(),
    "state": ["on", "off"],
    "degrees": [17, 18, 19, 20, 21, 22, 23],
}
RESULTS = {
    "sky": "sunny cloudy rainy windy snowy foggy".split(), "degrees": list(range(-6, 33)), "clock": VALUES["time"],
    "phone": [f"555-01{number}" for number in range(20, 80, 7)], "price": [14, 22, 31, 47, 63, 90],
    "place": "The Blue Door|Casa Luna|Old Mill|Golden Spoon|Green Table".split("|"),
    "song": "Morning Light|Blue River|Winter Song|Little Waltz".split("|"), "hours": [2, 3, 4, 6, 9, 11],
    "where": "at the depot|on its way|at the post office|delivered".split("|"),
    "meaning": "a place for ships|a field of grass|a light to carry|a tool that shows north".split("|"), "done": ["ok"],
}


@dataclass
class Errand:
    """A tool. Arguments are (name, kind of value), results (name, kind); `used` are patterns with both filled in."""
    name: str
    description: str
    arguments: list
    asked: list
    results: list
    used: list
    then: list = field(default_factory=list)

    def tool(self):
        kinds = {"minutes": INTEGER, "degrees": INTEGER, "amount": NUMBER, "state": {**STRING, "enum": ["on", "off"]}}
        properties = {name: kinds.get(kind, STRING) for name, kind in self.arguments}
        return {"name": self.name, "description": self.description, "parameters": {
            "type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}}

    def turn(self, dice, follows):
        """A request for it, where it `follows` another one maybe a short one, with the check and the result."""
        values = {name: dice.choice(VALUES[kind]) for name, kind in self.arguments}
        result = {name: dice.choice(RESULTS[kind]) for name, kind in self.results}
        short = follows and self.then and dice.random() < 0.5
        return {"user": dice.choice(self.then if short else self.asked).format(**values), "check": {
            "kind": "call", "name": self.name, "arguments": values, "result": json.dumps(result),
            "used": [each.format(**values, **result) for each in self.used]}}


DONE = "|done|set|added|sent|ok|saved|started|is on|is off|will"
ERRANDS = [
    Errand("getWeather", "Tells the weather of a city.", [("city", "city")],
           ["What is the weather in {city}?", "How is the weather in {city} today?", "weather in {city}",
            "Do I need an umbrella in {city}?", "Is it cold in {city}?"],
           [("condition", "sky"), ("temperature", "degrees")], ["{condition:.3}|(?<!\\d){temperature}\\b"],
           ["And in {city}?", "What about {city}?"]),
    Errand("getTime", "Tells what time it is in a city.", [("city", "city")],
           ["What time is it in {city}?", "How late is it in {city}?", "Tell me the time in {city}."],
           [("time", "clock")], ["{time}"], ["And in {city}?"]),
    Errand("setTimer", "Starts a timer.", [("minutes", "minutes")],
           ["Set a timer for {minutes} minutes.", "timer {minutes} minutes",
            "Start a timer for {minutes} minutes, please."],
           [("status", "done")], ["{minutes}" + DONE]),
    Errand("setAlarm", "Sets an alarm.", [("time", "time")],
           ["Wake me at {time}.", "Set an alarm for {time}.", "I want to get up at {time}."],
           [("status", "done")], ["{time}" + DONE]),
    Errand("findContact", "Finds the phone number of a person.", [("name", "person")],
           ["What is the phone number of {name}?", "Find the number of {name}.", "I need the number of {name}."],
           [("phone", "phone")], ["{phone}"], ["And of {name}?"]),
    Errand("addEvent", "Adds an event to the calendar.", [("title", "event"), ("day", "day")],
           ["Put {title} in my calendar for {day}.", "Add {title} on {day} to my calendar.",
            "I have {title} on {day}, please note it."],
           [("status", "done")], ["{title}|{day}" + DONE]),
    Errand("playMusic", "Plays music of an artist.", [("artist", "artist")],
           ["Play something by {artist}.", "I want to hear {artist}.", "play {artist}"],
           [("song", "song")], ["{song}|{artist}"]),
    Errand("setLight", "Turns the light of a room on or off.", [("room", "room"), ("state", "state")],
           ["Turn {state} the light in the {room}.", "Switch the light in the {room} {state}.",
            "light {state} in the {room}"],
           [("status", "done")], ["{room}|{state}" + DONE]),
    Errand("addToShoppingList", "Adds an item to the shopping list.", [("item", "item")],
           ["Add {item} to my shopping list.", "Put {item} on the shopping list.", "We need {item}, put it on the list."],
           [("status", "done")], ["{item}" + DONE], ["And {item}.", "{item} too, please."]),
    Errand("convertCurrency", "Converts an amount of money into another currency.",
           [("amount", "amount"), ("currency", "currency")],
           ["Convert {amount} dollars to {currency}.", "How many {currency} are {amount} dollars?"],
           [("result", "price")], ["\\b{result}\\b"]),
    Errand("findRestaurant", "Finds a restaurant.", [("cuisine", "cuisine"), ("city", "city")],
           ["Find a {cuisine} restaurant in {city}.", "Where can I eat {cuisine} food in {city}?"],
           [("restaurant", "place")], ["{restaurant}"]),
    Errand("trackParcel", "Tells where a parcel is.", [("number", "parcel")],
           ["Where is my parcel {number}?", "Track parcel {number}.", "parcel {number}"],
           [("status", "where")], ["{status}"], ["And {number}?"]),
    Errand("searchRecipes", "Searches for a recipe.", [("dish", "dish")],
           ["Find a recipe for {dish}.", "How do I cook {dish}?", "I want to make {dish}."],
           [("minutes", "price")], ["{dish}|{minutes}"]),
    Errand("getTravelTime", "Tells how long it takes to a city.", [("city", "city")],
           ["How long does it take to {city}?", "How many hours is it to {city}?"],
           [("hours", "hours")], ["\\b{hours}\\b"], ["And to {city}?"]),
    Errand("setHeating", "Sets the temperature of a room.", [("room", "room"), ("degrees", "degrees")],
           ["Heat the {room} to {degrees} degrees.", "Set the {room} to {degrees} degrees."],
           [("status", "done")], ["{degrees}|{room}" + DONE]),
    Errand("lookUpWord", "Looks up what a word means.", [("word", "word")],
           ["What does {word} mean?", "Look up the word {word}."],
           [("meaning", "meaning")], ["{meaning}"], ["And {word}?"]),
]
