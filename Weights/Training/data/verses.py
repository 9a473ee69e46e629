"""Short poems: couplets about what was asked for, and jokes, riddles and sayings."""

import re

from .frames import frames, pairs

SUBJECTS = """
the sea | blue | near the shore
the ocean | deep | near the shore
the moon | bright | above the town
the sun | warm | above the hill
the stars | bright | in the night
the rain | soft | at my door
the snow | white | on the hill
the wind | wild | in the trees
the forest | green | far from town
the garden | green | behind the house
the river | long | under the bridge
the mountains | high | far away
the night | dark | over the town
the morning | fresh | over the hill
spring | fresh | in the trees
summer | warm | in the fields
autumn | red | in the trees
winter | cold | on the hill
love | true | in my heart
friendship | true | in my heart
a cat | soft | on my chair
my cat | soft | on my chair
a dog | good | at my door
my dog | good | at my door
a tree | old | on the hill
a rose | red | in the garden
flowers | fair | in the garden
a bird | small | in the tree
birds | small | in the tree
the sky | blue | over the town
a star | bright | in the night
my mother | kind | in my heart
my friend | kind | at my door
a horse | strong | in the field
the city | big | in the night
a train | long | over the bridge
the beach | wide | in the sun
christmas | bright | in the snow
a mouse | small | under the floor
a dragon | green | in a cave
a robot | strange | in the town
home | warm | at the end of the day
time | long | in the night
a butterfly | fair | in the garden
happiness | bright | in my heart
"""
TABLE = [line.split(" | ") for line in SUBJECTS.strip().splitlines()]
REQUESTS = frames("""
Write a poem about {x}.
write a poem about {x}
Write me a poem about {x}.
Write a [short|little|small|nice|beautiful] poem about {x}.
A poem about {x}[, please|][.|]
[Tell|Give|Read] me a [short |]poem about {x}.
Can you write a [short |]poem about {x}?
[Could|Would] you write a poem about {x}[, please|]?
[Please |]write some lines that rhyme about {x}.
[Make up|Compose|Create] a [short |]poem about {x}.
Poem about {x}
Write a [rhyme|verse|song] about {x}.
Write four lines about {x}.
I would like a poem about {x}.
Make a rhyme about {x}.
Poem: {x}
""", 99)
PLAIN = frames("""
Write a poem.
write a poem
Write me a poem.
Can you write a poem?
Tell me a poem.
A poem, please.
poem
Make up a [short |]poem.
[Do you know|Can you make] a rhyme?
Write a [short|little] poem.
Can you rhyme?
""", 99)
COUPLETS = frames("""
I think of {x} both night and day,\\nand wish that it would always stay.
How {a} it is, how {a} and fine,\\nI wish that all of it were mine.
I see it {where} and stop to smile,\\nand then I stay a little while.
O {x}, you are so {a} and free,\\nyou are the dearest thing to me.
The day is long, the world is wide,\\nbut {x} is always at my side.
And when the evening turns to red,\\nI dream of {x} in my bed.
So {a}, so quiet and so near,\\nI am so happy you are here.
The birds all sing, the bells all ring,\\nof {x} I too would like to sing.
I cannot say in words how true,\\nhow {a} the world becomes with you.
The children laugh, the old ones too,\\nfor {x} is {a} and ever new.
And if one day I am alone,\\nwith {x} I shall be at home.
A little song, a little rhyme,\\nfor {x} I always will have time.
I looked for gold, I looked for more,\\nbut {x} is what I was looking for.
The night is long, the light is low,\\nbut {x} is all I need to know.
It comes and goes, it goes and comes,\\nas soft as far and quiet drums.
I walk along and hum a tune\\nof {x} beneath the silver moon.
So let us sing and let us say:\\n{x} is what makes the day.
""", 99)
JOKES = pairs("""
chicken = Why did the chicken cross the road? To get to the other side!
teddy bear = Why did the teddy bear not want any cake? It was already stuffed.
bee = What do you call a bee that cannot make up its mind? A maybe.
egg = What did one egg say to the other? Let us get cracking!
clock = Why did the boy throw the clock out of the window? He wanted to see time fly.
bicycle = Why did the bicycle fall over? It was two tired.
ocean = What did one ocean say to the other? Nothing, it just waved.
cow = What do you call a cow on the floor? Ground beef.
fish = What do you call a fish without an eye? A fsh.
bear = What do you call a bear without teeth? A gummy bear.
book = Why was the maths book so sad? It had too many problems.
snowman = What do snowmen eat for breakfast? Snowflakes.
cat = What is a cat's favourite colour? Purr-ple.
dog = What do you call a dog that does magic? A labracadabrador.
computer = Why was the computer cold? It had left its windows open.
banana = Why did the banana go to the doctor? It was not peeling well.
wall = What did one wall say to the other? I will meet you at the corner.
tomato = Why did the tomato turn red? It saw the salad dressing.
elephant = What time is it when an elephant sits on your fence? Time to get a new fence.
skeleton = Why did the skeleton not go to the dance? It had no body to go with.
duck = What did the duck say in the shop? Put it on my bill.
moon = How does the moon cut its hair? Eclipse it.
pirate = Why could the pirate not play cards? He was standing on the deck.
""", 99)
JOKE = frames("""
Tell me a joke.
tell me a joke
Tell me a [funny|good|short|clean] joke.
Tell a joke
A joke[, please|][.|]
Do you know [a joke|any jokes]?
Can you tell me a joke?
Say something funny.
Make me laugh.
make me laugh
joke
I want to hear a joke.
Know any [good |]jokes?
Give me a joke.
""", 99)
JOKE_ABOUT = frames("""
[Tell me a joke about a {x}|Tell me a joke about {x}s].
tell me a joke about {x}s
Do you know a joke about [a {x}|{x}s]?
A joke about a {x}, please.
""", 99)
SAYINGS = pairs("""
[Tell me a riddle|Do you know a riddle|Give me a riddle|riddle][.|?|] = [What has hands but cannot clap? A clock.|What has a neck but no head? A bottle.|What gets wetter the more it dries? A towel.|What has keys but opens no locks? A piano.|What goes up but never comes down? Your age.]
[Tell me a fun fact|Tell me something interesting|Tell me a fact|Tell me something|Give me a fun fact|Surprise me|Say something|fun fact][.|] = [An octopus has three hearts.|Honey hardly ever goes bad.|A swift can sleep while it flies.|Snails can sleep for a very long time.|A group of crows is called a murder.|The blue whale is the largest animal that ever lived.]
[Sing a song|Sing me a song|Can you sing|Sing something][.|?|] = La la la, the sun is high, and little birds are flying by!
[Give me a quote|Say something wise|Give me some advice|Inspire me|Motivate me][.|] = [One step after the other, and the hill is behind you.|Be kind, and the day is half won.|Who asks, learns.|Even the longest way begins with a step.|Rest if you are tired, but do not give up.]
[Tell me a tongue twister|Say a tongue twister][.|] = She sells sea shells by the sea shore.
[Roses are red|roses are red|Roses are red,|Roses are red, violets are blue] = Roses are red, violets are blue, the morning is fresh, and so are you.
[Twinkle, twinkle, little star|Twinkle twinkle little star|twinkle twinkle little star] = How I wonder what you are! Up above the world so high, like a diamond in the sky.
[Knock knock|Knock, knock|knock knock][.|!|] = Who is there?
[Flip a coin|Toss a coin|Heads or tails][.|?|] = [Heads.|Tails.]
[Roll a die|Roll a dice|Throw a die][.|] = [3.|5.|1.|6.|2.|4.]
[Pick a number|Choose a number|Give me a number|Think of a number|Give me a random number][.|] = [7.|3.|12.|42.|5.|9.]
[Pick a number|Choose a number|Give me a random number] between 1 and 10[.|] = [7.|3.|5.|9.|2.|8.]
[Say hello|say hello|Say hi][.|] = Hello!
[Repeat after me|Say|Repeat]: {echo} = {echo}
Say [the word |]"{word}"[.|] = {word}
""", 99)
ECHOES = ["I like apples.", "The sun is out.", "Hello, world!", "Tomorrow is another day.", "One, two, three.", "I am here."]
WORDS = "banana hello apple tree green yes river Sunday cloud pencil".split()


