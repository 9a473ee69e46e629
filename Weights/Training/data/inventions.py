"""Structured answers that are made up sensibly, or found in a sentence: trips, quiz questions, dishes, heroes, events.

A family has types (see forms.py), ways to ask, and a function that draws a record whose
values fit each other. Ways to ask may tell values of the record, as in "{a kind}".
"""

import re
from dataclasses import dataclass

from . import notions, schemas
from .forms import written
from .frames import article, enumeration
from .notions import items
from .samples import structured
from .structure import INVENT

FIRST = """
Mia Tom Anna Ben Clara David Emma Felix Greta Hugo Ida Jonas
Kira Leo Maria Nils Olga Paul Rosa Sam Tara Viktor Alice Omar
Lucy Ravi Sofia Ken Nora Ali Ella Max Jane Peter Ruth Henry Layla
Oscar Zoe Marco
""".split()
LAST = """
Berg Smith Keller Novak Rossi Hansen Brown Silva Kim Tanaka Weber
Jones Patel Fischer Moreau Lopez Olsen Green Baker Murphy Costa
Lindt Ivanov Clark Reed Sato Young Hill Kaya Wood
""".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = """January February March April May June July August September October November December""".split()
TOWNS = "Oslo Bergen Hamburg Leeds York Turin Lyon Ghent Graz Porto Dallas Boston Austin Cork Basel Malmö".split()
STREETS = """Station Road;Mill Lane;Park Street;Church Street;River Road;Oak Avenue;Garden Street;High Street;
King Street;Hill Road;Market Street;Rose Lane;Harbour Street;School Lane;Maple Drive""".replace("\n", "").split(";")
FANTASY = """
Arwin Borin Celda Dorin Elyra Fenn Garrok Hilda Ishra Jorun Kael
Lyra Morgat Nimue Orik Perrin Quill Rowan Selka Thora Ulric Vesna
Wren Yara Zoltan Brakka Elowen Grim Maelis Tovin
""".split()
COLOURS = "red blue green yellow black white brown grey purple orange pink silver".split()
HEX = {"red": "#FF0000", "green": "#00FF00", "blue": "#0000FF", "black": "#000000", "white": "#FFFFFF",
       "yellow": "#FFFF00",
       "orange": "#FFA500", "purple": "#800080", "pink": "#FFC0CB", "brown": "#A52A2A", "grey": "#808080"}
NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()


@dataclass
class Family:
    name: str
    types: str
    prompts: list
    make: object
    nouns: list
    check: str


FAMILIES, PLAIN = [], []


def family(types, prompts, nouns="", check="valid"):
    """Adds a family whose records the function draws. Nouns are for general ways to ask."""
    def add(make):
        ways = [line.strip() for line in prompts.strip().splitlines()]
        FAMILIES.append(Family(make.__name__, types, ways, make, nouns.split("/") if nouns else [], check))
        return make
    return add


def plain(share):
    """Adds a family of answers that are no objects: it makes whole samples."""
    def add(make):
        PLAIN.extend([make] * share)
        return make
    return add


SYSTEMS = """You are a helpful assistant.
You answer with data.
Your job is to make up content for a game.
You are a friendly assistant. Be brief.
Fill in the fields with sensible values.
You help people to plan their days.""".split("\n")


def made_up(family, dice):
    """A sample of a family."""
    record = family.make(dice)
    schema, value = written(family.types, record, dice)
    if family.nouns and dice.happens(0.25):
        prompt = dice.say(INVENT, {"noun": dice.choice(family.nouns)})
    else:
        prompt = dice.fill(dice.choice(family.prompts), record)
    return structured("invented", varied(prompt, dice), schema, value,
                      system=dice.choice(SYSTEMS) if dice.happens(0.08) else None, check={"kind": family.check})


def varied(prompt, dice):
    """Sometimes as people type: without a capital or a full stop, or with please."""
    draw = dice.random()
    if draw < 0.08 and "\n" not in prompt:
        return prompt[0].lower() + prompt[1:].rstrip(".")
    if draw < 0.12:
        return "Please " + prompt[0].lower() + prompt[1:] if re.match("Make|Write|Give|Create|Plan|Suggest",
                                                                      prompt) else prompt
    return prompt.rstrip(".") if draw < 0.2 else prompt


def bare(prompt, schema, value, dice, kind="json"):
    """A sample whose answer is one value."""
    return structured("invented", varied(prompt, dice), schema, value, check={"kind": kind})


def invented(dice):
    """Something made up, found in a sentence, or known, as a schema asks for it."""
    return dice.choice(PLAIN)(dice) if dice.happens(0.3) else made_up(dice.choice(FAMILIES), dice)


def name(dice):
    return f"{dice.choice(FIRST)} {dice.choice(LAST)}"


def clock(dice):
    return f"{dice.randint(7, 21):02}:{dice.choice(['00', '15', '30', '45'])}"


def price(dice, low, high):
    return dice.randint(low, high) + dice.choice([0.5, 0.9, 0.95, 0.99, 0.25])


def email(who, dice):
    first, last = re.sub("ö", "o", who).lower().split()
    domain = dice.choice("example.com mail.example example.org post.example".split())
    return dice.choice([f"{first}.{last}@{domain}", f"{first}@{domain}", f"{first[0]}.{last}@{domain}"])


def phone(dice):
    return f"555-{dice.randint(100, 999):03}-{dice.randint(0, 9999):04}"


def date(dice):
    return f"20{dice.randint(24, 32)}-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}"


# Trips and towns.

ACTIVITIES = ["Visit {}.", "See {}.", "Take photos of {}.", "Spend an hour at {}.", "Go on a tour of {}.",
              "Walk to {}."]
MEALS = ["Try {}.", "Have {} for lunch.", "Enjoy {} for dinner.", "Taste the local {}."]


def sights(dice, count=3):
    city = dice.choice(notions.CITIES)
    return city, dice.sample(city[2], min(count, len(city[2])))


@family("""
Itinerary, Trip, TravelPlan, TripPlan, Journey:
title, name, trip title | text | An exciting name for the trip
*destination, city, destination name, place | text | Where the trip goes
country | text |
rationale, reason, why | text | Why the trip suits the traveller
description, summary, overview | text |
number of days, duration, day count, length | int 1 7 |
*days, plan, day plans, schedule | [DayPlan] | The plan of each day
DayPlan, Day, TripDay:
title, name, heading | text | A title for the day
subtitle, motto | text |
*activities, stops, things to do | [Activity] | What to do that day
Activity, Stop:
*type, kind, category | enum sightseeing/food/shopping/walk |
*title, name, place | text |
description, details, note | text |
""", """
Plan a {days_word}-day trip to {destination}.
Generate a {days_word}-day itinerary to {destination}.
Make [an itinerary|a travel plan] for {destination}, {_days}.
I am going to {destination} for {_days}. Plan it for me.
{_days} in {destination}
Give me a travel itinerary for {destination}.
[What should I do|What is there to see] in {destination} in {_days}?
Create a trip to {country} with {_days} in {destination}.
""")
def itinerary(dice):
    count = dice.choice([1, 2, 2, 3])
    city, seen = sights(dice, 6)
    days = []
    for number in range(count):
        places = seen[number * 2:number * 2 + 2]
        done = [{"type": dice.choice(["sightseeing", "sightseeing", "walk"]), "title": place,
                 "description": dice.choice(ACTIVITIES).format(place)} for place in places[:dice.choice([1, 2, 2])]]
        food = city[3][number % 3]
        lunch = dice.happens(0.5)
        meal = f"Have {food} for lunch." if lunch else dice.choice(MEALS).format(food)
        title = f"Lunch with {food}" if lunch else food.capitalize()
        done.append({"type": "food", "title": title, "description": meal})
        days.append({"title": dice.choice([f"Day {number + 1}", places[0], f"{places[0]} and {food}"]),
                     "subtitle": dice.choice([f"Discover {city[0]}", "Sights and food", "A day to remember"]),
                     "activities": done})
    return {"title": dice.choice([f"{NUMBERS[count].capitalize()} Days in {city[0]}" if count > 1
                                  else f"A Day in {city[0]}",
                                  f"Discover {city[0]}", f"The Best of {city[0]}"]),
            "destination": city[0], "country": city[1], "number of days": count, "days": days,
            "rationale": f"{city[0]} has famous sights and good {city[3][0]}.",
            "description": f"See {seen[0]} and {seen[1]}, and try {city[3][0]}.", "days_word": NUMBERS[count],
            "_days": NUMBERS[count] + (" days" if count > 1 else " day")}


@family("""
DayTrip, DayPlan, Outing:
*city, place, town | text |
*morning, before noon | text | What to do before noon
*afternoon, after lunch | text |
evening, at night | text |
lunch, food | text | What to eat
""", """
Plan a day in {city}.
What can I do in {city} in one day?
[One day|A single day] in {city}, please.
Suggest a day trip to {city}.
""")
def day_trip(dice):
    city, (first, second, third, *_) = sights(dice, 3)
    return {"city": city[0], "morning": f"Visit {first}", "afternoon": f"See {second}", "lunch": dice.choice(city[3]),
            "evening": f"Walk to {third}"}


@family("""
CityGuide, City, Guide, Destination:
*name, city, title | text | The name of the city
*country, nation | text |
*sights, attractions, places to visit, landmarks | [text] | Sights that visitors like
food, local dishes, specialities | [text] |
language, spoken language | text |
currency, money | text |
best season, when to go | enum spring/summer/autumn/winter |
""", """
Write a short city guide for {name}.
What should visitors know about {name}?
[Tell me|I want to know] about {name}.
Sights and food in {name}
Give me {count_word} sights of {name}.
Guide to {name}, {country}
""", "city guide/travel guide")
def city_guide(dice):
    city, seen = sights(dice, dice.choice([2, 3, 3, 4]))
    return {"name": city[0], "country": city[1], "sights": seen, "food": dice.sample(city[3], 2), "language": city[4],
            "currency": city[5], "best season": dice.choice(["spring", "summer", "autumn"]),
            "count_word": NUMBERS[len(seen)]}


@family("""
Landmark, Sight, Attraction, PointOfInterest:
*name, title | text |
*city, location, place | text |
country | text |
""", """
Name a landmark in {city}.
Suggest one sight in {city}.
Which famous place should I see in {city}?
""")
def landmark(dice):
    city, (seen, *_) = sights(dice, 1)
    return {"name": seen, "city": city[0], "country": city[1]}


@family("""
Hotel, Accommodation, Place:
*name, title, hotel name | text |
*city, town, location | text |
stars, rating, category | int 1 5 |
price per night, rate, nightly price | int 30 400 | In dollars
amenities, features, extras | [text] |
breakfast included, has breakfast | bool |
""", """
Make up a hotel in {city}.
Suggest a hotel in {city} for {cost} dollars.
Invent a hotel with {stars} stars.
""", "hotel")
def hotel(dice):
    stars, cost = dice.randint(2, 5), dice.randint(5, 30) * 10
    title = "Hotel " + dice.choice("Bellevue Central Panorama Aurora Riverside Garden Lindenhof Astoria".split())
    return {"name": title,
            "city": dice.choice(TOWNS), "stars": stars, "price per night": cost, "cost": cost,
            "amenities": dice.sample("wifi;pool;parking;garden;sauna;bar;gym".split(";"), dice.randint(2, 3)),
            "breakfast included": dice.happens(0.6)}


@family("""
Flight, FlightInfo, Connection:
*number, flight number, code | text |
*from, origin, departure city | text |
*to, destination, arrival city | text |
departure, departs at, departure time | text | As hours and minutes
gate | text |
seats left, free seats | int 0 200 |
""", """
Make up a flight from {from} to {to}.
Invent a flight to {to}.
Sample flight {from} to {to}
""", "flight")
def flight(dice):
    start, goal = dice.sample(notions.CITIES, 2)
    return {"number": f"{dice.choice(['SK', 'LX', 'BA', 'TP', 'QF', 'AY'])}{dice.randint(100, 999)}", "from": start[0],
            "to": goal[0], "departure": clock(dice), "gate": f"{dice.choice('ABCD')}{dice.randint(1, 40)}",
            "seats left": dice.randint(0, 120)}


