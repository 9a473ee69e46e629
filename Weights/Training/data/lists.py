"""Lists of words: what fills the slots of frames.

Most come from dariusk/corpora (CC0); the rest stands here. Each list is split
into words for training and words held out.
"""

import json
import re

from .frames import Split
from .words import BOYS, GIRLS, PET_NAMES

COLOURS = """red blue green yellow black white grey brown orange pink purple golden silver turquoise beige violet
cream crimson navy lilac maroon olive""".split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
SKIES = "sunny cloudy rainy foggy stormy windy snowy clear grey hazy bright misty".split()
PET_KINDS = """cat|dog|rabbit|parrot|hamster|goldfish|pony|turtle|mouse|canary|lizard|guinea pig|goat|duck|snake|ferret
budgie|donkey|hedgehog|gecko""".replace("\n", "|").split("|")
GENRES = """novel|thriller|comedy|biography|fairy tale|mystery|travel book|cookbook|poetry book|science book|romance
comic|history book|adventure story|ghost story|picture book""".replace("\n", "|").split("|")
FILM_GENRES = """comedy|thriller|western|drama|cartoon|musical|horror film|documentary|romance|war film|fantasy film
spy film|road movie|crime film""".replace("\n", "|").split("|")
SHOPS = """bakery|bookshop|cafe|restaurant|flower shop|toy shop|butcher|pharmacy|shoe shop|bar|tea house|bike shop
hair salon|music shop|grocery|pizzeria|ice cream parlour|hardware store|pet shop|tailor""".replace("\n", "|").split("|")
SUBJECTS = """maths|history|cooking|French|painting|chess|biology|yoga|first aid|music|dancing|Spanish|chemistry|sewing
photography|German|singing|writing|physics|pottery|drawing|geography|gardening|typing|Italian|swimming|karate
astronomy|economics|knitting""".replace("\n", "|").split("|")
EVENTS = """[summer|winter|spring|autumn|village|street|school|garden|family|office|charity|music|food|book|film|art|dance
wine|jazz|flower|harbour|night|birthday|farewell|town] [party|festival|fair|market|meeting|concert|dinner|show|picnic
lunch|evening|workshop|reunion|contest|night|breakfast|parade|exhibition|quiz]""".replace("\n", "|")
DISHES = "[|||creamy |spicy |cold |baked |fried |quick |warm |sweet ]{ingredient} [soup|pie|cake|salad|curry|stew|pasta|" \
    "bread|tart|sandwich|risotto|pizza|pancakes|muffins|omelette|dumplings|noodles|casserole]"
DRINKS = """water|tea|coffee|milk|lemonade|apple juice|orange juice|red wine|white wine|beer|hot chocolate|iced tea|cider
grape juice|mint tea|tomato juice|mineral water|ginger tea|cherry juice|carrot juice""".replace("\n", "|").split("|")
HOBBIES = """
[reading|painting|singing|dancing|swimming|fishing|hiking|sailing|knitting|cooking|baking|gardening]
[chess|climbing|running|skiing|cycling|drawing|juggling|photography|pottery|rowing|sewing|surfing]
[playing|learning] the {instrument}
[playing|watching] {sport}
[watching|drawing|painting] {animal}s
collecting {noun}s
growing {plant}s
[baking|cooking] {dish}
[reading about|learning] {subject}
"""
CHORES = """
[buy|order|find|pick up|bring back|repair|sell|wrap|carry|clean] the {noun}
[clean|paint|tidy|sweep|open|lock] the {room}
[buy|cook|order|bake|prepare] {food}
[call|visit|invite|thank|write to|pay|help|meet] {first}
[repair|clean|test|move|return] the {appliance}
[water|plant|cut|move] the {plant}
[feed|wash|walk|brush] the {petkind}
[book|cancel|plan] the trip to {town}
learn {subject}
[make|prepare|plan] the {event}
"""


