"""Values of fields: each with the text in a passage, the value in JSON, and the schema that allows it."""

from dataclasses import dataclass

from .frames import Split, article, enumeration, frames
from .lists import CHORES, DISHES, EVENTS, HOBBIES

FIRST_SYLLABLES = """a al an ar be bel bo bra ca cor da del do dra e el en fa fen fi ga gel go ha he i il ja jo ka kel ki la
le lin lo ma mar me mi mo na nel ni no o ol or pa per pi qua ra ren ri ro sa sel si so ta tel ti to tra u ul va ven vi wa
wen wi ya yo za zel zi""".split()
LAST_SYLLABLES = """bar bell ben by da dan den der dor la lan len lia lin lo mar mas mir mo na nar ner nia no ra ran rel ric
rin ro sa sen sia son ta tan tas tha ton va van vel vin ya zo""".split()
TOWN_ENDS = "ford ham ton bury by stead wick mouth bridge field dale wood well port haven more burg stad ville".split()
TITLES = frames("""
The {adjective} {noun}
The {noun} of {town}
{first}'s {noun}
The {noun} and the {animal}
{adjective} {noun}s
The {adjective} {animal}
A {noun} for {first}
The {animal} of {town}
{first} and the {adjective} {animal}
""", 99)
COMPANIES = frames("""
{last} & {last}
{last} [Ltd|Brothers|House|Works|Group]
{town} [Works|House|Trade|Foods|Tools|Books]
The {Adjective} {Animal}
{Made} [Ltd|Labs|Works|Group]
{first}'s
Cafe {Made}
[Golden|Blue|Old|Green|Silver|Little|Red|White] {Noun}
""", 99)
TEAMS = frames("""
{town} {Animal}s
{Colour} {Animal}s
{Made} [United|City|Rovers]
{town} [United|Rovers|Town|City]
{Adjective} {Animal}s
""", 99)
# How often a value is one that no list has, and the kinds that are always drawn from theirs.
UNUSUAL, USUAL = 0.2, {"sum", "note", "chore", "hobby"}
# How often a part of a value is that of the value before: two of a text then begin or end alike, and must be told apart.
ALIKE = 0.2
CONSONANTS = """b bl br c ch cl cr d dr f fl fr g gl gr h j k kl kr l m n p ph pl pr qu r s sc sh sk sl sn sp st t th tr v w
x y z""".split()
VOWELS = "a e i o u ai ea ee ia ie io oa oo ou y".split()
CODAS = "b ck d f g k l lk ll lt m mp n nd ng nk nt p r rd rk rn rt s sh sk ss st t th x z".split()
WORDS_FOR = "zero one two three four five six seven eight nine ten eleven twelve".split()
STRING = {"type": "string"}


@dataclass
class Value:
    """A filler: how a passage says it, what JSON has for it, and the schema of it."""
    text: str
    json: object
    node: dict