@family("""
PackingList, Luggage, TripChecklist:
*destination, trip, place | text |
*items, things, things to pack | [text] | What to take along
""", """
What should I pack for {a destination}?
Make a packing list for {a destination}.
Packing list with {count_word} things: {destination}
""")
def packing(dice):
    where, things = dice.choice([
        ("beach holiday", "swimsuit;towel;sunscreen;sunglasses;sandals;hat;book"),
        ("ski trip", "skis;gloves;goggles;warm socks;helmet;thermal shirt;lip balm"),
        ("mountain hike", "boots;map;water bottle;rain jacket;snacks;first aid kit;compass"),
        ("camping weekend", "tent;sleeping bag;flashlight;matches;pan;insect spray;pocket knife"),
        ("business trip", "laptop;charger;suit;notebook;business cards;toothbrush;ironed shirts"),
        ("city trip", "comfortable shoes;camera;city map;umbrella;power bank;wallet;jacket")])
    chosen = dice.sample(things.split(";"), dice.randint(3, 5))
    return {"destination": where, "items": chosen, "count_word": NUMBERS[len(chosen)]}


# Questions and cards.

def quiz_record(dice, entry):
    question, right, wrong, topic = entry
    options = [right, *wrong]
    dice.shuffle(options)
    return {"question": question, "options": options, "answer": right, "index": options.index(right),
        "category": "general knowledge" if topic == "general" else topic,
            "difficulty": dice.choice(["easy", "medium", "hard"])}


@family("""
QuizQuestion, Question, TriviaQuestion, MultipleChoice:
*question, text, prompt | text | The question
*options, choices, answers, possible answers | [text] | Four answers
*answer, correct answer, right answer, solution | text | The right one of them
category, topic, subject | text |
difficulty, level | enum easy/medium/hard |
""", """
[Make|Write|Create] a quiz question about {category}.
Give me a trivia question.
A multiple choice question on {category}, please.
Ask me something about {category} with four answers.
I need a quiz question with four choices and the right one.
One question for my {category} quiz
Test my knowledge of {category}.
""", "quiz question/trivia question")
def quiz_question(dice):
    return quiz_record(dice, dice.choice(notions.QUIZ))


@family("""
QuizQuestion, Question, Card:
*question, text, prompt | text |
*options, choices, answers | [text] |
*index, correct index, answer index, solution index | int 0 3 | Counted from 0
""", """
Write a quiz question with the index of the right answer.
Quiz question about {category}, index counted from zero.
Make a question on {category}; say which choice is right by its index.
""")
def quiz_indexed(dice):
    return quiz_record(dice, dice.choice(notions.QUIZ))


@family("""
Quiz, Trivia, Test:
*title, name | text |
topic, subject | text |
*questions, items, tasks | [QuizQuestion] |
QuizQuestion, Question:
*question, text | text |
*answer, solution, right answer | text |
""", """
Make a quiz about {topic} with {count_word} questions.
{count_word} quiz questions on {topic}
[Write|Create] a short test on {topic}. It has {count_word} questions.
I want to quiz my friends about {topic}: {count_word} questions, please.
""")
def quiz(dice):
    topic = dice.choice(["geography", "space", "animals", "science", "art", "books", "music", "food", "history",
                         "general"])
    chosen = dice.sample([entry for entry in notions.QUIZ if entry[3] == topic], dice.choice([2, 2, 3]))
    return {"title": dice.choice([f"{topic.capitalize()} Quiz", f"What do you know about {topic}?",
                                  f"The {topic} test"])
            if topic != "general" else "General Knowledge Quiz",
            "topic": "general knowledge" if topic == "general" else topic,
            "questions": [{"question": q, "answer": a} for q, a, *_ in chosen], "count_word": NUMBERS[len(chosen)]}


@family("""
FlashCardSet, Deck, StudySet, FlashCards:
*topic, title, name, subject | text |
*cards, flash cards, entries | [FlashCard] |
FlashCard, Card:
*front, question, term | text | What the card asks
*back, answer, definition | text | What is on its back
""", """
Make flash cards for {topic}.
{count_word} flash cards: {topic}
I want to learn {topic}. Give me {count_word} cards.
[Create|Write] a deck of {count_word} cards on {topic}.
""")
def flash_cards(dice):
    kind, count = dice.randint(0, 3), dice.choice([2, 3, 3, 4])
    if kind == 0:
        topic, rows = "capital cities", [(row[0], row[1]) for row in notions.COUNTRIES]
    elif kind == 1:
        number, topic = dice.choice([(1, "French"), (2, "Spanish"), (3, "German"), (4, "Italian")])
        topic, rows = topic + " words", [(row[0], row[number]) for row in notions.TRANSLATIONS]
    elif kind == 2:
        topic, rows = "opposites", [(row[0], row[5]) for row in notions.WORDS]
    else:
        topic = dice.choice(["science", "animals", "space"])
        rows = [entry[:2] for entry in notions.QUIZ if entry[3] == topic]
    return {"topic": topic, "cards": [{"front": a, "back": b} for a, b in dice.sample(rows, count)],
            "count_word": NUMBERS[count]}


RIDDLES = notions.table("""
What has hands but cannot clap? | a clock
What has a neck but no head? | a bottle
What gets wetter the more it dries? | a towel
What has keys but opens no doors? | a piano
What goes up but never comes down? | your age
What has teeth but cannot bite? | a comb
What can you catch but not throw? | a cold
What has one eye but cannot see? | a needle
What runs but has no legs? | a river
What is full of holes but holds water? | a sponge
What has to be broken before you can use it? | an egg
What has many leaves but is no tree? | a book
What travels round the world but stays in its corner? | a stamp
What has four legs but cannot walk? | a table
What is yours, but others use it more than you? | your name
""")
JOKES = notions.table("""
Why did the chicken cross the road? | To get to the other side.
Why was the maths book sad? | It had too many problems.
What do you call a bear without teeth? | A gummy bear.
Why did the scarecrow win a prize? | He was outstanding in his field.
What do you call cheese that is not yours? | Nacho cheese.
Why can't a bicycle stand by itself? | It is two tired.
What do you get from a pampered cow? | Spoiled milk.
Why do bees have sticky hair? | They use honeycombs.
What did one wall say to the other? | I will meet you at the corner.
Why did the cookie go to the doctor? | It felt crumbly.
How does the ocean say hello? | It waves.
What do you call a sleeping dinosaur? | A dino-snore.
""")


@family("""
Riddle, Puzzle:
*riddle, question, text | text |
*answer, solution | text |
hint, clue | text |
""", "Tell me a riddle.\nA riddle, please.\nWrite a riddle with its answer.\nGive me a puzzle for kids.\nDo you know "
        "a riddle?")
def riddle(dice):
    question, answer = dice.choice(RIDDLES)
    return {"riddle": question, "answer": answer}


@family("""
Joke, DadJoke:
*setup, question, opening | text |
*punchline, answer, ending | text |
""", "Tell me a joke.\nA joke with setup and punchline\nWrite a funny joke.\nMake me laugh.\nI need a joke for kids.")
def joke(dice):
    setup, punchline = dice.choice(JOKES)
    return {"setup": setup, "punchline": punchline}


@family("""
Poll, Survey, Vote:
*question, title, text | text |
*options, choices, answers | [text] |
multiple, allows several answers | bool |
""", """
Make a poll about {topic}.
Create a survey question on {topic} with {count_word} answers.
Poll: {topic}
""", "poll")
def poll(dice):
    topic, question, options = dice.choice([
        ("lunch", "What shall we have for lunch?", "pizza;salad;soup;sandwiches"),
        ("pets", "Which pet do you like best?", "cat;dog;rabbit;fish"),
        ("seasons", "Which season is your favourite?", "spring;summer;autumn;winter"),
        ("the meeting day", "Which day suits you best?", "Monday;Tuesday;Thursday;Friday"),
        ("film night", "What kind of film shall we watch?", "comedy;thriller;fantasy;animation"),
        ("sports", "Which sport do you do most?", "running;swimming;cycling;football"),
        ("transport", "How do you get to work?", "by bus;by bike;by car;on foot")])
    chosen = options.split(";")[:dice.choice([2, 3, 4, 4])]
    return {"topic": topic, "question": question, "options": chosen, "multiple": dice.happens(0.3),
            "count_word": NUMBERS[len(chosen)]}


# Food and drink.

@family("""
Recipe, Dish, CookingRecipe, Meal:
*name, title, dish, recipe name | text | The name of the dish
*ingredients, what you need | [text] |
*steps, instructions, method, directions | [text] | What to do, in order
minutes, cooking time, prep time, time in minutes | int 1 180 |
servings, serves, portions | int 1 8 | For how many people
kind, category, course | text |
difficulty, level | enum easy/medium/hard |
""", """
[Give me|Write|I need] a recipe for {name}.
How do I make {name}?
{name} recipe
Recipe for {name} with ingredients and steps, please.
I would like to cook {name}. How does that work?
A recipe that takes {minutes} minutes
""", "recipe/dish/simple recipe")
def recipe(dice):
    title, kind, minutes, parts, steps = dice.choice(notions.RECIPES)
    return {"name": title, "ingredients": [f"{amount} {what}" for what, amount in parts] if dice.happens(0.4) else
            [what for what, _ in parts], "steps": steps, "minutes": minutes, "servings": dice.choice([2, 4, 4]),
            "kind": kind, "difficulty": "easy" if minutes <= 30 else "medium"}


@family("""
Recipe, Dish:
*name, title, dish | text |
*ingredients, what you need | [Ingredient] |
*steps, instructions, method | [text] |
Ingredient, RecipeItem, Item:
*name, what, product | text |
*amount, quantity, how much | text |
""", """
Give me a recipe for {name} with the amounts.
What do I need for {name}, and how is it made?
Recipe: {name}
[Write|Create] a recipe for {name} with a list of ingredients.
""")
def recipe_amounts(dice):
    title, _, _, parts, steps = dice.choice(notions.RECIPES)
    return {"name": title, "ingredients": [{"name": what, "amount": amount} for what, amount in parts], "steps": steps}


@family("""
Menu, MealPlan, Dinner:
*starter, first course, appetizer | text |
*main, main course, second course | text |
*dessert, sweet, third course | text |
drink, beverage | text |
""", "Plan a dinner with three courses.\nMake a menu for tonight.\nWhat shall I cook for my guests?\nA menu for "
        "[Sunday|two|a party]",
        "menu/dinner")
def menu(dice):
    pick = lambda kinds: dice.choice([row[0] for row in notions.RECIPES if row[1] in kinds])
    return {"starter": pick(["soup", "salad"]), "main": pick(["main"]), "dessert": pick(["dessert", "cake"]),
            "drink": dice.choice(["Lemonade", "Water", "Apple juice", "Iced tea"])}


@family("""
CoffeeOrder, Coffee, Drink, Order:
*drink, coffee, type, beverage | enum espresso/latte/cappuccino/americano/mocha |
*size, cup | enum small/medium/large |
milk, kind of milk | enum none/whole/oat/soy/almond |
extras, toppings, flavours | [text] |
shots, number of shots | int 1 3 |
iced, is iced, cold | bool |
name, customer, customer name | text |
""", """
Make up a coffee order.
What would a customer of a [coffee shop|dream café] order?
Generate a coffee order for {name}.
A random order for my coffee game
{name} comes into the café. What is the order?
""", "coffee order")
def coffee(dice):
    drink = dice.choice(["espresso", "latte", "cappuccino", "americano", "mocha"])
    return {"drink": drink, "size": "small" if drink == "espresso" else dice.choice(["small", "medium", "large"]),
            "milk": "none" if drink in ("espresso", "americano") else dice.choice(["whole", "oat", "soy", "almond"]),
            "extras": dice.sample(["cinnamon", "vanilla", "caramel", "whipped cream", "cocoa", "hazelnut"],
                                  dice.randint(1, 2)),
            "shots": dice.randint(1, 3), "iced": drink != "espresso" and dice.happens(0.3), "name": dice.choice(FIRST)}


