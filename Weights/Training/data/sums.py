"""Arithmetic on small numbers: bare, in words, in little stories."""

import zlib

from . import schemas
from .frames import frames
from .samples import answered, structured
from .values import WORDS_FOR

BARE = frames("""
What is {sum}?
{sum}
{sum} = ?
How much is {sum}?
Calculate {sum}.
What does {sum} make?
[Tell me|Say] what {sum} is.
[Please work out|Work out] {sum}.
Do you know what {sum} is?

{sum} is what?
Work this out: {sum}
Problem: {sum}
Can you [do|solve] {sum} [for me|]?
I need the result of {sum}.
{sum} equals
What do I get for {sum}?
Give me the answer to {sum}[, please|].
My homework says {sum}. What do I write?
Quick, what is {sum}?
{sum}, please
Compute {sum}
If I type in {sum}, what comes out?
Help me with this one: {sum}.
Number puzzle: {sum}
Result of {sum}?
Do the maths: {sum}.
The teacher asks: "{sum}" Can you answer that?
I never remember what {sum} makes.
Let us calculate together: {sum}.
Solve: {sum}
What number is the same as {sum}?
Is {sum} hard? What does it come to?
Please evaluate {sum}.
""")

STORIES = {
    "+": frames("""
{first} has {a} {noun}s and [gets|finds|buys] {b} more. How many {noun}s does {first} have[ now|]? | {first} has {c} {noun}s.
There are {a} {noun}s in the {room}. {first} brings {b} more. How many {noun}s are there[ now|]? | There are {c} {noun}s.
{first} has {a} {noun}s, and {first2} has {b}. How many {noun}s do they have together? | Together they have {c} {noun}s.
On the table lie {a} {noun}s and {b} {noun2}s. How many things lie there? | There lie {c} things.
{first} ate {a} {fruit}s and then {b} more. How many did {first} eat? | {first} ate {c}.
{a} {animal}s sit on the wall. {b} more come. How many {animal}s sit there now? | There sit {c} {animal}s.

A basket holds {a} {fruit}s. {first} puts in another {b}. How many {fruit}s are in it [now|then]? | There are {c} {fruit}s in it.
{first} sold {a} {noun}s before lunch and {b} after it. How many {noun}s were sold[ in all|]? | {c} {noun}s were sold.
On one shelf there are {a} {noun}s, on the other {b}. What is the total? | In total there are {c} {noun}s.
How many {animal}s live on the farm, if there are {a} old ones and {b} young ones? | {c} {animal}s live on the farm.
{first} is {a} years old. {first2} is {b} years older. What is the age of {first2}? | {first2} is {c} years old.
A bus has {a} people in it. At the next stop {b} people get on[ and nobody gets off|]. How many people are in the bus now? | There are {c} people in the bus.
{first} read {a} pages yesterday and {b} pages today. How many pages is that? | That is {c} pages.
The {noun} costs {a} dollars and the {noun2} {b} dollars. What do I pay for both? | You pay {c} dollars.
{a} red {noun}s and {b} blue ones lie in a box. Count them all. | There are {c} {noun}s in the box.
If you had {a} {fruit}s and {first} gave you {b}, how many {fruit}s would you have? | I would have {c} {fruit}s.
It took {first} {a} minutes to walk to school and {b} minutes to walk home. How long did {first} walk? | {first} walked for {c} minutes.
The {noun} is {a} years old today. How old will it be in {b} years? | It will be {c} years old.
{first} planted {a} trees in spring and {b} in autumn. How many trees did {first} plant altogether? | {first} planted {c} trees.
In the zoo I saw {a} {animal}s. {first} saw {b} more than I did. How many {animal}s did {first} see? | {first} saw {c} {animal}s.
Our recipe needs {a} {fruit}s, yours needs {b}. How many {fruit}s must we buy for both? | We must buy {c} {fruit}s.
We are {a} children in the {room}, and {b} children come in. How many children are we now? | We are {c} children.
{first2} has found {a} shells, {first} has found {b}. Together, that makes how many shells? | That makes {c} shells.
The first train has {a} cars and the second one {b}. How many cars do the trains have together? | Together they have {c} cars.
{first} saved {a} dollars and got {b} dollars as a present. How much money is that? | That is {c} dollars.
Score so far: {a} points. {first} wins another {b} points. What is the score? | The score is {c} points.
There were {a} messages, then {b} new ones came in. How many messages are there now? | There are {c} messages.
After {first} had eaten {b} {fruit}s, {a} were left over. How many {fruit}s were there at first? | There were {c} {fruit}s.
For the party, {first} bakes {a} cakes, and {first2} bakes {b}. How many cakes will there be? | There will be {c} cakes.
One wall is {a} feet long, the next one {b} feet. How many feet is that in all? | That is {c} feet.
""", 6),
    "-": frames("""
{first} has {a} {noun}s and [loses|sells|gives away] {b}. How many {noun}s does {first} have [now|left]? | {first} has {c} {noun}s.
There are {a} {noun}s in the {room}. {first} takes {b} away. How many {noun}s are left? | There are {c} {noun}s.
{first} has {a} {noun}s. {b} of them are broken. How many are whole? | {c} {noun}s are whole.
{a} {animal}s sit on the wall. {b} run away. How many {animal}s are left? | There are {c} {animal}s.
{first} is {a} years old. {first2} is {b} years younger. How old is {first2}? | {first2} is {c} years old.
{first} had {a} {fruit}s and ate {b}. How many are left? | There are {c} {fruit}s.

From {a} {fruit}s in the bowl {first} takes {b}. How many {fruit}s stay in the bowl? | {c} {fruit}s stay in the bowl.
A book has {a} pages. {first} has read {b} of them. How many pages are still to read? | There are {c} pages still to read.
{first} has {a} dollars. The {noun} costs {b}. How much money is left after that? | There are {c} dollars left.
{a} people sit in the bus. At the station {b} get off. How many people stay on the bus? | {c} people stay on the bus.
How many {noun}s does {first} still need, who wants {a} and has {b}? | {first} still needs {c} {noun}s.
There were {a} eggs. {b} fell on the floor and broke. How many eggs are still good? | {c} eggs are still good.
{first} is {a}, and {first2} is {b}. How many years are between them? | There are {c} years between them.
The film lasts {a} minutes, and {b} minutes are over. How many minutes are to come? | {c} minutes are to come.
Of {a} {animal}s in the field, {b} are asleep. How many {animal}s are awake? | {c} {animal}s are awake.
{first} bought {a} {noun}s, but brought {b} of them back to the shop. How many {noun}s did {first} keep? | {first} kept {c} {noun}s.
{a} children are playing in the {room}. Then {b} have to go home. How many children can play on? | {c} children can play on.
In our team {first} has {a} points and {first2} has {b}. How many more points does {first} have? | {first} has {c} points more.
If I give away {b} of my {a} {noun}s, how many {noun}s do I keep? | You keep {c} {noun}s.
It is {a} miles to the sea. We have walked {b} miles. How far is it still? | It is still {c} miles.
A tree had {a} {fruit}s on it. The wind blew down {b}. How many {fruit}s hang on the tree now? | {c} {fruit}s hang on the tree.
{first} had invited {a} guests. {b} of the guests could not come. How many guests came? | {c} guests came.
The wood is {a} inches long. {first} cuts off {b} inches. What is the length now? | It is {c} inches long now.
Yesterday there were {a} {animal}s at the lake, today there are {b} fewer. How many {animal}s are there today? | Today there are {c} {animal}s.
We need {a} chairs and have {b}. How many chairs are missing? | {c} chairs are missing.
{first} lights {a} candles. The wind puts out {b}. How many candles are still burning? | {c} candles are still burning.
Together {first} and {first2} own {a} {noun}s. {b} of these belong to {first}. How many {noun}s does {first2} own? | {first2} owns {c} {noun}s.
The shop had {a} {noun}s this morning and sold {b}. How many {noun}s are still for sale? | {c} {noun}s are still for sale.
Take {b} stamps from a pile of {a}. How many stamps remain? | {c} stamps remain.
My phone had {a} photos. I deleted {b}. How many photos do I have now? | You have {c} photos.
""", 6),
    "*": frames("""
{first} has {a} boxes with {b} {noun}s each. How many {noun}s is that? | That is {c} {noun}s.
{a} children have {b} {noun}s each. How many {noun}s is that? | That is {c} {noun}s.
One {noun} costs {a} dollars. What do {b} {noun}s cost? | They cost {c} dollars.
{first} walks {a} miles a day. How many miles are that in {b} days? | That is {c} miles.

{first} buys {a} bags, and in every bag there are {b} {fruit}s. How many {fruit}s is that altogether? | That is {c} {fruit}s.
In the {room} stand {a} tables with {b} chairs each. How many chairs are there? | There are {c} chairs.
{a} rows of {b} seats: how many seats are in the hall? | There are {c} seats in the hall.
A ticket costs {a} dollars. {b} friends want to go. How much do they pay together? | Together they pay {c} dollars.
{first} reads {a} pages every evening. How many pages does {first} read in {b} evenings? | {first} reads {c} pages.
Each of {a} {animal}s gets {b} {fruit}s. How many {fruit}s are needed? | {c} {fruit}s are needed.
{a} hens lay {b} eggs each. How many eggs are in the nests? | There are {c} eggs in the nests.
One lesson takes {a} minutes. How many minutes do {b} lessons take? | They take {c} minutes.
If {first} earns {a} dollars an hour, what does {first} have after {b} hours? | {first} has {c} dollars.
{first} packs {b} {noun}s into each of {a} boxes. How many {noun}s are packed? | {c} {noun}s are packed.
A house has {a} floors, and every floor has {b} windows. How many windows does the house have? | The house has {c} windows.
{a} times a week {first} runs {b} miles. How many miles a week are that? | That is {c} miles a week.
One shelf holds {b} books. How many books do {a} such shelves hold? | They hold {c} books.
{first} drinks {a} glasses of water a day. How many glasses does {first} drink in {b} days? | {first} drinks {c} glasses.
Our class has {a} groups of {b} pupils. How many pupils are in the class? | There are {c} pupils in the class.
The recipe for one cake asks for {a} eggs. How many eggs do we need for {b} cakes? | We need {c} eggs.
From {a} trees {first} picks {b} {fruit}s each. How many {fruit}s has {first} picked? | {first} has picked {c} {fruit}s.
There are {b} cans in a pack. {first} carries home {a} packs. How many cans is that? | That is {c} cans.
One {noun} weighs {a} pounds. What is the weight of {b} {noun}s? | The weight is {c} pounds.
{first} gives {a} cards to each of {b} players. How many cards are given out? | {c} cards are given out.
The bus goes {a} times a day. How often does it go in {b} days? | It goes {c} times.
{a} teams take part, each with {b} players. How many players take part in all? | {c} players take part.
Draw {a} lines with {b} stars on each line. How many stars have you drawn? | I have drawn {c} stars.
{first} wants {b} {fruit}s, and they cost {a} cents each. How many cents is that? | That is {c} cents.
""", 4),
}
COMPARE = frames("""
Which is [more|bigger|larger], {a} or {b}? | {high} is more than {low}.
Is {a} more than {b}? | {yesno}
Which number is [smaller|less], {a} or {b}? | {low} is less than {high}.
What comes after {a}? | After {a} comes {next}.
What comes before {b}? | Before {b} comes {previous}.

Name the larger of {a} and {b}. | {high} is larger than {low}.
Put {a} and {b} in order, beginning with the smaller one. | {low}, {high}.
I am counting and have come to {a}. How do I go on? | After {a} comes {next}.
Somebody counts down and says {b}. Which number is next? | Next comes {previous}.
What is one more than {a}? | One more than {a} is {next}.
Would you rather have {a} or {b} sweets, if you want many? | I would rather have {high}.
""", 99)
SIGNS = {"+": ["+", "plus", "and"], "-": ["-", "minus", "less"], "*": ["*", "times", "x"]}


