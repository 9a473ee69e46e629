"""Letters and words as people ask about them: counting, spelling, turning round, sorting, searching.

The answers spell a word before they say what was found in it, so that a small model can look at the letters.
"""

from .frames import enumeration
from .wordings import Makers, Wordings, in_words, ordinal, row, show, suffixed, typed

WORDS = list(dict.fromkeys("""
able above accident across action address adult afternoon again age air airport album alone always angel anger animal
ankle answer ant apple apron area arm army arrow art aunt autumn avocado awake baby back bad bag baker ball balloon
banana band bank barn basket bath battle beach bean bear beard beautiful beauty bed bedroom bee beetle begin bell belt
bench berry better bicycle big bike bird birthday biscuit bitter black blanket blue board boat body bone book boot
bottle bottom bowl box boy brain branch brave bread break breakfast breath brick bridge bright bring broken brother
brown brush bubble bucket building bus bush butter butterfly button cabbage cabin cake calendar calm camel camera camp
candle candy captain car card carpet carrot castle cat caterpillar cave ceiling cell center cereal chain chair chalk
chance change cheese cherry chess chest chicken child children chimney chin chocolate church cinema circle city class
clean clever cliff clock cloth cloud clown coach coast coat cocoa coconut coffee coin cold collar color comb comet
common computer cook cookie copper corn corner cotton couch country cousin cover cow crab crane crayon cream crocodile
crow crown cry cucumber cup curtain cushion dance danger dark daughter day deep deer desert desk dessert diamond dinner
dirty doctor dog doll dolphin donkey door dragon drawer dream dress drink drive drop drum duck dust eagle ear early
earth east easy edge egg eight elbow elephant eleven empty end energy engine enough evening example exercise eye face
fact factory fairy fall family famous fan far farm farmer fast father feather fence festival fever field finger finish
fire first fish flag flame flat flight floor flour flower flute fly fog food foot forest fork forty fountain fox frame
free freezer fresh friend frog front fruit full funny future galaxy game garage garden garlic gate gentle ghost giant
gift ginger giraffe girl glad glass glove goat gold good goose grandfather grandmother grape grass gray great green
ground group guest guitar hair half hall hammer hamster hand handle happiness happy harbor hard hat heart heat heaven
heavy hedge helicopter hello helmet help hen hero high hill history holiday home honest honey hope horse hospital hot
hotel hour house hungry hunter hurry ice idea important inch ink insect iron island jacket jam jar jeans jelly job joke
journey joy judge juice jump jungle kangaroo keep kettle key keyboard kind king kiss kitchen kite kitten knee knife
knight ladder lady lake lamp language laptop large last laugh lawn lazy leaf learn leather left leg lemon lemonade
lesson letter library life light lightning lime lion lip list little lizard lobster long lorry loud love low lucky lunch
machine magic magnet man mango map maple market mask match meadow meal measure meat medicine melon memory message metal
middle mile milk million minute mirror mistake mitten money monkey month moon morning mosquito mother motor mountain
mouse mouth movie mud muffin museum mushroom music mustard nail name napkin narrow nature neck necklace needle neighbor
nest new newspaper nice night nine noise noodle noon north nose number nurse nut oak ocean octopus office oil old olive
omelet onion open orange orchard oven owl ox paint painter pair palace pancake panda paper parent park parrot party
passenger pasta path peace peach peanut pear pearl pebble pen pencil penguin people pepper phone photo piano picnic
picture pie piece pig pigeon pillow pilot pin pineapple pink pirate pizza planet plant plate player pleasure plum pocket
poem poet police pond pony popcorn potato present prince princess prize problem promise puddle pumpkin puppy purple
puzzle pyramid queen question quick quiet quilt rabbit race radio rain rainbow raincoat raisin rat raven ready red
ribbon rice rich river road robin robot rock rocket roof room rooster root rope rose round rubber ruler sad saddle
sailor salad salt sand sandwich sauce scarf school science scissors screen sea seal season secret seed seven
shadow shark sheep shelf shell ship shirt shoe shop short shoulder shower silver simple singer sister skate sky sleep
slow small smart smile smoke snail snake snow snowman soap soccer sock sofa soft soldier song soup south space spider
spinach spoon spring square squirrel stable stair star station stone storm story stove strawberry street string strong
student sugar suitcase summer sun sunflower sunny sweater sweet swim sword table tail tea teacher team tent thank
thirsty thunder ticket tiger time tired toast today tomato tomorrow tongue tooth top tower town toy train tree triangle
truck trumpet tulip tunnel turkey turtle twelve twenty umbrella uncle under unicorn uniform vacation valley vegetable
village violin visitor voice volcano wagon waiter walk wall walnut warm watch water waterfall watermelon wave weather
wedding week weekend west whale wheat wheel whisper whistle white wide wind window wing winter witch wizard wolf woman
wonder wood wool word world worm write yard year yellow yesterday yogurt young zebra zero zipper zoo
""".split()))
RARE = "mississippi banana strawberry raspberry blueberry committee bookkeeper tennessee assessment necessary".split()
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
BY_LETTER = {letter: [word for word in WORDS if word[0] == letter] for letter in ALPHABET}
BY_END = {letter: [word for word in WORDS if word[-1] == letter] for letter in ALPHABET}
BY_LENGTH = {n: [word for word in WORDS if len(word) == n] for n in range(2, 13)}
PALINDROMES = """level radar noon civic kayak racecar madam refer rotor stats solos mom dad wow eye pop peep deed toot
tenet sagas rotator redder pup bob anna hannah otto eve did gag sees""".split()
ANAGRAMS = """listen silent|earth heart|night thing|stop spot|tea eat|care race|bare bear|name mean|lemon melon|act cat
|god dog|save vase|left felt|late tale|meat team|north thorn|stone notes|angel glean|dusty study|inch chin|brag grab
|below elbow|state taste|cheap peach|bread beard|artist traits|flow wolf|leaf flea|lamp palm|ring grin|won now|pat tap
|pot top|ten net|pans snap|read dear|post stop|mile lime|sore rose|rats star|keen knee|item time|loop pool|bus sub
|ocean canoe|pears spare|sword words|horse shore|players replays|desserts stressed|danger garden|teacher cheater"""
ANAGRAM_PAIRS = [pair.split() for pair in ANAGRAMS.replace("\n", "").split("|")]
NOUN_PHRASES = """the dog|my sister|our cat|the old man|a little bird|the teacher|Tom|Anna|the children|my best friend
|the black horse|the girl next door|we|they|the baker|his brother""".replace("\n", "").split("|")
VERBS = """likes|sees|finds|wants|buys|needs|loves|takes|has found|is looking for|would like|carries|paints"""
VERB_LIST = VERBS.split("|")
OBJECTS = """a red ball|apples|the big house|some bread|a new book|the garden|a cup of tea|the blue car|cheese|a song
|two small boats|the way home|an old map|flowers|a very long story|water""".replace("\n", "").split("|")
PLURALS = """like|see|find|want|buy|need|love|take|have found|are looking for|would like|carry|paint"""
PLURAL_VERBS = dict(zip(VERB_LIST, PLURALS.split("|")))
MANY = {"we", "they", "the children"}
ENDINGS = ["", "", "", " today", " every day", " in the morning", " at school", " on Sunday", " in winter"]