@family("""
Order, CoffeeOrder, DrinkOrder:
*drink, beverage, item | text |
*size | enum small/medium/large |
milk, kind of milk | text |
quantity, count, number | int 1 9 |
""", """
{sentence}
Take this order: {sentence}
A customer says: "{sentence}"
Turn this into an order. {sentence}
""", check="json")
def coffee_told(dice):
    size, drink, count = dice.choice(["small", "medium", "large"]), dice.choice(
        "latte cappuccino mocha americano chai cocoa".split()), dice.choice([1, 1, 2, 3, 4])
    milk = dice.choice(["oat milk", "soy milk", "almond milk", None])
    amount = ("a " if count == 1 else NUMBERS[count] + " ") + size + " " + drink + ("s" if count > 1 else "")
    tail = f" with {milk}" if milk else ""
    sentence = dice.choice(["I would like {}, please.", "Can I have {}?", "{}, please.", "I'll take {}.", "For me {}."])
    return {"drink": drink, "size": size, "milk": milk, "quantity": count, "sentence": sentence.format(amount + tail)}


@family("""
PizzaOrder, Pizza, Order:
*size | enum small/medium/large |
*toppings, on top, ingredients | [text] |
crust, base | enum thin/thick/stuffed |
extra cheese, more cheese | bool |
price, cost | number |
""", "Make up a pizza.\nInvent a pizza with {count_word} toppings.\nA pizza order with {count_word} toppings\nWhat "
        "pizza would you order?",
        "pizza order/pizza")
def pizza(dice):
    toppings = dice.sample(["mushrooms", "olives", "onions", "peppers", "ham", "salami", "spinach", "tomatoes", "basil",
                            "artichokes", "tuna", "corn"], dice.randint(2, 4))
    return {"size": dice.choice(["small", "medium", "large"]), "toppings": toppings, "crust": dice.choice(
        ["thin", "thin", "thick", "stuffed"]), "extra cheese": dice.happens(0.4), "price": price(dice, 8, 16),
            "count_word": NUMBERS[len(toppings)]}


SHOPS = {"breakfast": "bread;butter;milk;eggs;jam;orange juice;oats;yogurt;honey",
         "a barbecue": "sausages;charcoal;bread rolls;mustard;salad;corn;ketchup;lemonade",
         "a birthday party": "candles;cake;balloons;lemonade;paper plates;chips;napkins",
         "a picnic": "sandwiches;grapes;water;cheese;crackers;apples;napkins",
         "a week": "rice;potatoes;milk;bread;carrots;apples;cheese;pasta;tomatoes",
         "baking": "flour;sugar;eggs;butter;baking powder;vanilla;chocolate",
         "a salad": "lettuce;tomatoes;cucumber;olive oil;feta;peppers;onions"}


@family("""
ShoppingList, GroceryList, Shopping:
title, name, heading | text |
*items, things, products, entries | [text] | What to buy
store, shop | text |
""", """
Make a shopping list for {occasion}.
What do I have to buy for {occasion}?
Shopping list for {occasion}, {count_word} things
I need {count_word} things for {occasion}.
""")
def shopping(dice):
    occasion = dice.choice(list(SHOPS))
    chosen = dice.sample(SHOPS[occasion].split(";"), dice.randint(3, 5))
    return {"occasion": occasion, "title": "Shopping for " + occasion, "items": chosen,
            "count_word": NUMBERS[len(chosen)],
            "store": dice.choice(["supermarket", "market", "corner shop"])}


@family("""
ShoppingList, GroceryList, Basket:
*items, products, entries | [ShoppingItem] |
ShoppingItem, Item, Product:
*name, product, item | text |
*quantity, amount, count | int 1 12 |
""", """
{sentence}
Make a shopping list: {told}.
Add {told} to my list.
Put this on the shopping list: {told}
""", check="json")
def shopping_told(dice):
    rows = [{"name": what, "quantity": dice.randint(2, 9)} for what in dice.sample(
        "apples;eggs;bananas;lemons;tomatoes;onions;rolls;carrots;oranges;candles;pears;potatoes".split(";"),
        dice.randint(2, 4))]
    told = enumeration([f"{row['quantity'] if dice.happens(0.5) else NUMBERS[row['quantity']]} {row['name']}"
                        for row in rows])
    return {"items": rows, "told": told, "sentence": dice.choice([f"We need {told}.", f"Buy {told}.",
                                                                  f"I want to buy {told}."])}


@family("""
Restaurant, Place, Eatery:
*name, title | text |
*cuisine, kind, food | text |
city, town, location | text |
rating, stars | number 0 5 |
price level, price | enum cheap/moderate/expensive |
signature dish, speciality | text |
""", "Make up {a cuisine} restaurant.\nSuggest a restaurant in {city}.\nInvent a place that serves {dish}.\nI feel "
        "like {cuisine} food.",
        "restaurant")
def restaurant(dice):
    cuisine, names, dishes = dice.choice([
        ("Italian", "Bella Vista;Da Marco;La Piazza", "spaghetti;pizza;lasagne"),
        ("Japanese", "Sakura;Umi;Hana", "sushi;ramen;tempura"),
        ("Mexican", "El Sol;Casa Rosa;La Cocina", "tacos;burritos;tamales"),
        ("Indian", "Taj;Saffron;Lotus", "curry;biryani;naan"),
        ("French", "Chez Paul;Le Jardin;La Lune", "onion soup;crêpes;quiche"),
        ("Greek", "Athena;Olympia;Delphi", "souvlaki;moussaka;feta pie"),
        ("Thai", "Bangkok Garden;Orchid;Siam", "pad thai;green curry;mango rice")])
    dish = dice.choice(dishes.split(";"))
    return {"name": dice.choice(names.split(";")), "cuisine": cuisine, "city": dice.choice(TOWNS),
            "signature dish": dish,
            "rating": dice.randint(30, 50) / 10, "price level": dice.choice(["cheap", "moderate", "expensive"]),
            "dish": dish}


# Games.

CLASSES = {"wizard": ("staff;spell book;magic ring", "casts spells"),
           "knight": ("sword;shield;lance", "protects the weak"),
           "archer": ("longbow;quiver;dagger", "never misses"),
           "healer": ("herbs;staff;healing potion", "cures the wounded"),
           "thief": ("dagger;lock pick;rope", "opens every lock"),
           "bard": ("lute;flute;old songs", "sings of old heroes"),
           "blacksmith": ("hammer;tongs;iron", "forges the best swords"),
           "merchant": ("purse;scales;map", "sells rare goods"),
           "druid": ("oak staff;seeds;herbs", "talks to animals"), "warrior": ("axe;shield;helmet", "fears nothing")}
PLACES = ["Silverwood", "Stonebridge", "the Misty Hills", "Ravenport", "the Old Mill", "Frostgate", "Greenhollow",
          "the Amber Coast"]


def person_of_game(dice):
    kind = dice.choice(list(CLASSES))
    gear, deed = CLASSES[kind]
    who, home = dice.choice(FANTASY), dice.choice(PLACES)
    return {"name": who, "class": kind, "level": dice.randint(1, 20), "home": home,
            "equipment": dice.sample(gear.split(";"), 2),
            "health": dice.randint(4, 20) * 5, "strength": dice.randint(1, 10), "wisdom": dice.randint(1, 10),
            "speed": dice.randint(1, 10), "description": f"{who} is {article(kind)} from {home} who {deed}.",
            "greeting": dice.choice(["Welcome, traveller!", "What brings you here?", "Well met, friend.",
                                     "Can I help you?",
                                     f"I am {who}. And you?", f"You look tired. Is it far from {home}?"]),
            "quest": dice.choice(["Find my lost ring.", "Bring me three herbs.", "Carry this letter to the king.",
                                  "Free the village from the wolves.", "Light the old lighthouse."]),
            "friendly": dice.happens(0.75)}


GAME_KINDS = "/".join(CLASSES)


@family(f"""
NPC, Character, GameCharacter, Hero:
*name, full name, character name | text | The name of the character
*level, lvl | int 1 20 |
*class, role, profession, character class | enum {GAME_KINDS} |
home, origin, home town | text | Where the character lives
equipment, inventory, items | [text] |
description, backstory, about | text | One sentence
greeting, first words, line | text | What the character says first
quest, task, mission | text | What the player is asked to do
friendly, is friendly | bool |
""", """
Make up [an NPC|a character] for my game.
Generate {a class} for a fantasy game.
Invent {a class} of level {level}.
I need a [hero|character] called {name}.
Create a non-player character[ who lives in {home}|].
Who does the player meet in {home}?
A level {level} {class}, please.
Give me a fantasy character with a name, a level and a class.
""", "game character/NPC/fantasy hero/role-playing character")
def npc(dice):
    return person_of_game(dice)


@family("""
Character, Hero, Player, Adventurer:
*name, character name | text |
*class, job, role | text |
*stats, attributes, abilities | Stats | Numbers from 1 to 10
equipment, items, inventory | [text] |
Stats, Attributes, Abilities:
*strength, power | int 1 10 |
*wisdom, intelligence | int 1 10 |
*speed, agility | int 1 10 |
""", "Create {a class} with stats.\nMake a character sheet for {name}.\nRoll up a new hero.\nStats for {a class} "
        "called {name}",
        "hero with stats/player character")
def hero_stats(dice):
    record = person_of_game(dice)
    return record | {"stats": {key: record[key] for key in ("strength", "wisdom", "speed")}}


@family("""
Monster, Enemy, Creature, Boss:
*name, title | text |
*kind, type, species | text |
health, hit points, hp | int 1 500 |
attack, damage | int 1 50 |
weakness, weak against | enum fire/water/light/iron/music |
habitat, lives in | text |
loot, drops | [text] |
""", "Invent a monster.\nMake {a kind} for my game.\nA monster that lives in {habitat}\nThe player needs an enemy "
        "that fears {weakness}.\n"
        "Create a boss for the last level.", "monster/enemy for a game")
def monster(dice):
    kind, habitat, weakness = dice.choice([
        ("dragon", "a volcano", "water"), ("ice troll", "a cave of ice", "fire"), ("ghost", "an old castle", "light"),
        ("sea serpent", "the deep sea", "iron"), ("swamp witch", "the swamp", "fire"),
        ("giant spider", "the dark forest", "fire"),
        ("goblin", "a tunnel", "light"), ("fire imp", "a burning hill", "water"),
        ("stone giant", "the mountains", "music")])
    return {"name": dice.choice("Grak Ulgor Mordra Snarl Vex Zorath Bruma Skarn Nixa Thrum".split()), "kind": kind,
            "habitat": habitat, "weakness": weakness, "health": dice.randint(4, 80) * 5, "attack": dice.randint(3, 40),
            "loot": dice.sample(["gold", "a silver key", "a ruby", "an old map", "a potion", "a feather"], 2)}


@family("""
Item, Weapon, Treasure, MagicItem:
*name, title | text |
*type, kind | enum weapon/armor/potion/ring/scroll |
rarity | enum common/rare/epic/legendary |
value, price, gold | int 1 1000 | In gold coins
effect, power, description | text | What it does
""", "Invent a magic item.\n{a rarity} magic {type} for my game\nWhat is in the treasure chest?\nMake up a magic "
     "{type}.\nReward "
        "for the player: {a rarity} item",
        "magic item/treasure")
def magic_item(dice):
    kind, title, effect = dice.choice([
        ("weapon", "Sword of Dawn", "It glows when enemies are near."),
        ("weapon", "Frost Bow", "Its arrows freeze water."),
        ("weapon", "Hammer of Storms", "It calls the thunder."), ("armor", "Cloak of Shadows", "It hides the wearer."),
        ("armor", "Dragon Shield", "It keeps off fire."), ("potion", "Potion of Healing", "It heals all wounds."),
        ("potion", "Draught of Haste", "It makes you faster for an hour."),
        ("ring", "Ring of Whispers", "It lets you hear far voices."),
        ("ring", "Ring of Light", "It shines in the dark."), ("scroll", "Scroll of Wind", "It calls a strong wind."),
        ("scroll", "Scroll of Gates", "It opens any door once.")])
    rarity = dice.choice(["common", "rare", "epic", "legendary"])
    values = {"common": (5, 40), "rare": (50, 150), "epic": (200, 450), "legendary": (500, 1000)}
    return {"name": title, "type": kind, "rarity": rarity, "value": dice.randint(*values[rarity]), "effect": effect}


@family("""
Spell, MagicSpell:
*name, title | text |
*element, school | enum fire/water/earth/air |
cost, mana, mana cost | int 1 100 |
effect, description | text |
range, reach | int 1 50 | In metres
""", "Invent a spell.\n{a element} spell for my wizard\nMake up a spell that uses {element}.\nWhat spell does the "
        "wizard learn next?", "spell/magic spell")