class Words:
    """The lists of words, each split."""

    def __init__(self, folder):
        def load(name, key=None):
            data = json.loads((folder / f"data__{name}.json").read_text())
            return data[key] if key else data

        def plain(words, pattern=r"[a-z]+( [a-z]+)?", longest=22):
            return [w for w in words if re.fullmatch(pattern, w) and len(w) <= longest]

        name = r"[A-Z][a-z]{2,9}"
        boys = plain(load("humans__norwayFirstNamesBoys", "firstnames_boys_norwegian"), name)
        girls = plain(load("humans__norwayFirstNamesGirls", "firstnames_girls_norwegian"), name)
        self.boys, self.girls = Split(BOYS + boys), Split(GIRLS + girls)
        both = (load("humans__firstNames", "firstNames") + load("humans__spanishFirstNames", "firstNames")
                + load("humans__neutralNames", "neutralNames"))
        self.names = Split(plain(both, name))
        self.lasts = Split(plain(load("humans__lastNames", "lastNames") + load("humans__spanishLastNames", "lastNames")
                                 + load("humans__norwayLastNames", "lastnames_norwegian"), r"[A-Z][a-z]{2,11}"))
        towns = [c["city"] for name in ("us", "norwegian") for c in load(f"geography__{name}_cities", "cities")]
        towns += load("geography__english_towns_cities", "towns")
        towns += [c["capital"] for c in load("geography__countries_with_capitals", "countries")]
        self.towns = Split(plain(towns, r"[A-Z][a-z]+( [A-Z][a-z]+)?", 16))
        self.countries = Split(plain([c["name"] for c in load("geography__countries_with_capitals", "countries")],
                                     r"[A-Z][a-z]+( [A-Z][a-z]+)?"))
        self.jobs = Split(plain(load("humans__occupations", "occupations")))
        things = plain(load("objects__objects", "objects"), r"[a-z]+( [a-z]+| of [a-z]+)?")
        clothes = plain(load("objects__clothing", "clothes"))
        self.objects = Split([o for o in things + clothes if not re.search(r"[^s]s$|^(bra|lingerie|thong)$", o)])
        beasts = plain(load("animals__common", "animals"))
        self.animals = Split(beasts)
        strange = {"floor", "popcorn", "clothes", "twister", "wall", "lion", "tiger", "panda", "cow", "hamster", "rhino"}
        self.nouns = Split([w for w in plain(things, r"[a-z]{3,10}")
                            if not re.search(r"[^s]s$", w) and w not in beasts and w not in strange])
        self.fruits = Split(plain(load("foods__fruits", "fruits")))
        self.vegetables = Split(plain(load("foods__vegetables", "vegetables")))
        spices = [w.lower() for w in load("foods__herbs_n_spices", "herbs")]
        grown = plain(load("foods__fruits", "fruits")) + plain(load("foods__vegetables", "vegetables"))
        self.ingredients = Split(grown + plain(spices) + "butter milk sugar flour eggs salt cheese rice honey cream".split())
        self.foods = Split(grown + plain(load("foods__breads_and_pastries", "breads")))
        self.instruments = Split(plain(load("music__instruments", "instruments")))
        self.sports = Split([s.lower() for s in plain(load("sports__sports", "sports"), r"[A-Z][a-z]+( [a-z]+)?", 18)])
        self.music = Split([g.lower() for g in plain(load("music__genres", "genres"), r"[A-Z][a-z]+( [a-z]+)?", 18)])
        self.appliances = Split(plain(load("technology__appliances", "appliances")))
        self.rooms = Split([r for r in plain(load("architecture__rooms", "rooms")) if r not in ("aerary",)])
        self.plants = Split(plain(load("plants__flowers", "flowers"))
                            + plain([p["name"].lower() for p in load("plants__plants", "plants")]))
        self.cars = Split(plain(load("corporations__cars", "cars"), r"[A-Z][a-z]+( [A-Z][a-z]+)?"))
        self.adjectives = Split([a for a in plain(load("words__adjs", "adjs"), r"[a-z]{3,10}") if a != "harlot"])
        self.abstract = Split(plain(load("words__nouns", "nouns"), r"[a-z]{3,11}"))
        self.moods = Split(plain(load("humans__moods", "moods"), r"[a-z]{3,12}"))
        self.pets = Split(PET_NAMES + plain(load("animals__dog_names", "dog_names"), r"[A-Z][a-z]{2,8}"))
        self.colours, self.weekdays, self.months = Split(COLOURS), Split(WEEKDAYS, 99), Split(MONTHS, 99)
        self.skies, self.pet_kinds = Split(SKIES, 4), Split(PET_KINDS)
        self.lists = {
            "job": self.jobs, "animal": self.animals, "instrument": self.instruments, "sport": self.sports,
            "room": self.rooms, "plant": self.plants, "car": self.cars, "food": self.foods, "drink": Split(DRINKS),
            "ingredient": self.ingredients, "appliance": self.appliances, "petkind": self.pet_kinds,
            "colour": self.colours, "weekday": self.weekdays, "month": self.months, "sky": self.skies,
            "genre": Split(GENRES), "filmgenre": Split(FILM_GENRES), "shopkind": Split(SHOPS), "country": self.countries,
            "subject": Split(SUBJECTS), "musicgenre": self.music, "noun": self.nouns, "fruit": self.fruits,
        }