def numbers(sign, dice, told=False):
    """Two numbers of this side of the split, and the result."""
    while True:
        if sign == "*":
            a, b = dice.randint(1, 10), dice.randint(1, 10)
        elif dice.happens(0.7):
            a, b = dice.randint(0, 12), dice.randint(0, 12)
        else:
            a, b = dice.randint(0, 60), dice.randint(0, 30)
        if sign == "-" and a < b:
            a, b = b, a
        # Times tables have to be known, sums can be worked out: only of these are some held out.
        if told and {0, 1} & {a, b, abs(a - b) if sign == "-" else 2}:
            continue  # one thing is not several
        held = sign != "*" and zlib.crc32(f"{a}{sign}{b}".encode()) % 10 == 0
        if sign == "*" or held == (dice.side == "held"):
            return a, b, {"+": a + b, "-": a - b, "*": a * b}[sign]


def arithmetic(slots, dice):
    """A small sum."""
    draw = dice.random()
    if draw < 0.1:
        a, b = dice.randint(0, 99), dice.randint(1, 99)
        if a == b:
            b += 1
        question, answer = dice.pick(COMPARE).split(" | ")
        fill = {"a": a, "b": b, "high": max(a, b), "low": min(a, b), "next": a + 1, "previous": b - 1,
                "yesno": f"Yes, {a} is more than {b}." if a > b else f"No, {a} is less than {b}."}
        return answered("arithmetic", dice.fill(question, fill), dice.fill(answer, fill))
    sign = dice.choice("++--*")
    a, b, c = numbers(sign, dice, told=draw >= 0.55)
    if draw < 0.55:
        word = dice.choice(SIGNS[sign][:2] if dice.happens(0.8) else SIGNS[sign])
        left, right = (WORDS_FOR[a], WORDS_FOR[b]) if max(a, b) <= 12 and word not in "+-*x" and dice.happens(0.5) \
            else (a, b)
        prompt = dice.say(BARE, {"sum": f"{left} {word} {right}"})
        answer = f"{a} {sign} {b} = {c}."
    else:
        question, answer = dice.pick(STORIES[sign]).split(" | ")
        fill = {name: slots[name](dice) for name in ("first", "noun", "room", "fruit", "animal")}
        fill |= {"first2": slots["first"](dice), "noun2": slots["noun"](dice), "a": a, "b": b, "c": c}
        prompt, answer = dice.fill(question, fill), dice.fill(answer, fill)
    if dice.happens(0.15):
        schema, value = ({"type": "integer"}, c) if dice.happens(0.4) else (
            schemas.object_schema(dice.choice(["Sum", "Result", "Calculation"]), {"result": {"type": "integer"}}),
            {"result": c})
        return structured("arithmetic", prompt, schema, value)
    return answered("arithmetic", prompt, answer, check={"kind": "number", "gold": answer, "number": c})