def spell(dice):
    element, title, effect = dice.choice([
        ("fire", "Fire Ball", "Throws a ball of flames."), ("fire", "Ember Wall", "Raises a wall of fire."),
        ("water", "Tidal Hand", "Pushes enemies back with a wave."), ("water", "Mist", "Hides friends in fog."),
        ("earth", "Stone Skin", "Makes the skin hard as rock."), ("earth", "Roots", "Holds an enemy with roots."),
        ("air", "Gust", "Blows arrows away."), ("air", "Feather Fall", "Lets you fall slowly.")])
    return {"name": title, "element": element, "effect": effect, "cost": dice.randint(1, 12) * 5,
            "range": dice.randint(2, 40)}


@family("""
Level, Quest, Mission, Room:
*title, name | text |
*goal, objective, task | text | What the player has to do
place, location, setting | text |
difficulty, hardness | int 1 5 |
reward, prize | text |
enemies, monsters | [text] |
""", "Invent a quest.\nMake a level for my game[ in {place}|].\nThe player arrives in {place}. What is the quest?\nA "
        "mission of difficulty {difficulty}", "quest/game level")
def quest(dice):
    title, goal, enemies = dice.choice([
        ("The Lost Crown", "Find the crown of the old king.", "thieves;guards;ghosts"),
        ("Wolves at Night", "Protect the sheep until morning.", "wolves;a black wolf"),
        ("The Silent Bell", "Bring the stolen bell back to the church.", "bandits;crows"),
        ("Deep Water", "Dive to the sunken ship.", "sharks;eels;sea ghosts"),
        ("The Broken Bridge", "Collect wood and mend the bridge.", "goblins;trolls"),
        ("Herbs for Hilda", "Pick five healing herbs.", "spiders;snakes"),
        ("The Locked Tower", "Find three keys and free the prisoner.", "bats;skeletons")])
    return {"title": title, "goal": goal, "place": dice.choice(PLACES), "difficulty": dice.randint(1, 5),
            "reward": f"{dice.randint(2, 50) * 10} gold", "enemies": enemies.split(";")[:2]}


@family("""
Robot, Machine, Droid:
*name, model, id | text |
*task, job, purpose | text | What it is for
colour, color | text |
height, height in cm | int 20 300 |
battery hours, battery life | int 1 48 |
can talk, speaks | bool |
""", "Invent a robot.\nMake up a robot that can {task}.\nA {colour} robot for my story\nGenerate a helpful robot.",
        "robot")
def robot(dice):
    return {"name": f"{dice.choice(['Robo', 'Beep', 'Zeta', 'Bolt', 'Unit', 'Tik'])}-{dice.randint(1, 99)}",
            "task": dice.choice(
        ["water plants", "clean windows", "bake bread", "carry parcels", "sort books", "play chess", "mow the lawn"]),
            "colour": dice.choice(COLOURS), "height": dice.randint(30, 200), "battery hours": dice.randint(2, 40),
            "can talk": dice.happens(0.6)}


@family("""
Planet, World, AlienPlanet:
*name | text |
*climate, weather | enum hot/cold/mild/stormy |
moons, number of moons | int 0 20 |
inhabitants, creatures, life | text |
description, about | text |
has water, water | bool |
""", "Invent a planet.\nMake up {a climate} planet with {moons} moons.\nA planet for my science fiction story, please.",
        "planet for a story/fantasy planet")
def world(dice):
    climate, life, about = dice.choice([
        ("hot", "fire lizards", "Red sand covers the whole planet."),
        ("cold", "white bears", "Everything is covered with ice."),
        ("mild", "small green people", "Soft hills and blue rivers lie under a pink sky."),
        ("stormy", "flying fish", "Strong winds never stop here."),
        ("mild", "talking trees", "The forests sing at night."),
        ("hot", "stone beetles", "It has two suns and no shade.")])
    return {"name": dice.choice("Zandar Ilora Kepra Nuvia Thule Oremi Vantis Quoria".split()), "climate": climate,
            "moons": dice.randint(0, 9),
            "inhabitants": life, "description": about, "has water": climate != "hot"}


@family("""
Story, StoryIdea, Outline, Plot:
*title, name | text |
*hero, main character, protagonist | text |
setting, place | text |
problem, conflict | text | What goes wrong
ending, solution | text | How it ends
genre, kind | text |
""", "Give me an idea for a story.\nOutline a story about {hero}.\n{a genre} about {hero}\nPlot for a children's book",
        "story idea/story outline")
def plot(dice):
    title, hero, setting, problem, ending, genre = dice.choice(notions.TABLES["plots"])
    return {"title": title, "hero": hero, "setting": setting, "problem": problem, "ending": ending, "genre": genre}


# Animals and nature.

PET_NAMES = (
    "Luna Milo Whiskers Bella Simba Coco Max Nala Oreo Rocky Ginger Pepper Biscuit Shadow Daisy Teddy Mochi "
    "Pumpkin"
).split()
PROFILES = ["{n} loves to sleep in the sun.", "{n} is shy at first but very gentle.", "{n} likes to play all day.",
            "{n} was found in a box and needs a quiet home.", "{n} follows you everywhere.",
            "{n} is curious and likes children."]


@family("""
CatProfile, Cat, PetProfile, Pet:
*name, pet name | text | A cute name
*age, age in years, years | int 0 20 |
*profile, description, about, bio | text | A one sentence profile of the pet's personality
colour, color, fur | text |
favourite toy, toy | text |
house trained, is trained | bool |
""", """
Generate a cute rescue {_kind}.
Make up a {_kind} from a shelter.
A {_kind} called {name}
Invent a {_kind} that is {_age} old.
Write a profile for a {_kind} that needs a home.
We need a new {_kind} for our page.
""", "pet/pet profile/rescue pet")
def pet(dice):
    kind, toy = dice.choice([("cat", "a toy mouse"), ("cat", "a ball of wool"), ("dog", "a ball"), ("dog", "a rope"),
                             ("rabbit", "a cardboard box"),
                             ("kitten", "a feather"), ("puppy", "an old shoe")])
    who = dice.choice(PET_NAMES)
    age = 0 if kind in ("kitten", "puppy") else dice.randint(1, 14)
    return {"name": who, "age": age, "_age": f"{age} years" if age > 1 else "one year" if age else "a few weeks",
            "profile": dice.choice(PROFILES).format(n=who), "_kind": kind,
            "colour": dice.choice(["black", "white", "grey", "brown", "orange", "black and white"]),
            "favourite toy": toy, "house trained": dice.happens(0.7)}


@family("""
Animal, AnimalFacts, FactSheet, Species:
*name, animal | text |
*class, group, animal class | enum mammal/bird/reptile/amphibian/fish/insect |
habitat, lives in, home | text |
diet, food, eats | text |
legs, number of legs | int 0 8 |
fun fact, fact, did you know | text |
""", "Facts about the {name}\n[Tell me|What do you know] about the {name}.\nMake a fact sheet for the {name}.\nName "
        "{a class} and describe it.", "real animal")
def animal(dice):
    title, kind, habitat, diet, legs, fact = dice.choice(notions.ANIMALS)
    return {"name": title, "class": kind, "habitat": habitat, "diet": diet, "legs": int(legs), "fun fact": fact}


@family("""
Country, CountryFacts, Nation:
*name, country | text |
*capital, capital city | text |
continent, region | text |
language, official language | text |
currency, money | text |
""", "Facts about {name}\nWhat is the capital of {name}?\n[Describe|Tell me about] {name}.\nGive me the key data of "
        "{name}.\n{name}", check="json")
def country(dice):
    return dict(zip(("name", "capital", "continent", "language", "currency"), dice.choice(notions.COUNTRIES)))


@family("""
Planet, PlanetFacts:
*name, planet | text |
*position, number from sun, order | int 1 8 | Counted from the Sun
has rings, famous rings | bool |
fact, description | text |
""", "Tell me about {name}.\nFacts about the planet {name}\nDescribe {name}.\nWhich planet is number {position} from "
        "the Sun?")
def planet(dice):
    title, position, _, rings, fact = dice.choice([row for row in notions.PLANETS if row[0] not in ("Uranus",
        "Neptune")])
    return {"name": title, "position": int(position), "has rings": title in ("Jupiter", "Saturn"), "fact": fact}


@family("""
WeatherReport, Weather, Forecast, Conditions:
*city, location, place | text |
*condition, weather, sky | enum sunny/cloudy/rainy/snowy/stormy/foggy |
*temperature, degrees, temp | int -20 40 | In degrees Celsius
wind, wind speed | int 0 120 |
humidity | int 0 100 |
advice, tip | text | What to wear or take along
""", "Make up a weather report for {city}.\nA {condition} day in {city}\nInvent the weather in {city}.\nExample of a "
        "weather report, {condition}", "weather report")
def weather(dice):
    condition, low, high, advice = dice.choice([
        ("sunny", 18, 34, "Wear sunglasses."), ("cloudy", 8, 20, "Take a light jacket."),
        ("rainy", 5, 18, "Take an umbrella."),
        ("snowy", -12, 0, "Put on warm boots."), ("stormy", 8, 20, "Stay inside."), ("foggy", 2, 12, "Drive slowly.")])
    return {"city": dice.choice(TOWNS), "condition": condition, "temperature": dice.randint(low, high),
            "advice": advice,
            "wind": dice.randint(50, 100) if condition == "stormy" else dice.randint(2, 30),
            "humidity": dice.randint(40, 60) if condition == "sunny" else dice.randint(60, 98)}


@family("""
Plant, PlantCare, HousePlant:
*name, plant | text |
*light, light needed | enum low/medium/bright |
*water, watering, water every days | int 1 30 | Every how many days
tip, care tip, advice | text |
outdoors, can live outside | bool |
""", "How do I care for a {name}?\nPlant care for my {name}\nSuggest a plant for my window.\nMy {name} looks sad. "
        "What does it need?", "house plant")
def plant(dice):
    title, light, water, tip = dice.choice([
        ("cactus", "bright", 20, "Keep it dry in winter."), ("fern", "low", 3, "Spray the leaves with water."),
        ("basil", "bright", 1, "Pick the top leaves often."),
        ("orchid", "medium", 7, "Never let it stand in water."), ("aloe", "bright", 14, "Use sandy soil."),
        ("peace lily", "low", 5, "It hangs its leaves when it is dry."),
        ("tomato plant", "bright", 1, "Tie it to a stick.")])
    return {"name": title, "light": light, "water": water, "tip": tip, "outdoors": title in ("basil", "tomato plant")}


# Books, films, music.

def suggestion(row):
    title, who, year, genre, about = row
    return {"title": title, "author": who, "year": int(year), "genre": genre, "reason": about}


@family("""
Book, BookRecommendation, Recommendation, Novel:
*title, name, book | text | The title of the book
*author, written by, writer | text |
year, published, publication year | int 1500 2030 |
genre, kind, category | text |
reason, why, description, summary | text | Why one should read it
""", "Recommend {a genre} book.\nSuggest a book.\nI like {genre}. What should I read?\nWhat book should I read "
        "next?\nA book by {author}\nGive me a good {genre} book.")
def book(dice):
    return suggestion(dice.choice(notions.BOOKS))


@family("""
Film, Movie, MovieRecommendation, FilmTip:
*title, name, movie | text |
*author, director, directed by | text |
year, release year | int 1900 2030 |
genre, kind | text |
reason, plot, summary | text | In one sentence
""", "Recommend {a genre} film.\nSuggest a [film|movie] for tonight.\nWhat {genre} film should I watch?\nA film by "
        "{author}\nI want to see something with {genre} in it.")
def film(dice):
    return suggestion(dice.choice(notions.FILMS))


@family("""
Recommendations, ReadingList, BookList:
topic, genre, kind | text |
*books, items, recommendations | [Book] |
Book, Title:
*title, name | text |
*author, writer | text |
year, published | int 1500 2030 |
""", "Recommend {count_word} {topic} books.\n{count_word} {topic} books\nMake a reading list of {topic} books.\nI "
        "need {count_word} books to read, {topic} please.")
def reading_list(dice):
    topic = dice.choice(["adventure", "fantasy", "science fiction", "mystery", "classic"])
    chosen = dice.sample([suggestion(row) for row in notions.BOOKS if row[3] == topic], dice.choice([2, 3, 3]))
    return {"topic": topic, "books": chosen, "count_word": NUMBERS[len(chosen)]}