class Values:
    """Draws values of a kind."""

    def __init__(self, lists):
        self.lists = lists
        self.hobbies, self.chores = frames(HOBBIES, 99), frames(CHORES, 99)
        self.latest = {}

    def again(self, part, draw, dice):
        """A part of a value, for training now and then the one that was drawn before."""
        if dice.side != "train":
            return draw(dice)
        if part not in self.latest or not dice.happens(ALIKE):
            self.latest[part] = draw(dice)
        return self.latest[part]

    # Names

    def made(self, dice):
        """A name that nobody has."""
        parts = [dice.choice(FIRST_SYLLABLES)] + dice.choices(LAST_SYLLABLES, k=dice.choice([1, 1, 2]))
        return "".join(parts).capitalize()

    def first(self, dice):
        draw = dice.random()
        if draw < 0.3:
            return self.made(dice)
        lists = self.lists
        return dice.pick(lists.names if draw < 0.6 else lists.boys if draw < 0.8 else lists.girls)

    def gender(self, name, dice):
        """m or f: what the lists of names say, else either."""
        if not hasattr(self, "_genders"):
            boys, girls = self.lists.boys, self.lists.girls
            self._genders = dict.fromkeys(girls.train + girls.held, "f") | dict.fromkeys(boys.train + boys.held, "m")
        return self._genders.get(name.split()[0]) or dice.choice("mf")

    def last(self, dice):
        return self.made(dice) if dice.happens(0.2) else dice.pick(self.lists.lasts)

    def person(self, dice):
        first = self.again("first", self.first, dice)
        return f"{first} {self.again('last', self.last, dice)}" if dice.happens(0.45) else first

    def pet(self, dice):
        return self.made(dice) if dice.happens(0.3) else dice.pick(self.lists.pets)

    def town(self, dice):
        if dice.happens(0.25):
            return self.made(dice).rstrip("aeiou") + dice.choice(TOWN_ENDS)
        return dice.pick(self.lists.towns)

    def spelt(self, dice):
        """A word that is spelt like one and is none."""
        syllables = [dice.choice(CONSONANTS) * dice.happens(0.85) + dice.choice(VOWELS)
                     + dice.choice(CODAS) * dice.happens(0.4) for _ in range(dice.choice([1, 1, 2, 2, 2, 3]))]
        return "".join(syllables)

    def words_of(self, side):
        """The words of all lists on one side of their splits."""
        splits = [each for each in [*vars(self.lists).values(), *self.lists.lists.values()] if isinstance(each, Split)]
        return {word.lower() for split in splits for item in split[side] for word in item.split()}

    def without_held(self, words):
        """The words that no list holds out."""
        held = self.words_of("held")
        return [word for word in words if word not in held]

    @property
    def any_words(self):
        """The words of all lists, without those that one of them holds out."""
        if not hasattr(self, "_any_words"):
            words = self.without_held(self.words_of("train"))
            self._any_words = sorted(word for word in words if word.isalpha() and len(word) > 2)
        return self._any_words

    def nonsense(self, dice):
        """A word that there is not: spelt like one, or the beginning of one with the end of another.

        The latter begin with the same tokens as words do, and go on with others.
        """
        if dice.happens(0.5):
            return self.spelt(dice) if dice.happens(0.7) else self.made(dice).lower()
        one, other = dice.choice(self.any_words), dice.choice(self.any_words)
        return one[:dice.randint(2, 5)] + other[dice.randint(1, 3):]

    def unusual(self, like, dice):
        """A text in the capitals of another that has nothing else of it: what cannot be known has to be copied."""
        words = [self.nonsense(dice) if dice.happens(0.55) else dice.choice(self.any_words)
                 for _ in range(dice.choice([1, 1, 1, 2, 2, 3]))]
        return " ".join(word.capitalize() if like[0].isupper() else word for word in words)

    # Composed texts

    def slots(self):
        """Functions for the slots of frames."""
        lists = self.lists
        slots = {name: (lambda dice, split=split: dice.pick(split)) for name, split in lists.lists.items()}
        slots |= {"adjective": lambda dice: dice.pick(lists.adjectives), "first": self.first, "last": self.last,
                  "person": self.person, "town": self.town, "made": self.made, "pet": self.pet, "dish": self.dish,
                  "event": lambda dice: dice.choose(EVENTS), "object": lambda dice: dice.pick(lists.objects),
                  "title": self.title, "number": lambda dice: str(dice.randint(2, 99)),
                  "time": lambda dice: self.draw_time(dice).text, "company": lambda dice: dice.phrase(dice.pick(COMPANIES), slots),
                  "team": lambda dice: dice.phrase(dice.pick(TEAMS), slots), "hobby": self.hobby, "chore": self.chore}
        for name in ("adjective", "animal", "noun", "made", "colour"):
            slots[name.capitalize()] = lambda dice, draw=slots[name]: draw(dice).title()
        return slots

    def dish(self, dice):
        return dice.choose(DISHES).replace("{ingredient}", dice.pick(self.lists.ingredients))

    def title(self, dice):
        return dice.phrase(dice.pick(TITLES), self.all_slots).title().replace("'S", "'s") \
            .replace(" Of ", " of ").replace(" And The ", " and the ").replace(" For ", " for ")

    def hobby(self, dice):
        return dice.phrase(dice.pick(self.hobbies), self.all_slots)

    def chore(self, dice):
        return dice.phrase(dice.pick(self.chores), self.all_slots)

    @property
    def all_slots(self):
        if not hasattr(self, "_slots"):
            self._slots = self.slots()
        return self._slots

    # Values of the kinds that domains name

    def draw(self, kind, dice, unusual=UNUSUAL):
        """A value of a kind such as `person`, `int 1 12`, `enum:low/high`, `list:first 2 5`."""
        word, _, rest = kind.partition(" ")
        if word == "int":
            return self.integer(*map(int, rest.split()), dice)
        if word == "bool":
            return Value("", dice.happens(0.5), {"type": "boolean"})
        if word.startswith("enum:"):
            choices = word[5:].split("/")
            choice = dice.choice(choices)
            return Value(choice, choice, dict(STRING, enum=choices))
        if word.startswith("list:"):
            low, high = map(int, rest.split())
            items = []
            while len(items) < dice.randint(low, high):
                item = self.draw(word[5:], dice).json
                if item not in items:
                    items.append(item)
            return Value(enumeration(items), items, {"type": "array", "items": STRING})
        if hasattr(self, "draw_" + word):
            return getattr(self, "draw_" + word)(dice)
        text = self.all_slots[word](dice)
        if dice.side == "train" and word not in USUAL and dice.happens(unusual):
            text = self.unusual(text, dice)
        return Value(text, text, STRING)

    def integer(self, low, high, dice):
        number = dice.randint(low, high)
        if dice.side == "train" and dice.happens(ALIKE / 2) and low <= self.latest.get("number", -1) <= high:
            number = self.latest["number"]
        self.latest["number"] = number
        if 0 <= number <= 12 and dice.happens(0.12):
            return Value(WORDS_FOR[number], number, {"type": "integer"})
        return Value(str(number), number, {"type": "integer"})

    def draw_object(self, dice):
        """Things come with an article in the text and without one in JSON."""
        thing = self.all_slots["object"](dice)
        return Value(article(thing), thing, STRING)

    def draw_year(self, dice):
        year = dice.randint(1850, 2025)
        return Value(str(year), year, {"type": "integer"})

    def draw_bigmoney(self, dice):
        amount = dice.randint(4, 999) * dice.choice([10, 50, 100])
        return Value(dice.choice([f"${amount}", f"{amount} dollars", f"{amount} euros"]), amount, {"type": "integer"})

    def draw_money(self, dice):
        """Prices end in no 0, so that text and number look alike."""
        cents = dice.randint(1, 99)
        whole = self.again("whole", lambda dice: dice.choice([dice.randint(1, 19), dice.randint(1, 199)]), dice)
        amount = whole if cents % 10 == 0 or dice.happens(0.3) else float(f"{whole}.{cents:02}")
        return Value(dice.choice([f"${amount}", f"{amount} dollars", f"{amount} euros"]), amount, {"type": "number"})

    def text(self, text):
        return Value(text, text, STRING)

    def draw_time(self, dice):
        hour = self.again("hour", lambda dice: dice.randint(6, 22), dice)
        return self.text(f"{hour}:{dice.choice(['00', '15', '30', '45', '10', '20', '40', '50'])}")

    def draw_day(self, dice):
        day, month = dice.randint(1, 28), self.again("month", lambda dice: dice.pick(self.lists.months), dice)
        return self.text(dice.choice([dice.pick(self.lists.weekdays), f"{day} {month}", f"{month} {day}",
                                      f"{day} {month} {dice.randint(2019, 2029)}"]))

    def draw_phone(self, dice):
        digits = "".join(dice.choices("0123456789", k=7))
        return self.text(dice.choice([f"555-{digits[:4]}", f"0{digits[:3]} {digits[3:]}", f"{digits[:3]}-{digits[3:]}"]))

    def draw_email(self, dice):
        name = dice.choice([self.first(dice), self.last(dice), self.first(dice) + "." + self.last(dice)]).lower()
        return self.text(f"{name}@{dice.choice([self.made(dice).lower(), dice.pick(self.lists.nouns)])}."
                         f"{dice.choice(['com', 'org', 'net', 'info'])}")

    def draw_code(self, dice):
        letters = "".join(dice.choices("ABCDEFGHKLMNPRSTUVWXZ", k=2))
        digits = "".join(dice.choices("0123456789", k=4))
        return self.text(dice.choice([f"{letters}-{digits}", f"{letters}{digits}", digits, f"{digits[:3]}-{letters}"]))

    def draw_version(self, dice):
        return self.text(".".join(str(dice.randint(0, 19)) for _ in range(dice.choice([2, 2, 3]))))

    def draw_street(self, dice):
        name = dice.choice([self.last(dice), dice.pick(self.lists.nouns).capitalize(), self.made(dice)])
        return self.text(f"{dice.randint(1, 199)} {name} {dice.choice(['Street', 'Road', 'Lane', 'Avenue', 'Square'])}")
