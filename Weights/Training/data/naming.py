"""Lists of a few things of a kind."""

from .frames import enumeration, frames

KINDS = """
animals | cat, dog, horse, cow, lion, elephant, rabbit, fox, bear, sheep, goat, mouse, tiger, owl, frog, duck
pets | cat, dog, rabbit, hamster, goldfish, parrot, turtle
birds | owl, sparrow, eagle, robin, swan, duck, crow, swift, penguin
fruits | apple, pear, banana, orange, cherry, grape, plum, lemon, peach, strawberry
vegetables | carrot, potato, onion, tomato, pea, bean, cabbage, pumpkin, spinach
colours | red, blue, green, yellow, orange, purple, black, white, brown, pink
colors | red, blue, green, yellow, orange, purple, black, white, brown, pink
primary colours | red, blue, yellow
countries | France, Spain, Italy, Japan, Brazil, India, Kenya, Canada, Norway, Egypt
cities | Paris, London, Rome, Tokyo, Berlin, Madrid, Oslo, Cairo
European countries | France, Spain, Italy, Germany, Norway, Poland, Greece, Portugal
planets | Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus, Neptune
oceans | Atlantic, Pacific, Indian, Arctic
continents | Africa, Asia, Europe, Australia, North America, South America, Antarctica
seasons | spring, summer, autumn, winter
flowers | rose, tulip, daisy, lily, sunflower, violet
trees | oak, pine, birch, apple tree, maple, willow
insects | bee, ant, fly, butterfly, beetle, wasp
fish | trout, salmon, shark, herring, tuna
drinks | water, milk, tea, coffee, apple juice, lemonade
sports | football, tennis, swimming, running, basketball, cycling
games | chess, cards, dominoes, hide and seek, tag
instruments | piano, violin, drum, flute, guitar, trumpet
musical instruments | piano, violin, drum, flute, guitar, trumpet
tools | hammer, saw, screwdriver, drill, pliers
toys | ball, doll, kite, puzzle, blocks, teddy bear
jobs | teacher, doctor, baker, farmer, pilot, cook, painter
clothes | shirt, coat, hat, trousers, socks, shoes, dress, scarf
shapes | circle, square, triangle, star, rectangle
languages | English, French, Spanish, German, Italian, Japanese
breakfast foods | bread, eggs, porridge, fruit, pancakes
things in a kitchen | table, oven, pan, spoon, plate, cup
things to do on a rainy day | read a book, bake a cake, play cards, draw a picture, write a letter
names for a cat | Ginger, Luna, Milo, Tiger, Snowy, Felix
names for a dog | Rex, Bella, Max, Buddy, Daisy, Bruno
gift ideas | a book, flowers, a cake, a scarf, a game
"""
TABLE = [(kind, items.split(", ")) for kind, items in (line.split(" | ") for line in KINDS.strip().splitlines())]
COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "2": 2, "3": 3, "4": 4, "5": 5, "some": 4, "a few": 3}
REQUESTS = frames("""
Name {count} {kind}.
name {count} {kind}
List {count} {kind}.
list {count} {kind}
List {count} {kind}
Give me {count} {kind}.
give me {count} {kind}
Tell me {count} {kind}.
Can you name {count} {kind}?
What are {count} {kind}?
{count} {kind}, please.
Write down {count} {kind}.
Give me a list of {count} {kind}.
I need {count} {kind}.
Make a list of {count} {kind}.
""", 99)


def listed(dice):
    """A request for some things of a kind, and these in a sentence or line by line."""
    kind, items = dice.choice(TABLE)
    word = dice.choice([word for word, count in COUNTS.items() if count <= len(items)])
    request = dice.phrase(dice.pick(REQUESTS), {"count": word, "kind": kind})
    request = request[0].upper() + request[1:] if dice.happens(0.8) else request
    chosen = dice.sample(items, COUNTS[word])
    if "list" in request.lower() or dice.happens(0.3):
        return request, "\n".join(f"{number}. {each[0].upper() + each[1:]}" for number, each in enumerate(chosen, 1))
    text = enumeration(chosen)
    return request, text[0].upper() + text[1:] + "."