@family("""
Playlist, MusicList, Mix:
*title, name | text |
*songs, tracks, items | [Song] |
mood, for, occasion | text |
Song, Track:
*title, name | text |
*artist, by, composer | text |
""", "Make a playlist for {mood}.\n{count_word} pieces of music for {mood}\nWhat shall I listen to? It is for {mood}.")
def playlist(dice):
    mood, songs = dice.choice([
        ("a quiet evening", "Clair de lune=Claude Debussy;Moonlight Sonata=Ludwig van Beethoven;Gymnopédie No. "
         "1=Erik Satie;Air=Johann Sebastian Bach"),
        ("dancing", "The Blue Danube=Johann Strauss II;Libertango=Astor Piazzolla;Hungarian Dance No. 5=Johannes "
         "Brahms;Can-can=Jacques Offenbach"),
        ("a morning run", "Ride of the Valkyries=Richard Wagner;William Tell Overture=Gioachino Rossini;Sabre "
         "Dance=Aram Khachaturian;Spring=Antonio Vivaldi")])
    chosen = [dict(zip(("title", "artist"), song.split("="))) for song in dice.sample(songs.split(";"),
        dice.choice([2, 3]))]
    return {"title": f"Music for {mood}", "songs": chosen, "mood": mood, "count_word": NUMBERS[len(chosen)]}


@family("""
ProductReview, Review, CustomerReview:
*product, item, product name | text |
*rating, stars, score | int 1 5 | From 1 to 5 stars
*text, comment, review, body | text |
title, headline | text |
author, reviewer, name | text |
recommended, would recommend | bool |
""", "Write a review of {a product}[ with {rating} stars|].\nMake up a {_tone} review.\n{rating} stars for {a "
        "product}. Write the review.\nInvent what a customer says about {a product}.",
        "product review/customer review")
def review(dice):
    rating = dice.choice([1, 2, 3, 4, 5, 5])
    product, praise, blame = dice.choice(notions.table("""
kettle | It boils water in no time. | The lid broke after a week.
backpack | It is light and has many pockets. | The zip got stuck on day two.
lamp | The light is warm and bright. | It flickers all evening.
office chair | I can sit in it for hours. | My back hurts after ten minutes.
umbrella | It stood up to a real storm. | The first wind turned it inside out.
blender | My smoothies have never been better. | It is loud and leaks.
pillow | I sleep like a baby. | It is as hard as a stone.
toaster | Every slice comes out golden. | It burns one side of the bread.
"""))
    texts = {5: praise, 4: praise + " The price is a little high.", 3: praise + " But " + blame[0].lower() + blame[1:],
             2: blame, 1: blame + " I sent it back."}
    heads = {5: "Perfect", 4: "Very good", 3: "Good and bad", 2: "Disappointing", 1: "Do not buy"}
    return {"product": product, "rating": rating, "text": texts[rating], "title": heads[rating],
            "author": dice.choice(FIRST),
            "recommended": rating >= 4, "_tone": "good" if rating >= 4 else "mixed" if rating == 3 else "bad"}


@family("""
Haiku, Poem:
title, name | text |
*lines, verses, text | [text] | Three lines
topic, theme, about | text |
""", "Write a haiku about {topic}.\nA haiku: {topic}\nHaiku about {topic}, as three lines\nI would like a short "
        "Japanese poem about {topic}.")
def haiku(dice):
    topic, *lines = dice.choice(notions.TABLES["haiku"])
    return {"topic": topic, "title": topic.removeprefix("the ").removeprefix("a ").capitalize(), "lines": lines}


@family("""
Greeting, Card, GreetingCard, Message:
*recipient, to, name | text |
*message, text, body | text |
occasion, reason | enum birthday/wedding/thanks/farewell |
sender, from, signed | text |
""", "Write a card to {recipient}: {occasion}.\nA {occasion} card for {recipient}[ from {sender}|]\n{recipient} gets "
        "a {occasion} card. What do I write?")
def card(dice):
    occasion, text = dice.choice([("birthday", "Happy birthday! May the year bring you joy."),
                                  ("birthday", "All the best on your birthday!"),
                                  ("wedding", "We wish you both a happy life together."),
                                  ("thanks", "Thank you so much for your help."),
                                  ("farewell", "We will miss you. Come back soon!")])
    who, sender = dice.sample(FIRST, 2)
    return {"recipient": who, "message": text, "occasion": occasion, "sender": sender}


# People and work.

@family("""
Person, User, Profile, Customer:
*name, full name, display name | text | First and last name
*age, years | int 0 120 |
city, town, home town | text |
job, occupation, profession | text |
hobbies, interests, likes | [text] |
email, mail, email address | text |
subscribed, is active, newsletter | bool |
""", "Make up a person[ from {city}|].\nInvent {a job}.\nGenerate a test user.\nA person who is {age} years old\n"
        "Mock user called {name}", "person/user profile/customer")
def person(dice):
    who = name(dice)
    return {"name": who, "age": dice.randint(18, 79), "city": dice.choice(TOWNS), "job": dice.choice(
        "teacher nurse baker engineer gardener plumber painter pilot farmer lawyer cook librarian".split()),
            "email": email(who, dice),
        "hobbies": dice.sample("reading;chess;swimming;cooking;hiking;painting;football;singing;photography".split(";"),
                               dice.randint(2, 3)),
            "subscribed": dice.happens(0.5)}


@family("""
Contact, Person, ContactCard:
*name, full name | text |
phone, phone number, telephone | text |
email, email address | text |
company, employer, works at | text |
city, town | text |
""", "{told}\nSave this contact: {told}\nNew contact. {told}\nMake a contact of this: {told}\nAdd to my address "
        "book: {told}", check="json")
def contact_told(dice):
    who = name(dice)
    told = {"phone": phone(dice), "email": email(who, dice), "company": dice.choice("Northwind Acme Lumora "
        "Brightside Fernway Kestrel Bluepeak".split()),
            "city": dice.choice(TOWNS)}
    kept = dice.sample(list(told), dice.randint(1, 3))
    record = {"name": who} | {key: told[key] if key in kept else None for key in told}
    short = {"phone": "phone {}", "email": "email {}", "company": "works at {}", "city": "lives in {}"}
    long = {"phone": "Phone: {}.", "email": "Email: {}.", "company": who.split()[0] + " works at {}.",
            "city": who.split()[0] + " lives in {}."}
    if dice.happens(0.5):
        return record | {"told": f"{who}, " + ", ".join(short[key].format(told[key]) for key in kept) + "."}
    return record | {"told": " ".join([f"{who}."] + [long[key].format(told[key]) for key in kept])}


@family("""
Address, PostalAddress, Location:
*street, street name, address line | text |
*number, house number, street number | int 1 999 |
*city, town | text |
postal code, zip code, zip | text |
country | text |
""", "Make up an address.\nInvent an address in {city}.\nA test address, please.\nSample address for my form, in "
        "{city}", "address")
def address(dice):
    town, land = dice.choice([("Oslo", "Norway"), ("Leeds", "United Kingdom"), ("York", "United Kingdom"),
                              ("Hamburg", "Germany"), ("Turin", "Italy"),
                              ("Lyon", "France"), ("Ghent", "Belgium"), ("Porto", "Portugal"), ("Graz", "Austria"),
                              ("Boston", "United States"), ("Cork", "Ireland")])
    return {"street": dice.choice(STREETS), "number": dice.randint(1, 180), "city": town,
            "postal code": str(dice.randint(10000, 99999)), "country": land}


@family("""
Address, Location, DeliveryAddress:
*street, street name | text |
*number, house number | int 1 999 |
*city, town | text |
recipient, name | text |
""", "{told}\nWhat is the address? {told}\nSplit this address: {told}\nSend it to {told}", check="json")
def address_told(dice):
    street, number, town, who = dice.choice(STREETS), dice.randint(1, 180), dice.choice(TOWNS), name(dice)
    with_name = dice.happens(0.5)
    return {"street": street, "number": number, "city": town, "recipient": who if with_name else None,
            "told": (who + ", " if with_name else "") + dice.choice([f"{number} {street}, {town}",
                                                                     f"{street} {number}, {town}"])}


@family("""
Email, Mail, EmailDraft, EmailMessage:
*subject, title, subject line | text |
*body, text, message, content | text |
recipient, to, addressee | text |
greeting, opening | text |
""", "Write an email to {recipient} {_about}.\nEmail: tell {recipient} {_that}.\nDraft a short email {_about}.\nI "
        "have to write to {recipient} {_about}.")
def mail(dice):
    who, (subject, about, that, body) = dice.choice(FIRST), dice.choice(notions.TABLES["mails"])
    return {"subject": subject, "body": body, "recipient": who,
            "greeting": dice.choice([f"Dear {who},", f"Hello {who},", f"Hi {who},"]),
            "_about": about, "_that": that}


@family("""
CalendarEvent, Event, Appointment, Meeting:
*title, name, summary, what | text |
day, weekday | text |
time, start time, starts at | text | As told
location, place, where | text |
attendees, people, with, guests | [text] |
duration, minutes, duration in minutes | int 5 480 |
""", """
{told}
Add to my calendar: {told}
Make a calendar event of this: {told}
Put this into my diary. {told}
New event: {told}
Read the event from this message: "{told}"
""", check="json")
def event_told(dice):
    title = dice.choice("Lunch;Dinner;Dentist;Team meeting;Piano lesson;Book club;Haircut;Job interview;Yoga;"
                        "Football training;Coffee".split(";"))
    day, hour = dice.choice(DAYS), dice.randint(1, 11)
    time = dice.choice([f"{hour} pm", f"{hour + 12}:30", f"{hour} o'clock", f"{hour + 12}:15"])
    people = dice.sample(FIRST, dice.choice([1, 1, 2])) if dice.happens(0.6) else None
    place = dice.choice(["the library", "the town hall", "Café Luna", "the office", "room 12",
                         "the park"]) if dice.happens(0.6) else None
    minutes = dice.choice([15, 20, 30, 45, 60, 90]) if dice.happens(0.35) else None
    told = f"{title}{' with ' + enumeration(people) if people else ''}"
    told += dice.choice([f" on {day} at {time}", f", {day} {time}",
        f" {day} at {time}"]) + (f" in {place}" if place and place.startswith("room") else f" at {place}" if place
                                 else "")
    told += dice.choice([f" for {minutes} minutes", f", {minutes} minutes"]) if minutes else ""
    return {"title": title, "day": day, "time": time, "location": place, "attendees": people, "duration": minutes,
            "told": told + dice.choice(["", "."])}


@family("""
Event, Party, Celebration:
*title, name | text |
*date, when, day | text |
place, location, venue | text |
guests, number of guests, expected guests | int 1 300 |
program, activities, things to do | [text] |
food, snacks | [text] |
""", "Plan {a _what}.\nHelp me plan {a _what}.\nMake a plan for {a _what} with {guests} guests.\n{a _what} for "
        "{guests} people", "party")
def party(dice):
    what, program, food = dice.choice([("birthday party", "games;a treasure hunt;singing;balloons",
                                        "cake;pizza;lemonade"),
                                       ("garden party", "badminton;live music;a quiz", "salad;grilled corn;iced tea"),
                                       ("school fair", "a raffle;face painting;a puppet show",
                                        "waffles;hot dogs;apple juice"),
                                       ("farewell party", "speeches;a slide show;dancing", "sandwiches;chips;punch"),
                                       ("wedding", "the ceremony;photos;dancing", "wedding cake;soup;roast chicken")])
    return {"title": what.capitalize(), "date": f"{dice.choice(MONTHS)} {dice.randint(1, 28)}",
            "place": dice.choice(["the garden", "the town hall", "the park", "the old barn"]),
            "guests": dice.randint(2, 30) * 5, "program": program.split(";")[:dice.randint(2, 3)],
            "food": food.split(";")[:dice.randint(2, 3)], "_what": what}


TASKS = (
    "Buy milk;Call the dentist;Pay the rent;Clean the kitchen;Water the plants;Book the train;Finish the report;"
    "Feed the cat;Wash the car;Send the parcel;Answer emails;Fix the bike"
).split(";")