def shown(dice, word):
    """A word as people write it in a question."""
    draw = dice.random()
    return word if draw < 0.6 else f'"{word}"' if draw < 0.85 else f"'{word}'" if draw < 0.95 else word.capitalize()


def drawn(dice, wordings, fill):
    """A pair of the lines, as it is typed."""
    question, answer = wordings.pair(dice, fill)
    return typed(dice, question, letters=True), answer


def a_word(dice):
    """A word, sometimes one with many equal letters."""
    return dice.choice(RARE) if dice.random() < 0.04 else dice.choice(WORDS)


def dashed(word):
    """s-p-e-l-t."""
    return "-".join(word)


def times(count):
    """0 times, 1 time, 2 times."""
    return f"{count} time" if count == 1 else f"{count} times"


def amount(count, noun):
    """1 letter, 2 letters."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def sentence(dice):
    """A short sentence without its full stop."""
    subject, verb = dice.choice(NOUN_PHRASES), dice.choice(VERB_LIST)
    verb = PLURAL_VERBS[verb] if subject in MANY else verb
    text = f"{subject} {verb} {dice.choice(OBJECTS)}{dice.choice(ENDINGS)}"
    return text[0].upper() + text[1:]


def some_words(dice, low=3, high=5):
    """Several words, often alike in their beginnings."""
    if dice.random() < 0.2:
        near = BY_LETTER[dice.choice("abcdfghlmprstw")]
        return dice.sample(near, dice.randint(low, min(high, len(near))))
    return dice.sample(WORDS, dice.randint(low, high))


def written(dice, words):
    """A list as people write it."""
    draw = dice.random()
    return row(words) if draw < 0.7 else enumeration(words) if draw < 0.9 else " ".join(words)


LENGTH = Wordings("""
How many letters [are in|are there in|has|does] [the word |]{w}[ have|]? | {d} has {n}.
How many letters are [in|there in] {w}? | {d} has {n}.
How many letters does {w} have? | {d} has {n}.
how many letters in {w} | {d} has {n}.
How many letters in the word {w}? | {d} has {n}.
how many letters has {w} | {d} has {n}.
[Count|Please count|Can you count] the letters [in|of] [the word |]{w}. | {d} has {n}.
count letters in {w} | {d} has {n}.
[Number|The number] of letters in {w}? | {d} has {n}.
What is the number of letters in {w}? | {d} has {n}.
[What is|Tell me|How long is] the length of [the word |]{w}[?|] | {d} has {n}.
How long is the word {w}? | {d} has {n}.
length of {w} | {d} has {n}.
{w}: how many letters? | {d} has {n}.
Of how many letters is {w} made? | {d} has {n}.
[Can|Could] you [tell me|say] how many letters {w} has? | {d} has {n}.
Do you know how many letters [are in|there are in] {w}? | {d} has {n}.
How many characters [are in|are there in|has] {w}? | {d} has {n}.
How many letters do I need to write {w}? | {d} has {n}.
Tell me how many letters {w} has. | {d} has {n}.
With how many letters do you write {w}? | {d} has {n}.
Is {w} a word with {five} letters? | {isfive}
Does {w} have {five} letters? | {isfive}
How many letters are in the name {w}? | {d} has {n}.
I want to know how many letters {w} has. | {d} has {n}.
""")
EDGES = Wordings("""
[What is|What's|Which is|Tell me|Give me] the first letter [of|in] [the word |]{w}? | The first letter of {p} is {first}.
first letter of {w} | The first letter of {p} is {first}.
[With what|With which|What|Which] letter does {w} [begin|start] with? | The first letter of {p} is {first}.
What does {w} [begin|start] with? | The first letter of {p} is {first}.
Which letter comes first in {w}? | The first letter of {p} is {first}.
[What is|What's|Which is|Tell me|Give me] the last letter [of|in] [the word |]{w}? | The last letter of {p} is {last}.
last letter of {w} | The last letter of {p} is {last}.
[What|Which] letter does {w} end with? | The last letter of {p} is {last}.
What does {w} end with? | The last letter of {p} is {last}.
Which letter comes last in {w}? | The last letter of {p} is {last}.
[What is|What's|Which is|Tell me] the {nth} letter [of|in] [the word |]{w}? | In {d} the {nth} letter is {x}.
{nth} letter of {w} | In {d} the {nth} letter is {x}.
[What is|What's|Tell me] the {n_th} letter [of|in] [the word |]{w}? | In {d} the {nth} letter is {x}.
Which letter is number {n} in {w}? | In {d} the {nth} letter is {x}.
[What|Which] letter is in position {n} of {w}? | In {d} the {nth} letter is {x}.
[Give me|What is|Tell me] the {nth} character of {w}. | In {d} the {nth} letter is {x}.
What are the first two letters of {w}? | The first two letters of {p} are {start}.
What are the last two letters of {w}? | The last two letters of {p} are {end}.
[Give me|What are|Tell me] the first {few} letters of {w}. | The first {few} letters of {p} are {opening}.
""")
SPELLED = Wordings("""
[Spell|Please spell|Can you spell|Could you spell] [the word |]{w}. | {d}
spell {w} | {d}
spell the word {w} | {d}
How do you spell {w}? | {d}
How is {w} [spelled|spelt|written]? | {d}
how to spell {w} | {d}
how do i spell {w} | {d}
What is the [right |correct |]spelling of {w}? | {d}
spelling of {w} | {d}
[Spell out|Spell it out:] {w} | {d}
[Can|Could] you spell {w} for me? | {d}
[Say|Write|Give me|List] the letters of {w}[, one by one|]. | {d}
[Write|Say] {w} letter by letter. | {d}
Which letters are in {w}? | {d}
[What|Which] letters make up the word {w}? | {d}
Spell {w} with dashes. | {d}
Do you know how to spell {w}? | {d}
How do you write {w}? | {d}
Split {w} into letters. | {d}
[What word is|Which word is] {d}? | {p}
{d}, what word is that? | {p}
""")
REVERSED = Wordings("""
[Reverse|Please reverse|Can you reverse|Could you reverse] [the word |]{w}. | {d} backwards is {r}.
reverse {w} | {d} backwards is {r}.
reverse the word {w} | {d} backwards is {r}.
What is {w} [backwards|spelled backwards|in reverse|reversed]? | {d} backwards is {r}.
{w} backwards | {d} backwards is {r}.
{w} reversed | {d} backwards is {r}.
[Write|Spell|Say|Please write] {w} backwards. | {d} backwards is {r}.
How do you [write|spell] {w} backwards? | {d} backwards is {r}.
[Turn|Flip] [the word |]{w} [around|round]. | {d} backwards is {r}.
Read {w} from right to left. | {d} backwards is {r}.
What do I get when I read {w} backwards? | {d} backwards is {r}.
What is the reverse of {w}? | {d} backwards is {r}.
spell {w} in reverse | {d} backwards is {r}.
[Can|Could] you write {w} backwards? | {d} backwards is {r}.
[Reverse|Turn round] the letters of {w}. | {d} backwards is {r}.
""")
CASES = Wordings("""
[Write|Put|Say|Please write] {p} in [upper case|uppercase|capital letters|capitals|all caps|big letters]. | {up}
{p} in [capital letters|uppercase|capitals|all caps] | {up}
[Convert|Change|Turn] {p} [to|into] [uppercase|upper case|capital letters]. | {up}
Make {p} [uppercase|upper case|all caps]. | {up}
uppercase {p} | {up}
What is {p} in capital letters? | {up}
How do you write {p} in [capitals|capital letters|upper case]? | {up}
[Capitalize|Capitalise] [the word |]{p}. | {title}
[Write|Say] {p} with a capital letter. | {title}
[Capitalize|Capitalise] the first letter of {p}. | {title}
[Write|Put|Please write] {up} in [lower case|lowercase|small letters]. | {p}
{up} in [small letters|lowercase] | {p}
[Convert|Change|Turn] {up} [to|into] [lowercase|lower case|small letters]. | {p}
Make {up} lowercase. | {p}
lowercase {up} | {p}
What is {up} in [small letters|lower case]? | {p}
[Write|Put] this [sentence|] in [capital letters|uppercase]: {s} | {shout}
[Write|Put] this [sentence|] in [small letters|lowercase]: {shout} | {whisper}
Write {two} as a title. | {titles}
""")
OCCURS = Wordings("""
How many times does [the letter |]{x} [occur|appear|come up] in {w}? | {d} has the letter {x} {n}.
How many times is [the letter |]{x} in {w}? | {d} has the letter {x} {n}.
how many {x} in {w} | {d} has the letter {x} {n}.
how many {x}'s in {w} | {d} has the letter {x} {n}.
How many {x}'s [are in|are there in] [the word |]{w}? | {d} has the letter {x} {n}.
How many {x}'s does {w} have? | {d} has the letter {x} {n}.
How many letters {x} are in {w}? | {d} has the letter {x} {n}.
How often does [the letter |]{x} [occur|appear|come] in {w}? | {d} has the letter {x} {n}.
how often is {x} in {w} | {d} has the letter {x} {n}.
[Count|Please count|Can you count] the {x}'s in {w}. | {d} has the letter {x} {n}.
[Count|Please count|Can you count] the letter {x} in {w}. | {d} has the letter {x} {n}.
count {x} in {w} | {d} has the letter {x} {n}.
number of {x}'s in {w} | {d} has the letter {x} {n}.
What is the number of {x}'s in {w}? | {d} has the letter {x} {n}.
{w}: how many {x}? | {d} has the letter {x} {n}.
Tell me how many {x}'s {w} has. | {d} has the letter {x} {n}.
Do you know how many {x}'s are in {w}? | {d} has the letter {x} {n}.
Is [there the letter|the letter|there any] {x} in {w}? | {isin}
Does {w} [have|contain] [the letter|any] {x}? | {isin}
does {w} contain {x} | {isin}
Is the letter {x} in [the word |]{w}? | {isin}
Which letter [occurs|appears] most often in {often}? | In {spelt} the letter {most} is the most frequent.
""")
VOWELS = Wordings("""
How many vowels [are in|are there in] [the word |]{w}? | {d} has {n}.
how many vowels in {w} | {d} has {n}.
How many vowels does {w} have? | {d} has {n}.
[Count|Please count|Can you count] the vowels in {w}. | {d} has {n}.
number of vowels in {w} | {d} has {n}.
[Which|What] vowels are in {w}? | {d} has {n}.
[List|Find|Name] the vowels [of|in] {w}. | {d} has {n}.
What are the vowels in {w}? | {d} has {n}.
How many consonants [are in|are there in] {w}? | {d} has {m}.
How many consonants does {w} have? | {d} has {m}.
[Count|Please count] the consonants in {w}. | {d} has {m}.
[Remove|Take out|Delete] the vowels from {w}. | {w0} without vowels is {bare}.
{w} without vowels | {w0} without vowels is {bare}.
Is [the letter |]{x} a vowel? | {isvowel}
Is [the letter |]{x} a vowel or a consonant? | The letter {x} is a {kind}.
Is [the letter |]{x} a consonant? | {isconsonant}
Does {w} [begin|start] with a vowel? | {begins}
[What|Which] [are the|letters are] vowels? | The vowels are a, e, i, o and u.
""")


def length(dice):
    """How many letters a word has."""
    word = a_word(dice)
    n, five = len(word), len(word) if dice.random() < 0.5 else len(word) + dice.choice([-1, 1])
    count = amount(n, "letter")
    return drawn(dice, LENGTH, {"w": shown(dice, word), "d": dashed(word), "n": count, "five": max(2, five),
                                "isfive": f"{'Yes' if max(2, five) == n else 'No'}, {dashed(word)} has {count}."})


def edges(dice):
    """The first, the last and the nth letter."""
    word = a_word(dice)
    n = dice.randint(1, len(word))
    few = dice.randint(2, 3)
    few = min(few, len(word))
    return drawn(dice, EDGES, {
        "w": shown(dice, word), "p": word, "d": dashed(word), "first": word[0], "last": word[-1], "n": n,
        "nth": ordinal(n),
        "n_th": suffixed(n), "x": word[n - 1], "start": enumeration(word[:2]), "end": enumeration(word[-2:]),
        "few": in_words(few), "opening": enumeration(word[:few])})


def spelled(dice):
    """A word letter by letter."""
    word = a_word(dice)
    return drawn(dice, SPELLED, {"w": shown(dice, word), "p": word, "d": dashed(word)})


def backwards(dice):
    """A word from its end."""
    word = a_word(dice)
    return drawn(dice, REVERSED, {"w": shown(dice, word), "d": dashed(word), "r": word[::-1]})


def cases(dice):
    """Capital and small letters."""
    word, text, two = dice.choice(WORDS), sentence(dice), " ".join(dice.sample(WORDS, 2))
    question, answer = CASES.pair(dice, {
        "p": word, "up": word.upper(), "title": word.capitalize(), "s": text, "shout": text.upper(),
        "whisper": text.lower(), "two": two, "titles": two.title()})
    return question if dice.random() < 0.7 else question.rstrip(".?"), answer


def occurs(dice):
    """How often a letter is in a word."""
    word = a_word(dice)
    draw = dice.random()
    letter = max(word, key=word.count) if draw < 0.45 else dice.choice(word if draw < 0.85 else ALPHABET)
    n = word.count(letter)
    often = a_word(dice)
    while (most := sorted(map(often.count, set(often))))[-1] == (most + [0, 0])[len(most) - 2]:
        often = a_word(dice)
    return drawn(dice, OCCURS, {
        "w": shown(dice, word), "d": dashed(word), "x": letter, "n": times(n), "often": often, "spelt": dashed(often),
        "most": max(set(often), key=often.count),
        "isin": f"Yes, {dashed(word)} has the letter {letter} {times(n)}." if n
        else f"No, {dashed(word)} has no {letter}."})


def vowels(dice):
    """Vowels and consonants."""
    word, x = a_word(dice), dice.choice(ALPHABET)
    found = [letter for letter in word if letter in "aeiou"]
    others = [letter for letter in word if letter not in "aeiou"]
    kind = "vowel" if x in "aeiou" else "consonant"
    said = f"the letter {x} is a {kind}."
    starts = f"{word} begins with {word[0]}."
    return drawn(dice, VOWELS, {
        "w": shown(dice, word), "w0": word, "d": dashed(word), "x": x, "kind": kind,
        "n": amount(len(found), "vowel") + (f": {row(found)}" if found else ""),
        "m": amount(len(others), "consonant") + (f": {row(others)}" if others else ""),
        "bare": "".join(others) or "nothing",
        "isvowel": f"{'Yes' if kind == 'vowel' else 'No'}, {said}",
        "isconsonant": f"{'No' if kind == 'vowel' else 'Yes'}, {said}",
        "begins": f"{'Yes' if word[0] in 'aeiou' else 'No'}, {starts}"})


SENTENCES = Wordings("""
How many words [are in|are there in|are there in the sentence|are in the sentence]: {s}? | The sentence has {n} words.
How many words does this sentence have? {s}. | The sentence has {n} words.
How many words are in "{s}"? | The sentence has {n} words.
how many words: {s} | The sentence has {n} words.
[Count|Please count|Can you count] the words: {s}. | The sentence has {n} words.
[Count|Please count] the words in "{s}". | The sentence has {n} words.
Word count of "{s}"? | The sentence has {n} words.
{s}. How many words is that? | The sentence has {n} words.
[What is|Which is|Tell me] the first word [of|in] "{s}"? | The first word is "{first}".
first word of: {s} | The first word is "{first}".
What is the first word of this sentence: {s}. | The first word is "{first}".
[What is|Which is|Tell me] the last word [of|in] "{s}"? | The last word is "{last}".
last word of: {s} | The last word is "{last}".
What is the last word of this sentence: {s}. | The last word is "{last}".
[What is|Which is] the {nth} word [of|in] "{s}"? | The {nth} word is "{x}".
{nth} word of: {s} | The {nth} word is "{x}".
[Repeat|Say|Copy|Write down|Repeat after me]: {s}. | {s}.
[Put|Write] the words [of|] "{s}" in reverse order. | {r}
Is the word "{x}" in the sentence "{s}"? | Yes, "{x}" is the {nth} word.
[Turn|Make] "{s}" into a list of words. | {list}
""")
ORDERED = Wordings("""
[Sort|Order|Arrange|Please sort|Can you sort] [these words |the words |]alphabetically: {given} | {up}
[Sort|Order|Arrange|Put] {given} alphabetically. | {up}
sort {given} | {up}
[Put|Bring] [these words |]in [alphabetical |ABC ]order: {given} | {up}
[Put|Arrange] {given} in alphabetical order. | {up}
alphabetical order: {given} | {up}
[Sort|Order] by the alphabet: {given} | {up}
sort by alphabet {given} | {up}
What is the alphabetical order of {given}? | {up}
{given} in alphabetical order, please | {up}
[Sort|Order] the list {given} from a to z. | {up}
Sort from z to a: {given} | {down}
Sort in reverse alphabetical order: {given} | {down}
Which [word|one] comes first in the alphabet: {given}? | {first} comes first.
Which of these words comes first in a dictionary: {given}? | {first} comes first.
Which comes last in the alphabet: {given}? | {last} comes last.
[Sort|Order] by length: {lengths} | {short}
""")
LISTS = Wordings("""
[Which|What] is the longest word: {given}? | The longest word is {long}.
longest word of {given} | The longest word is {long}.
Which [of these words is|word is] the longest: {given}? | The longest word is {long}.
[Find|Tell me|Give me|What is] the longest word [of|in] {given}. | The longest word is {long}.
[Which|What] is the shortest word: {given}? | The shortest word is {short}.
shortest word of {given} | The shortest word is {short}.
[Find|Tell me|What is] the shortest word [of|in] {given}. | The shortest word is {short}.
Which word is longer, {long} or {short}? | {long} is longer.
Which word is shorter, {short} or {long}? | {short} is shorter.
Is {long} longer than {short}? | Yes, {long} is longer than {short}.
Is {short} longer than {long}? | No, {short} is shorter than {long}.
Which has more letters, {short} or {long}? | {long} has more letters.
How many [items|words|things|entries] are in [this|the] list: {given}? | There are {n}.
[Count|Please count] the [items|words|things|entries]: {given} | There are {n}.
count the items in {given} | There are {n}.
How many words is this: {given}? | There are {n}.
[What is|Which is] the first [item|word] [of|in] [the list|]: {given}? | The first is {first}.
[What is|Which is] the last [item|word] [of|in] [the list|]: {given}? | The last is {last}.
[What is|Which is] the {nth} [item|word] [of|in] [the list|]: {given}? | The {nth} is {x}.
[Reverse|Turn round] the list: {given} | {back}
Write {given} as a numbered list. | {numbered}
[Turn|Make] {given} into a numbered list. | {numbered}
Make a numbered list of {given}. | {numbered}
Write {given} as a [bulleted list|list with dashes]. | {bullets}
[Turn|Make] {given} into a [bulleted list|list with dashes]. | {bullets}
[Is|Do you see] {x} in [this|the] list: {given}? | Yes, {x} is in the list.
Is {other} in the list: {given}? | No, {other} is not in the list.
[Choose|Pick] one: {given} | {x}
[Choose|Pick] one of {given}. | {x}
[Choose|Pick] a word at random: {given} | {x}
""")
DOUBLES = Wordings("""
[Remove|Delete|Take out] [the |]duplicates: {given} | {once}
[Remove|Delete|Take out] [the |]duplicates from {given}. | {once}
remove duplicates {given} | {once}
[Remove|Take out|Delete] repeated words: {given} | {once}
[Show|Give me|Write|List] each word only once: {given} | {once}
[Which|What] word [is there|appears|occurs] [twice|more than once]: {given}? | {double} is there twice.
Find the [duplicate|word that is there twice]: {given} | {double} is there twice.
[How many different|How many unique] words are in {given}? | There are {n} different words.
What are the [unique|different] words in {given}? | {once}
Clean up this list so that nothing is there twice: {given} | {once}
How many times is {double} in [this list|the list]: {given}? | {double} is there twice.
""")


def sentences(dice):
    """The words of a sentence."""
    text = sentence(dice)
    words = text.split()
    n = dice.randint(1, len(words))
    if words.count(words[n - 1]) > 1:
        n = 1
    return drawn(dice, SENTENCES, {"s": text, "n": len(words), "first": words[0], "last": words[-1], "nth": ordinal(n),
                                   "x": words[n - 1], "r": " ".join(words[::-1]), "list": row(words)})


def ordered(dice):
    """Words by the alphabet."""
    words = some_words(dice)
    up = sorted(words)
    by_length = [dice.choice(BY_LENGTH[n]) for n in dice.sample(range(3, 10), 3)]
    return drawn(dice, ORDERED, {
        "given": written(dice, words), "up": row(up), "down": row(up[::-1]), "first": up[0], "last": up[-1],
        "lengths": row(by_length), "short": row(sorted(by_length, key=len))})


def lists(dice):
    """Words of a list: the longest, how many, which one."""
    sizes = [3, dice.randint(8, 10)] + [dice.randint(4, 7) for _ in range(dice.randint(1, 3))]
    words = list(dict.fromkeys(dice.choice(BY_LENGTH[size]) for size in sizes))
    short, long = words[:2]
    dice.shuffle(words)
    n = dice.randint(1, len(words))
    other = dice.choice(WORDS)
    while other in words:
        other = dice.choice(WORDS)
    return drawn(dice, LISTS, {
        "given": written(dice, words), "long": long, "short": short, "n": len(words), "first": words[0],
        "last": words[-1], "nth": ordinal(n), "x": words[n - 1], "back": row(words[::-1]), "other": other,
        "numbered": "\n".join(f"{i}. {word}" for i, word in enumerate(words, 1)),
        "bullets": "\n".join(f"- {word}" for word in words)})


def doubles(dice):
    """A list with a word that is there twice."""
    words = dice.sample(WORDS, dice.randint(2, 4))
    double = dice.choice(words)
    given = words + [double]
    dice.shuffle(given)
    once = list(dict.fromkeys(given))
    return drawn(dice, DOUBLES, {"given": row(given), "once": row(once), "double": double, "n": len(once)})


ALPHABETICAL = Wordings("""
[What|Which] letter comes after {x}? | After {x} comes {next}.
what letter comes after {x} | After {x} comes {next}.
What is the letter after {x}? | After {x} comes {next}.
[What|Which] letter follows {x}[ in the alphabet|]? | After {x} comes {next}.
What comes after {x} in the alphabet? | After {x} comes {next}.
letter after {x} | After {x} comes {next}.
What is the next letter after {x}? | After {x} comes {next}.
[What|Which] letter comes before {y}? | Before {y} comes {previous}.
what letter comes before {y} | Before {y} comes {previous}.
What is the letter before {y}? | Before {y} comes {previous}.
What comes before {y} in the alphabet? | Before {y} comes {previous}.
letter before {y} | Before {y} comes {previous}.
[What|Which] number is the letter {z}[ in the alphabet|]? | The letter {z} is number {n} in the alphabet.
What position [is|has] [the letter |]{z} in the alphabet? | The letter {z} is number {n} in the alphabet.
position of {z} in the alphabet | The letter {z} is number {n} in the alphabet.
Where is [the letter |]{z} in the alphabet? | The letter {z} is number {n} in the alphabet.
[What|Which] is the {nth} letter of the alphabet? | The {nth} letter of the alphabet is {z}.
{nth} letter of the alphabet | The {nth} letter of the alphabet is {z}.
[What|Which] is the {n_th} letter of the alphabet? | The {nth} letter of the alphabet is {z}.
[What|Which] letter is number {n} in the alphabet? | The {nth} letter of the alphabet is {z}.
Which comes first in the alphabet, {a} or {b}? | {low} comes before {high}.
Does {a} come before {b}[ in the alphabet|]? | {before}
What is the first letter of the alphabet? | The first letter of the alphabet is a.
What is the last letter of the alphabet? | The last letter of the alphabet is z.
How many letters [are in|are there in|has] the alphabet? | The alphabet has 26 letters.
Which letter is between {x} and {after}? | {next} is between {x} and {after}.
[What are|Say|List] the letters from {x} to {far}. | {span}.
[What comes next|What is next|Continue]: {x}, {next}, {after}? | {fourth} comes next.
""")
TESTS = Wordings("""
Does {w} [begin|start] with [the letter |]{x}? | {begins}
does {w} start with {x} | {begins}
Is {x} the first letter of {w}? | {begins}
Does the word {w} [begin|start] with {x}? | {begins}
Does {w} end with [the letter |]{y}? | {ends}
does {w} end in {y} | {ends}
Is {y} the last letter of {w}? | {ends}
Does the word {w} end [in|with] {y}? | {ends}
Which of these words [begins|starts] with {f}: {given}? | {found} begins with {f}.
Which word [begins|starts] with {f}: {given}? | {found} begins with {f}.
which one starts with {f}: {given} | {found} begins with {f}.
""")
STARTING = Wordings("""
[Name|Tell me|Give me|Say|Write|Find|What is] a word that [begins|starts] with {x}[.|?] | {One}.
[Name|Tell me|Give me|Say|Write|Find] a word [beginning|starting] with [the letter |]{x}. | {One}.
a word with {x} | {One}.
[Do you know|Can you think of] a word that starts with {x}? | {One}.
Which word [begins|starts] with {x}? | {One}.
word starting with {x} | {One}.
[Name|Tell me|Give me|Say|Write|List] three words that [begin|start] with {x}. | {Three}.
[Name|Tell me|Give me|Say|Write|List] 3 words [beginning|starting] with [the letter |]{x}. | {Three}.
three words with {x} | {Three}.
[What|Which] words [begin|start] with [the letter |]{x}? | {Three}.
[Name|Give me|List|Write] some words that [begin|start] with {x}. | {Three}.
words that start with {x} | {Three}.
words with {x} | {Three}.
[Name|Give me|List] two words that [begin|start] with {x}. | {Two}.
[Name|Tell me|Give me|Find] a word that ends with {y}. | {End}.
[What is|Do you know] a word [ending|that ends] [in|with] {y}? | {End}.
[Name|Tell me|Give me|Say|Find] a word with {n} letters. | {Sized}.
[Do you know|Can you think of] a {n}-letter word? | {Sized}.
[Give me|Tell me|Say] [a random|any|some] word. | {Any}.
""")
ANAGRAM = Wordings("""
Are the words {a} and {b} anagrams? | {said}
Are {a} and {b} anagrams[ of each other|]? | {said}
are {a} and {b} anagrams | {said}
Is {a} an anagram of {b}? | {said}
is {a} an anagram of {b} | {said}
Do {a} and {b} have the same letters? | {said}
Can you make {b} [out of|from] the letters of {a}? | {said}
anagram? {a} {b} | {said}
Are the words {a} and {b} made of the same letters? | {said}
""")
PALINDROME = Wordings("""
Is [the word |]{w} a palindrome? | {said}
is {w} a palindrome | {said}
{w} palindrome? | {said}
Is {w} [a palindrome or not|the same backwards]? | {said}
Does {w} read the same backwards? | {said}
[Check|Tell me] [whether|if] {w} is a palindrome. | {said}
Can you read {w} [backwards and forwards|both ways]? | {said}
Is {w} the same forwards and backwards? | {said}
[Name|Tell me|Give me|What is] [a|an example of a] palindrome[.|?] | {One} is a palindrome.
[Do you know|Can you think of] a palindrome? | {One} is a palindrome.
[Name|Tell me|Give me] three palindromes. | {three}.
""")
JOINED = Wordings("""
[Join|Combine|Put together|Put|Connect] {a} and {b}[ together|]. | {a}{b}
[Join|Combine|Connect] the words {a} and {b}. | {a}{b}
[What do|What word do] {a} and {b} make together? | {a}{b}
What is {a} plus {b}[ as one word|]? | {a}{b}
{a} + {b} | {a}{b}
Write {a} and {b} as one word. | {a}{b}
[Join|Connect] {a} and {b} with a [dash|hyphen]. | {a}-{b}
[Join|Connect] {a} and {b} with a space. | {a} {b}
[Join|Connect] {a} and {b} with an underscore. | {a}_{b}
[Join|Connect] {a}, {b} and {c} with commas. | {a}, {b}, {c}
[Swap|Switch] {a} and {b}. | {b} {a}
Swap the words: {a} {b} | {b} {a}
""")
REPEATED = Wordings("""
[Say|Write|Repeat|Type|Please say|Can you say|Print] {w} {n} times. | {again}
[say|write|repeat] {w} {n} times | {again}
[Say|Write|Repeat|Type|Please say|Can you say] {w} {spelt} times. | {again}
[Say|Write|Repeat|Please repeat] the word {w} {n} times. | {again}
{w} {n} times | {again}
{n} times {w}, please | {again}
[Say|Write] {n} times {w}. | {again}
[Repeat|Say|Write] {w} {n} times[ with commas| in a row|]. | {again}
I want you to [say|write] {w} {n} times. | {again}
[Say|Repeat|Write] [only |just |]the word {w}. | {Once}
[Say|Repeat|Write] only {w}. | {Once}
[Answer|Reply] with [the word |]{w}. | {Once}
[Answer|Reply] only with [the word |]{w}. | {Once}
""")


def alphabetical(dice):
    """Letters in the alphabet."""
    x, y, z = dice.randrange(23), dice.randrange(1, 26), dice.randrange(26)
    a, b = dice.sample(range(26), 2)
    far = min(25, x + dice.randint(2, 6))
    big = str.upper if dice.random() < 0.5 else str
    low, high, first, second = (big(ALPHABET[i]) for i in (min(a, b), max(a, b), a, b))
    return drawn(dice, ALPHABETICAL, {
        "x": big(ALPHABET[x]), "next": big(ALPHABET[x + 1]), "after": big(ALPHABET[x + 2]),
        "fourth": big(ALPHABET[x + 3]),
        "y": big(ALPHABET[y]), "previous": big(ALPHABET[y - 1]), "z": big(ALPHABET[z]), "n": z + 1,
        "nth": ordinal(z + 1),
        "n_th": suffixed(z + 1), "a": first, "b": second, "low": low, "high": high, "far": big(ALPHABET[far]),
        "span": row(map(big, ALPHABET[x:far + 1])),
        "before": f"{'Yes' if a < b else 'No'}, {low} comes before {high}."})


def tests(dice):
    """Whether a word begins or ends with a letter."""
    word = dice.choice(WORDS)
    x, y = (letter if dice.random() < 0.5 else dice.choice(ALPHABET) for letter in (word[0], word[-1]))
    words = [dice.choice(BY_LETTER[letter]) for letter in dice.sample("abcdefghlmnoprstw", 3)]
    found = dice.choice(words)
    return drawn(dice, TESTS, {
        "w": shown(dice, word), "x": x, "y": y, "given": row(words), "found": found, "f": found[0],
        "begins": f"{'Yes' if x == word[0] else 'No'}, {word} begins with {word[0]}.",
        "ends": f"{'Yes' if y == word[-1] else 'No'}, {word} ends with {word[-1]}."})


STARTS = [letter for letter in ALPHABET if len(BY_LETTER[letter]) >= 5]
ENDS = [letter for letter in ALPHABET if len(BY_END[letter]) >= 5]
CLEAR = {letter: BY_LETTER[letter][:12] for letter in STARTS}


def starting(dice):
    """Words that begin with a letter."""
    x, y, n = dice.choice(STARTS), dice.choice(ENDS), dice.randint(3, 9)
    words = dice.sample(CLEAR[x], 3)
    return drawn(dice, STARTING, {
        "x": x.upper() if dice.random() < 0.5 else x, "y": y, "n": n, "One": words[0].capitalize(),
        "Two": row(words[:2]).capitalize(), "Three": row(words).capitalize(),
        "End": dice.choice(BY_END[y]).capitalize(),
        "Sized": dice.choice(BY_LENGTH[n]).capitalize(), "Any": dice.choice(WORDS).capitalize()})


def anagram(dice):
    """Whether two words have the same letters."""
    a, b = dice.sample(dice.choice(ANAGRAM_PAIRS), 2)
    if dice.random() < 0.5:
        b = dice.choice(BY_LENGTH[max(3, min(8, len(a)))])
    same = sorted(a) == sorted(b)
    said = f"Yes, {a} and {b} have the same letters." if same else f"No, {a} and {b} do not have the same letters."
    return drawn(dice, ANAGRAM, {"a": shown(dice, a), "b": shown(dice, b), "said": said})


def palindrome(dice):
    """Whether a word is the same backwards."""
    word = dice.choice(PALINDROMES if dice.random() < 0.5 else WORDS)
    sure = "Yes" if word == word[::-1] else "No"
    three = dice.sample(PALINDROMES, 3)
    return drawn(dice, PALINDROME, {"w": shown(dice, word),
                                    "said": f"{sure}, {dashed(word)} backwards is {word[::-1]}.",
                                    "One": three[0].capitalize(), "three": row(three).capitalize()})


def joined(dice):
    """Words put together."""
    a, b, c = dice.sample(WORDS, 3)
    return drawn(dice, JOINED, {"a": a, "b": b, "c": c})


def repeated(dice):
    """A word several times."""
    word, n = dice.choice(WORDS), dice.randint(2, 5)
    return drawn(dice, REPEATED, {"w": shown(dice, word), "n": n, "spelt": in_words(n), "again": row([word] * n),
                                  "Once": word})


MAKERS = [
    (8, length), (7, edges), (7, spelled), (6, backwards), (4, cases), (8, occurs), (5, vowels), (5, sentences),
    (6, ordered), (6, lists), (3, doubles), (7, alphabetical), (4, tests), (6, starting), (3, anagram), (3, palindrome),
    (3, joined), (5, repeated),
]
ALL = Makers(MAKERS)


def pair(dice):
    """One question and its answer."""
    return ALL.pair(dice)


if __name__ == "__main__":
    show(pair)