def poem(dice):
    """A request for a poem, and two to four couplets."""
    subject, adjective, where = dice.choice(TABLE)
    if dice.happens(0.85):
        request = dice.phrase(dice.pick(REQUESTS), {"x": subject}).replace(" .", ".").replace(" ,", ",")
    else:
        request = dice.pick(PLAIN)
        request = dice.phrase(request)
    chosen = dice.some(COUPLETS, dice.choice([2, 2, 2, 3]))
    lines = [line for couplet in chosen
             for line in dice.phrase(couplet, {"x": subject, "a": adjective, "where": where}).split("\n")]
    return request, "\n".join(line[0].upper() + line[1:] for line in lines)


def joke(dice):
    """A request for a joke, and the joke."""
    subject, text = dice.pick(JOKES)
    if dice.happens(0.25):
        return re.sub(r"\ba (?=[aeio])", "an ", dice.phrase(dice.pick(JOKE_ABOUT), {"x": subject})), text
    return dice.phrase(dice.pick(JOKE)), text


def saying(dice):
    """Riddles, facts, sayings, words to repeat."""
    request, answer = dice.pick(SAYINGS)
    slots = {"echo": dice.choice(ECHOES), "word": dice.choice(WORDS)}
    return dice.phrase(request, slots), dice.phrase(answer, slots)