@family("""
TodoList, TaskList, Tasks, Checklist:
title, name | text |
*tasks, items, to do, entries | [Task] |
Task, TodoItem, Item:
*title, name, text, what | text |
*priority, importance, urgency | enum low/medium/high |
done, completed, is done | bool |
""", "Make a to-do list with {count_word} tasks.\nA to-do list for today\nPlan my day with {count_word} tasks and "
        "their priorities.\nInvent a task list.", "to-do list")
def todo(dice):
    tasks = [{"title": task, "priority": dice.choice(["low", "medium", "high"]),
              "done": dice.happens(0.25)} for task in dice.sample(TASKS, dice.choice([2, 3, 3, 4]))]
    return {"title": dice.choice(["To do", "Today", "My tasks"]), "tasks": tasks, "count_word": NUMBERS[len(tasks)]}


@family("""
Task, Todo, Reminder:
*title, task, what, text | text |
*day, due, when, due day | text |
priority, urgency | enum low/medium/high |
""", "{told}\nRemind me: {told}\nMake a task of this: {told}\nTo do: {told}", check="json")
def todo_told(dice):
    task, day, priority = dice.choice(TASKS), dice.choice(DAYS), dice.choice(["low", "medium", "high", None])
    words = {"low": dice.choice([", low priority", ". It is not urgent", ", not important"]),
             "medium": ", medium priority",
             "high": dice.choice([", high priority", ". It is very urgent", ", very important"]), None: ""}
    return {"title": task, "day": day, "priority": priority,
            "told": f"{task} {dice.choice(['on', 'by'])} {day}{words[priority]}."}


@family("""
WorkoutPlan, Workout, Training, FitnessPlan:
*title, name | text |
*exercises, moves, steps | [Exercise] |
minutes, duration, total minutes | int 5 120 |
level, difficulty | enum beginner/intermediate/advanced |
Exercise, Move:
*name, exercise | text |
*repetitions, reps, count | int 1 50 |
sets, rounds | int 1 6 |
""", "Make a workout plan for my {_part}.\nA {level} workout with {count_word} exercises\nPlan a workout of "
        "{minutes} minutes.\nGive me {count_word} exercises for the {_part}.", "workout plan")
def workout(dice):
    part, moves = dice.choice([("legs", "squats;lunges;calf raises;wall sits"),
        ("arms", "push-ups;dips;biceps curls;arm circles"), ("back", "supermans;rows;bird dogs;bridges"),
                               ("stomach", "sit-ups;leg raises;crunches;mountain climbers")])
    chosen = [{"name": move, "repetitions": dice.choice([8, 10, 12, 15, 20]),
               "sets": dice.randint(2, 4)} for move in dice.sample(moves.split(";"), dice.choice([2, 3, 3]))]
    return {"title": f"{part.capitalize()} workout", "exercises": chosen, "minutes": dice.choice([10, 15, 20, 30, 45]),
            "_part": part, "level": dice.choice(["beginner", "intermediate"]),
            "count_word": NUMBERS[len(chosen)]}


@family("""
DailySchedule, Schedule, DayPlan, Timetable:
title, name, day | text |
*entries, slots, items, blocks | [Entry] |
Entry, Slot, Block:
*time, start, at | text |
*activity, what, title | text |
""", "Make a schedule for {title}.\nPlan my {title} with {count_word} entries.\nTimetable for {title}, {count_word} "
        "entries")
def schedule(dice):
    plan = dice.sample([("07:00", "Get up"), ("07:30", "Breakfast"), ("09:00", "Work"), ("10:30", "Coffee break"),
                        ("12:30", "Lunch"), ("14:00", "Meeting"), ("16:00", "Walk"),
                        ("18:00", "Dinner"), ("20:00", "Reading"), ("22:00", "Bed")], dice.choice([3, 4, 4, 5]))
    return {"title": dice.choice(DAYS), "entries": [{"time": a, "activity": b} for a, b in sorted(plan)],
            "count_word": NUMBERS[len(plan)]}


@family("""
Product, Article, StoreItem, Listing:
*name, title, product name | text |
*price, cost | number |
category, department, kind | text |
in stock, available | bool |
colors, colours, variants | [text] |
sku, id, article number | text |
quantity, stock, pieces | int 0 500 |
""", "Make up a product for my shop.\nInvent {a name}.\nSample product, category {category}\nProduct listing for {a "
        "name}", "product/shop article")
def product(dice):
    title, kind, low, high = dice.choice([("Desk Lamp", "furniture", 15, 60), ("Water Bottle", "sports", 8, 25),
                                          ("Wool Scarf", "clothing", 12, 40), ("Tea Pot", "kitchen", 18, 50),
                                          ("Yoga Mat", "sports", 15, 45), ("Backpack", "bags", 25, 90),
                                          ("Notebook", "office", 3, 9), ("Rain Jacket", "clothing", 40, 120),
                                          ("Toy Train", "toys", 10, 35),
                                          ("Headphones", "electronics", 20, 150)])
    count = dice.randint(0, 200) if dice.happens(0.85) else 0
    return {"name": title, "price": price(dice, low, high), "category": kind, "in stock": count > 0, "quantity": count,
            "colors": dice.sample(COLOURS, dice.randint(2, 3)),
            "sku": f"{title[0]}{dice.choice('ABCKLMT')}-{dice.randint(100, 9999)}"}


@family("""
Invoice, Bill, Receipt, Order:
*number, invoice number, id | text |
*customer, client, name | text |
*items, lines, positions | [LineItem] |
total, sum, amount | int |
paid, is paid | bool |
LineItem, Position, Line:
*name, product, description | text |
*quantity, count, pieces | int 1 99 |
*price, unit price | int 1 500 | Price of one
""", "Make up an invoice for {customer}.\nInvent a bill with {count_word} items.\nSample invoice for my tests\nTest "
        "data: an order of {customer}", "invoice")
def invoice(dice):
    rows = [{"name": what, "quantity": dice.randint(1, 5), "price": dice.randint(2,
        60)} for what in dice.sample("pens;chairs;cups;lamps;books;plates;boxes;candles".split(";"),
                                     dice.randint(1, 3))]
    return {"number": f"{dice.choice(['R', 'INV', 'B'])}-{dice.randint(100, 9999)}", "customer": name(dice),
            "items": rows, "total": sum(r["quantity"] * r["price"] for r in rows),
            "paid": dice.happens(0.5), "count_word": NUMBERS[len(rows)]}


@family("""
JobAd, JobPosting, Vacancy, Job:
*title, position, role | text |
*city, location, place | text |
company, employer | text |
tasks, duties, responsibilities | [text] |
hours per week, weekly hours | int 5 45 |
remote, home office | bool |
""", "Write a job ad for {a title}.\nWe are looking for {a title} in {city}.\nMake up a job posting.\nVacancy: {title}",
        "job ad")
def job(dice):
    title, tasks = dice.choice([("baker", "bake bread;decorate cakes;clean the oven"),
        ("gardener", "mow the lawn;plant trees;cut hedges"), ("nurse", "care for patients;give medicine;keep records"),
                                ("driver", "deliver parcels;check the van;plan routes"),
                                ("programmer", "write code;test programs;fix bugs"),
                                ("waiter", "serve guests;take orders;set tables"),
                                ("teacher", "plan lessons;correct tests;talk with parents")])
    return {"title": title, "city": dice.choice(TOWNS), "company": dice.choice(["Northwind", "Lumora", "Brightside",
        "Fernway", "Bluepeak"]), "tasks": tasks.split(";")[:dice.randint(2, 3)],
            "hours per week": dice.choice([20, 25, 30, 35, 40]), "remote": title == "programmer"}


@family("""
BugReport, Issue, Ticket:
*title, summary, headline | text |
*severity, priority, level | enum low/medium/high/critical |
component, area, module | text |
steps, steps to reproduce, reproduction | [text] |
open, is open | bool |
""", "Make up a bug report.\nInvent a bug in the {component}.\nSample issue for our tracker\nWrite a bug report: "
        "{_told}", "bug report")
def bug(dice):
    title, component, severity, steps = dice.choice([
        ("Login fails with a long password", "login", "high",
         "Open the login page;Enter a password of 40 characters;Press Enter"),
        ("Typo on the start page", "website", "low", "Open the start page;Read the first line"),
        ("App crashes when a photo is opened", "gallery", "critical", "Open the gallery;Tap any photo"),
        ("Search ignores umlauts", "search", "medium", "Open the search;Type Müller"),
        ("Sound stops after a call", "audio", "medium", "Play a song;Take a call;End the call"),
        ("Save button does nothing", "editor", "high", "Open a note;Change the text;Press Save")])
    return {"title": title, "component": component, "severity": severity, "steps": steps.split(";"),
            "open": dice.happens(0.8), "_told": title[0].lower() + title[1:]}


@family("""
Settings, Preferences, Config, AppSettings:
*theme, appearance | enum light/dark/system |
language, locale | text |
font size, text size | int 8 32 |
notifications, notifications enabled, alerts | bool |
volume, sound level | int 0 100 |
auto save, save automatically | bool |
""", "Make up settings for an app.\nDefault settings, please.\nSettings with a {theme} theme and font size "
        "{_size}\nI need settings for a new user.", "settings object")
def settings(dice):
    size = dice.randint(10, 24)
    return {"theme": dice.choice(["light", "dark", "system"]), "language": dice.choice(["en", "de", "fr", "es", "it"]),
            "font size": size, "_size": size,
            "notifications": dice.happens(0.6), "volume": dice.randint(0, 20) * 5, "auto save": dice.happens(0.8)}


@family("""
NewsArticle, Article, News, Post:
*headline, title | text |
*summary, teaser, text | text |
category, section, topic | text |
tags, keywords | [text] |
author, by, reporter | text |
""", "Invent a news article about {_about}.\nMake up a headline about {_about}.\nWrite a short piece of news, "
        "section {category}.", "news article")
def news(dice):
    headline, summary, category, tags, about = dice.choice(notions.TABLES["news"])
    return {"headline": headline, "summary": summary, "category": category, "tags": items(tags), "author": name(dice),
            "_about": about}


@family("""
Lesson, LessonPlan, Course, Class:
*title, topic, subject | text |
*goals, objectives, learning goals | [text] |
minutes, duration | int 10 180 |
grade, age, level | int 1 12 |
materials, things needed | [text] |
""", "Plan a lesson on {title}.\nA lesson plan: {title}\nI teach {title} tomorrow. Plan {minutes} minutes.",
        "lesson plan")
def lesson(dice):
    title, goals, things = dice.choice([("fractions", "know halves and quarters;add simple fractions",
        "paper circles;scissors"), ("the water cycle", "name the stages;draw the cycle", "a kettle;a glass plate"),
                                        ("the planets", "name all planets;put them in order",
                                         "balls of different sizes;a lamp"),
                                        ("adjectives", "find adjectives in a text;use them in sentences",
                                         "a short story;pencils"),
                                        ("plants", "name the parts of a plant;plant a bean", "beans;pots;soil"),
                                        ("telling the time", "read full and half hours;set a clock",
                                         "a paper clock;cards")])
    return {"title": title, "goals": goals.split(";"), "materials": things.split(";"),
            "minutes": dice.choice([30, 45, 60, 90]), "grade": dice.randint(1, 6)}


@family("""
Definition, DictionaryEntry, Word, WordEntry:
*word, term, entry | text |
*meaning, definition, explanation | text |
part of speech, word class, kind | enum noun/verb/adjective/adverb |
example, example sentence, usage | text |
synonym, similar word | text |
opposite, antonym | text |
""", "Define \"{word}\".\nWhat does {word} mean?\nDictionary entry for {word}\nExplain the word {word}.\nLook up "
        "\"{word}\".", check="json")
def definition(dice):
    return dict(zip(("word", "part of speech", "meaning", "example", "synonym", "opposite"),
                    dice.choice(notions.WORDS)))


@family("""
Translation, Word, Vocabulary, Phrase:
*english, source, original | text |
*french | text |
spanish | text |
german | text |
italian | text |
""", "Translate \"{english}\".\nHow do you say {english} in other languages?\n{english} in French and other "
        "languages\nThe word \"{english}\" in several languages", check="json")
def translation(dice):
    return dict(zip(("english", "french", "spanish", "german", "italian"), dice.choice(notions.TRANSLATIONS)))


@family("""
Palette, ColorScheme, ColourPalette, Theme:
*name, title | text |
*colors, colours, swatches | [Color] |
Color, Swatch:
*name, label | text |
*hex, code, value | text | Such as #FF0000
""", "Make a colour palette.\nA palette with {count_word} colours\nSuggest {count_word} colours for my page.\nInvent "
        "a colour scheme called {name}.", "colour palette")
def palette(dice):
    chosen = dice.sample(list(HEX), dice.choice([2, 3, 3, 4]))
    return {"name": dice.choice(["Sunset", "Forest", "Ocean", "Candy", "Retro", "Spring"]),
            "colors": [{"name": c, "hex": HEX[c]} for c in chosen], "count_word": NUMBERS[len(chosen)]}


@family("""
Team, Club, Group, Crew:
*name, title | text |
*members, players, people | [Member] |
motto, slogan | text |
Member, Player, Person:
*name, first name | text |
*role, position, task | text |
""", "Make up a team with {count_word} members.\nInvent a team for my story.\nA team of {count_word} for my game",
        "team with members")
def team(dice):
    roles = dice.choice(["captain;cook;sailor;navigator", "captain;goalkeeper;defender;striker",
                         "leader;designer;tester;writer"]).split(";")
    count = dice.choice([2, 3, 4])
    return {"name": dice.choice(["The Falcons", "Blue Comets", "River Foxes", "The Lanterns", "Night Owls"]),
            "members": [{"name": who, "role": role} for who, role in zip(dice.sample(FIRST, count), roles)],
            "motto": dice.choice(["Together we are strong.", "Never give up.", "One step at a time."]),
            "count_word": NUMBERS[count]}


@family("""
Gift, GiftIdea, Present, Idea:
*gift, idea, title, what | text |
*reason, why | text |
price, cost, price in dollars | int 1 500 |
""", "A gift for {a _who}\nWhat can I give {a _who} as a present?\nI need a gift idea for {a _who}.\nPresent for {a "
        "_who}, please")
def gift(dice):
    who, what, reason, low, high = dice.choice([("gardener", "a set of flower seeds",
        "There is always room for flowers.", 5, 20), ("cook", "a good knife", "Every cook needs one.", 30, 90),
                                                ("reader", "a reading lamp", "It helps to read at night.", 20, 60),
                                                ("child", "a kite", "Flying it is fun for all ages.", 10, 30),
                                                ("runner", "warm socks", "Feet get cold in winter.", 8, 20),
                                                ("musician", "a music stand", "It keeps the notes in view.", 20, 50),
                                                ("cat lover", "a mug with a cat on it", "It fits every morning.", 8,
                                                20), ("grandmother", "a photo album", "She loves to look at old times.",
                                                      15, 40), ("coffee lover", "a bag of fresh beans",
                                                                "Fresh beans taste best.", 10, 25)])
    return {"gift": what, "reason": reason, "price": dice.randint(low, high), "_who": who}


@family("""
House, Listing, Apartment, Property:
*city, town, location | text |
*rooms, number of rooms | int 1 12 |
size, area, square metres | int 15 400 |
rent, price, monthly rent | int 100 5000 |
features, extras | [text] |
balcony, has balcony | bool |
""", "Make up a flat with {rooms} rooms.\nInvent an apartment in {city}.\nA flat to rent in {city}, as test data",
        "flat to rent/apartment listing")
def flat(dice):
    rooms = dice.randint(1, 6)
    return {"city": dice.choice(TOWNS), "rooms": rooms, "size": rooms * dice.randint(18, 26),
            "rent": rooms * dice.randint(20, 40) * 10, "balcony": dice.happens(0.5),
            "features": dice.sample(["garden", "garage", "lift", "fitted kitchen", "cellar", "fireplace"], 2)}


@family("""
Car, Vehicle, UsedCar:
*make, brand, manufacturer | text |
*model | text |
year, built, first year | int 1950 2030 |
color, colour, paint | text |
doors, number of doors | int 2 5 |
electric, is electric | bool |
""", "Make up a car.\nInvent a used car in {color}.\nTest data for a car dealer: one {make}", "car/used car")
def car(dice):
    make, model, electric = dice.choice([("Volkswagen", "Golf", False), ("Toyota", "Corolla", False),
        ("Fiat", "Panda", False), ("Nissan", "Leaf", True), ("Tesla", "Model 3", True), ("Volvo", "V60", False),
                                         ("Renault", "Zoe", True), ("Ford", "Fiesta", False)])
    return {"make": make, "model": model, "electric": electric,
            "year": dice.randint(2018, 2022) if electric else dice.randint(2008, 2022), "color": dice.choice(COLOURS),
            "doors": dice.choice([3, 5]) if make in ("Fiat", "Ford") else 4 if make == "Tesla" else 5}


@family("""
MeetingNotes, Minutes, Summary:
*topic, title, subject | text |
*decisions, results, what was decided | [text] |
participants, people, attendees | [text] |
next meeting, next date | text |
""", "Make up notes of a meeting.\nInvent the minutes of a meeting about {topic}.\nMeeting notes: {topic}",
        "meeting notes")
def minutes(dice):
    topic, decisions = dice.choice([("the summer party", "The party is in the garden.;Everyone brings a cake."),
                                    ("the new website", "The start page gets a search.;Colours stay as they are."),
                                    ("parking", "Visitors park behind the house.;Bikes get a roof."),
                                    ("the budget", "We buy two printers.;Travel costs go down.")])
    return {"topic": topic, "decisions": decisions.split(";"), "participants": dice.sample(FIRST, dice.randint(2, 3)),
            "next meeting": dice.choice(DAYS)}


@family("""
Idea, Startup, BusinessIdea, Company:
*name, company name, title | text |
*product, idea, what it sells, offer | text |
slogan, tagline, motto | text |
customers, target group, for whom | text |
""", "Invent a company.\nA business idea for {customers}\nMake up a start-up.\nSuggest a small business that sells "
        "to {customers}.", "start-up/business idea")
def company(dice):
    return dict(zip(("name", "product", "slogan", "customers"), dice.choice(notions.table("""
Sockwell | socks that never get lost | Always a pair. | students
Bean There | a coffee bike at the station | Coffee on the way. | commuters
Leafbox | herbs in a box for the window | Green at home. | people without a garden
Pawpost | parcels of toys for dogs | Joy in a box. | dog owners
Mendly | a shop that repairs clothes | Worn, but loved. | families
Quietly | small cabins for quiet work | Close the door. | writers
Kitefix | kites and their repair | Up again. | children
"""))))


# Answers that are no objects.

YES_NO = "{}/{}/{}/{}/Yes or no: {}/True or false? {}/Answer with true or false: {}/{} Just yes or no.".split("/")
SUMS = (
    "What is {}?/How much is {}?/{}/{} = ?/Calculate {}./{} =/Work out {}./Solve {}./What does {} make?/"
    "Please add up: {}"
).split("/")
SEARCHES = {
    "beach": "best beaches nearby;beach packing list;beach games for kids;quiet beaches;beach weather;beach hotels",
    "pizza": "pizza near me;easy pizza dough;pizza toppings;thin crust pizza;pizza oven;vegetarian pizza",
    "guitar": "guitar lessons for beginners;guitar chords;how to tune a guitar;acoustic guitar;guitar songs;guitar "
              "strings",
    "gardening": "gardening tips;gardening tools;when to plant tomatoes;small garden ideas;herb garden;garden in "
                 "autumn",
    "running": "running shoes;running plan for beginners;how to breathe when running;running routes;stretching after "
               "running",
    "coffee": "coffee shops near me;how to brew coffee;coffee beans;cold brew;coffee grinder;latte art",
    "Paris": "hotels in Paris;Paris in two days;Eiffel Tower tickets;Paris museums;Paris metro map;cafés in Paris",
    "Japan": "Japan travel tips;cherry blossom season;Japanese food;trains in Japan;Kyoto temples;learn Japanese",
    "hiking": "hiking trails near me;hiking boots;what to pack for a hike;mountain huts;hiking with kids;hiking map",
    "cats": "cat breeds;how to train a cat;cat toys;why do cats purr;best cat food;cat names",
    "dogs": "dog breeds;dog training;dog parks near me;how to wash a dog;puppy food;dog names",
    "birthday party": "birthday cake ideas;birthday games;party decorations;birthday invitations;birthday songs;"
                      "party snacks",
    "chess": "chess rules;chess openings;play chess online;chess puzzles;how to win at chess;chess clubs",
    "camping": "camping gear;campsites nearby;how to set up a tent;camping food;sleeping bags;camping with dogs",
    "yoga": "yoga for beginners;morning yoga;yoga mat;yoga poses;yoga classes near me;yoga for the back",
    "baking": "easy cake recipes;how to bake bread;baking without eggs;cookie recipes;baking tools;birthday cake",
}
TEXTS = [(text, items(tags)) for text, tags in notions.table("""
We hiked up the mountain and swam in a cold lake. | hiking; mountain; lake; swimming
The bakery on the corner sells fresh rye bread and apple cake. | bakery; bread; cake
Our cat caught a mouse in the garden last night. | cat; mouse; garden
The train to the coast was late because of the snow. | train; coast; snow; delay
She plays the violin and her brother plays the drums. | music; violin; drums; siblings
Grandfather repairs old clocks in his workshop. | clocks; repair; workshop; grandfather
The children built a castle of sand on the beach. | children; beach; sand; castle
Astronomers saw a comet near the planet Jupiter. | astronomy; comet; Jupiter
The tomato soup needs more salt and some basil. | soup; tomato; salt; basil
Two goals in the last minute won the match for our team. | football; goals; match; team
A storm broke the window of the school library. | storm; window; school; library
I learn French with songs and short films. | French; learning; songs; films
The farmer sells eggs, honey and potatoes at the market. | farmer; market; eggs; honey
My new phone takes sharp photos at night. | phone; photos; night
""")]
LISTS = [(ask, text.split(";"), ordered) for ask, ordered, text in [
    ("the days of the week", True, ";".join(DAYS)), ("the months of the year", True, ";".join(MONTHS)),
        ("the four seasons", True, "spring;summer;autumn;winter"),
    ("the planets from the Sun outward", True, "Mercury;Venus;Earth;Mars;Jupiter;Saturn;Uranus;Neptune"),
        ("the colours of the rainbow", True, "red;orange;yellow;green;blue;indigo;violet"),
    ("the continents", False, "Africa;Antarctica;Asia;Australia;Europe;North America;South America"),
        ("the numbers from one to five, as words", True, "one;two;three;four;five"),
    ("the five senses", False, "sight;hearing;smell;taste;touch"),
        ("the four directions of the compass", False, "north;east;south;west"),
        ("the chess pieces", False, "king;queen;rook;bishop;knight;pawn")]]
NAMEABLE = [tuple(line.split("=")) for line in """
names for a cat=Luna;Milo;Whiskers;Simba;Coco;Nala;Oreo;Ginger;Shadow
names for a dog=Max;Bella;Rocky;Buddy;Daisy;Rex;Lucky;Charlie
names for a boat=Sea Star;Wave Dancer;Blue Gull;Windsong;Little Whale;Old Anchor
names for a café=The Cozy Cup;Bean Corner;Morning Light;Café Luna;The Blue Mug;Sugar and Spoon
names for a band=The Night Owls;Paper Moons;Loud Lemons;The Silver Strings;Four Foxes
names for a dragon=Ember;Smolder;Vex;Azura;Thorn;Scorch
ideas for dinner=tomato soup;vegetable curry;pancakes;baked potatoes;fish tacos;mushroom risotto
ideas for a rainy day=read a book;bake a cake;play a board game;paint a picture;watch a film;tidy a drawer
gifts for a friend=a book;a scarf;a plant;a box of tea;a puzzle;a photo in a frame
animals=lion;rabbit;horse;owl;dolphin;frog;bear;fox;tiger
birds=owl;robin;eagle;swan;sparrow;crow;penguin
fruits=apple;banana;cherry;pear;mango;grape;plum;kiwi
vegetables=carrot;onion;potato;spinach;pea;leek;cabbage
colours=red;blue;green;yellow;black;white;purple;orange
European countries=France;Germany;Italy;Spain;Norway;Poland;Greece;Portugal
sports=football;tennis;swimming;rowing;hockey;running;skiing
instruments=piano;violin;flute;drums;guitar;harp;trumpet
flowers=rose;tulip;daisy;lily;sunflower;violet
languages=English;French;Spanish;German;Italian;Japanese;Arabic
tools=hammer;saw;screwdriver;pliers;drill;wrench
hobbies=reading;chess;knitting;painting;hiking;cooking;singing
jobs=baker;teacher;nurse;pilot;gardener;farmer;cook
pieces of furniture=table;chair;bed;shelf;sofa;desk
things in a kitchen=pan;spoon;knife;oven;plate;cup;kettle
healthy snacks=apple;nuts;carrot sticks;yogurt;grapes;rice cakes
""".strip().splitlines()]
ASK_LIST = """Name {n} {what}./Give me {n} {what}./List {n} {what}./{n} {what}/{n} {what}, please./I need {n} {what}.
Suggest {n} {what}./Tell me {n} {what}./Can you think of {n} {what}?/Write down {n} {what}.
Which {what} do you know? Name {n}.
""".strip().replace("\n", "/").split("/")
CHOICES = [(question, right, items(wrong)) for question, right, wrong in notions.table("""
Which season is the coldest? | winter | spring; summer; autumn
Which season is the hottest? | summer | spring; winter; autumn
In which season do leaves fall? | autumn | spring; summer; winter
What do you use in the rain? | umbrella | spoon; ladder; pillow
What do you write with? | pencil | fork; shoe; lamp
What colour is grass? | green | red; blue; black
What colour is snow? | white | green; red; brown
What colour is a ripe banana? | yellow | blue; black; purple
Which of them is heaviest? | elephant | mouse; cat; rabbit
Which of them is fastest? | plane | bicycle; snail; train
Which of them can fly? | sparrow | cow; trout; snail
Which of them lives in water? | trout | hen; fox; goat
Which of them is a vehicle? | bus | tree; spoon; river
Which of them is sour? | lemon | sugar; bread; milk
Is a whale a mammal, a fish or a bird? | mammal | fish; bird
Is an eagle a mammal, a fish or a bird? | bird | mammal; fish
Is a tulip an animal, a plant or a stone? | plant | animal; stone
Is gold a metal, a gas or a liquid? | metal | gas; liquid
Which meal comes first in the day? | breakfast | lunch; dinner
Where does a fish live? | water | desert; tree; cloud
When do we see the stars? | night | morning; noon
Is ice solid, liquid or gas? | solid | liquid; gas
Is steam solid, liquid or gas? | gas | solid; liquid
On which continent is Norway? | europe | africa; asia; america
On which continent is Kenya? | africa | europe; asia; america
On which continent is China? | asia | europe; africa; america
""")]
ASK_LABEL = {
    "ticket": "What kind of message is this? {m}/Sort this ticket: {m}/Which label fits? {m}/A customer writes: "
              "{m}/Classify the message. {m}/{m}",
    "urgency": "How urgent is this? {m}/Urgency of the message: {m}/{m} What is the priority?/Rate the urgency. {m}",
    "mood": "What is the mood of the writer? {m}/How does this person feel? {m}/Mood: {m}/{m} Which feeling is that?",
    "language": "Which language is this? {m}/What language is \"{m}\"?/Detect the language: {m}/{m}",
    "topic": "What is the topic? {m}/What is this about? {m}/Topic of the text: {m}/Sort this sentence by topic: {m}",
    "sentiment": "What is the tone of this message? {m}/Is this positive or negative? {m}/Sentiment: {m}/Rate this "
                 "review: {m}/How does the customer feel? {m}/{m}",
}
LABEL_KEYS = {"ticket": "category,label,kind", "urgency": "urgency,priority", "mood": "mood,feeling,emotion",
              "language": "language,lang",
              "topic": "topic,category,subject", "sentiment": "sentiment,tone,mood"}


@plain(10)
def yes_or_no(dice):
    question, answer = dice.choice(notions.FACTS)
    return bare(dice.choice(YES_NO).format(question), {"type": "boolean"}, answer, dice)


@plain(2)
def yes_or_no_greater(dice):
    """Two numbers."""
    left, right = dice.sample(range(1, 100), 2)
    word, answer = dice.choice([("greater", left > right), ("smaller", left < right), ("more", left > right),
                                ("less", left < right)])
    return bare(f"Is {left} {word} than {right}?", {"type": "boolean"}, answer, dice)


@plain(9)
def small_sum(dice):
    sign, word = dice.choice([("+", "plus"), ("+", "plus"), ("-", "minus"), ("*", "times")])
    left, right = (dice.randint(2, 10), dice.randint(2, 10)) if sign == "*" else (dice.randint(1, 50),
        dice.randint(1, 50))
    if sign == "-" and right > left:
        left, right = right, left
    value = {"+": left + right, "-": left - right, "*": left * right}[sign]
    told = dice.choice([f"{left} {sign} {right}", f"{left} {word} {right}", f"{left}{sign}{right}"])
    asks = SUMS if sign == "+" else SUMS[:-1]
    return bare(dice.choice(asks).format(told), {"type": "integer"}, value, dice)


@plain(4)
def number_fact(dice):
    """A question of the quiz whose answer is a number."""
    question, answer, *_ = dice.choice(NUMBER_FACTS)
    schema = {"type": "integer"}
    if dice.happens(0.2):
        schema |= {"minimum": 0, "maximum": dice.choice([2000, 3000])}
    return bare(question, schema, int(answer), dice)


NUMBER_FACTS = [entry for entry in notions.QUIZ if entry[1].isdigit()]


@plain(14)
def label(dice):
    """A message under one of its labels, alone or in an object."""
    kind = dice.choice(list(notions.MESSAGES))
    labels = notions.MESSAGES[kind]
    right = dice.choice(list(labels))
    others = [each for each in labels if each != right]
    chosen = dice.sample(others, dice.randint(2, len(others)) if len(others) > 3 else len(others)) + [right]
    if dice.happens(0.5):
        dice.shuffle(chosen)
    prompt = dice.choice(ASK_LABEL[kind].split("/")).replace("{m}", dice.choice(labels[right]))
    schema, value = schemas.enumeration_schema(chosen), right
    if dice.happens(0.3):
        key = dice.choice(LABEL_KEYS[kind].split(","))
        schema, value = schemas.object_schema(dice.choice(["Result", "Label", "Message", "Analysis"]),
                                              {key: schema}), {key: right}
    return structured("invented", prompt, schema, value, check={"kind": "json"})


@plain(6)
def one_of(dice):
    question, right, wrong = dice.choice(CHOICES)
    choices = dice.sample([right, *wrong], len(wrong) + 1)
    return bare(question, schemas.enumeration_schema(choices), right, dice)


@plain(4)
def quiz_choice(dice):
    """A question of the quiz, with its answers as an enumeration."""
    question, right, wrong, _ = dice.choice(notions.QUIZ)
    return bare(question, schemas.enumeration_schema(dice.sample([right, *wrong], 4)), right, dice)


def listed(node, values, dice, prompt, kind="valid"):
    """A list alone, or as the one member of an object."""
    schema = {"type": "array", "items": node, "minItems": len(values), "maxItems": len(values)}
    if dice.happens(0.25):
        del schema["minItems"], schema["maxItems"]
    if dice.happens(0.4):
        key = dice.choice(["items", "list", "results", "answers", "ideas", "suggestions", "entries", "values"])
        schema, values = schemas.object_schema(dice.choice(["Result", "Answer", "List", "Ideas"]),
                                               {key: schema}), {key: values}
    return bare(prompt, schema, values, dice, kind)


@plain(10)
def several(dice):
    what, text = dice.choice(NAMEABLE)
    all_of = text.split(";")
    count = dice.randint(2, min(6, len(all_of)))
    prompt = dice.fill(dice.choice(ASK_LIST), {"n": str(count) if dice.happens(0.3) else NUMBERS[count], "what": what})
    return listed({"type": "string"}, dice.sample(all_of, count), dice, prompt)


@plain(3)
def known_list(dice):
    what, all_of, ordered = dice.choice(LISTS)
    prompt = dice.fill(dice.choice(["Name {what}.", "List {what}.", "What are {what}?", "{what}", "Give me {what}.",
                                    "Write down {what}."]), {"what": what})
    return listed({"type": "string"}, all_of, dice, prompt, "json" if ordered else "valid")


@plain(3)
def number_list(dice):
    """Numbers in a row."""
    count = dice.randint(3, 6)
    start = dice.randint(1, 20)
    what, values = dice.choice([("the first {n} even numbers", range(2, 2 * count + 1, 2)),
                                ("the first {n} odd numbers", range(1, 2 * count, 2)),
                                ("the numbers from {a} to {b}", range(start, start + count)),
                                ("the first {n} square numbers", [i * i for i in range(1, count + 1)]),
                                ("the first {n} multiples of five", range(5, 5 * count + 1, 5)),
                                ("the first {n} multiples of three", range(3, 3 * count + 1, 3)),
                                ("{n} numbers, counting down from {b}", range(start + count - 1, start - 1, -1))])
    told = what.format(n=NUMBERS[count], a=start, b=start + count - 1)
    return listed({"type": "integer"}, list(values), dice, dice.fill(dice.choice(["Write {w}.", "List {w}.", "{w}",
        "Give me {w}."]), {"w": told}), "json")


@plain(8)
def search_suggestions(dice):
    """What to search for, as in sample apps."""
    topic = dice.choice(list(SEARCHES))
    terms = dice.sample(SEARCHES[topic].split(";"), dice.randint(3, 5))
    prompt = dice.choice(["Generate suggested search terms for an app about {}.", "Suggest {n} searches for {}.",
                          "Search suggestions: {}", "What might people search for about {}?",
                          "{n} search terms about {}", "I typed \"{}\". What could I be looking for?"]).format(topic,
                          n=NUMBERS[len(terms)])
    node = schemas.described({"type": "array", "items": {"type": "string"}, "minItems": len(terms),
                              "maxItems": len(terms)},
                             "A list of suggested search terms" if dice.happens(0.4) else None)
    if dice.happens(0.3):
        return bare(prompt, node, terms, dice, "valid")
    key = dice.choice(["searchTerms", "suggestions", "search_terms", "terms", "queries"])
    return bare(prompt, schemas.object_schema(dice.choice(["SearchSuggestions", "Suggestions", "Search"]), {key: node}),
                {key: terms}, dice, "valid")


@plain(6)
def tags(dice):
    """The tags of a text."""
    text, found = dice.choice(TEXTS)
    kept = found[:dice.randint(2, len(found))]
    prompt = dice.choice(["Give tags for this text: {}", "{}\n\nTags?", "Tag this note. {}", "Which tags fit? {}",
                          "Find {n} tags: {}", "{n} keywords of this text: {}"])
    node = {"type": "array", "items": {"type": "string"}, "minItems": len(kept), "maxItems": len(kept)}
    if dice.happens(0.5):
        return bare(prompt.format(text, n=NUMBERS[len(kept)]), node, kept, dice, "valid")
    key = dice.choice(["tags", "keywords", "topics", "labels"])
    return bare(prompt.format(text, n=NUMBERS[len(kept)]), schemas.object_schema(dice.choice(["Tags", "TagList", "Note",
        "TextTags"]), {key: node}), {key: kept}, dice, "valid")


@plain(3)
def one_word(dice):
    """A text alone: a name, a capital, an opposite, a translation."""
    draw = dice.randint(0, 3)
    if draw == 0:
        what, text = dice.choice(NAMEABLE[:6])
        prompt, value = f"Suggest one name{what.removeprefix('names')}.", dice.choice(text.split(";"))
    elif draw == 1:
        row = dice.choice(notions.COUNTRIES)
        prompt, value = dice.choice(["What is the capital of {}?", "Capital of {}",
                                     "Name the capital of {}."]).format(row[0]), row[1]
    elif draw == 2:
        row = dice.choice(notions.WORDS)
        prompt, value = dice.choice(["What is the opposite of {}?", "Opposite of \"{}\"",
                                     "Give me the opposite of {}."]).format(row[0]), row[5]
    else:
        row, (number, language) = dice.choice(notions.TRANSLATIONS), dice.choice([(1, "French"), (2, "Spanish"),
            (3, "German"), (4, "Italian")])
        prompt, value = dice.choice(["{} in {}", "What is \"{}\" in {}?", "Translate {} into {}."]).format(row[0],
            language), row[number]
    return bare(prompt, {"type": "string"}, value, dice)
