"""Conversations of several turns, in which what was said before is asked for later."""

from dataclasses import dataclass

from .frames import Growing, Split, frames, pairs, sides
from .samples import message, sample

# What somebody tells of himself | what to answer; the questions about it = the answers. What stands below a line
# of dashes is for training alone.
FACTS = """
[My name is|I am|I'm|Call me] {first}. | [Nice to meet you|Hello|Hi], {first}!
? What is my name? = Your name is {first}.
? Do you [remember|know] my name? = Your name is {first}.
? Who am I? = You are {first}.
? What am I called? = You are called {first}.
---
Hello, {first} here. | [Nice to meet you|Hello|Hi], {first}!
You can call me {first}, [as my friends do|everybody does]. | [Nice to meet you|Hello|Hi], {first}!
I should introduce myself: {first}. | [Nice to meet you|Hello|Hi], {first}!
My parents named me {first}. | [Nice to meet you|Hello|Hi], {first}!
? By what name do you know me? = I know you as {first}.
? Say my name. = Your name is {first}.
? Have you forgotten what I am called? = No, you are called {first}.
? What should you call me? = I should call you {first}.
? How did I introduce myself? = You introduced yourself as {first}.
? Which name is mine? = Your name is {first}.
? Can you tell me my own name? = Your name is {first}.
? Who are you talking to? = I am talking to {first}.

I live in {town}. | {town} [must be nice|sounds nice].
I am from {town}. | {town} [must be nice|sounds nice].
My home is in {town}. | {town} [must be nice|sounds nice].
? Where do I live? = You live in {town}.
? Which town did I name? = You named {town}.
? Where am I from? = You are from {town}.
? Where is my home? = Your home is in {town}.
---
You will find my [house|flat] in {town}. | {town} [must be nice|sounds nice].
{town} is [the place where I live|my home town]. | {town} [must be nice|sounds nice].
My address is in {town}. | {town} [must be nice|sounds nice].
We moved, and now we are at home in {town}. | {town} [must be nice|sounds nice].
? What town is my home in? = Your home is in {town}.
? In which town am I at home? = You are at home in {town}.
? What is the name of my town? = Your town is {town}.
? Can you say where I live? = You live in {town}.
? If somebody wants to visit me, where must they go? = They must go to {town}.
? Where did I say that I live? = You said that you live in {town}.
? Which place do I call home? = You call {town} home.
? To what town would you send me a letter? = I would send it to {town}.

My favourite colour is {colour}. | {Colour} is a nice colour.
I like {colour} best of all colours. | {Colour} is a nice colour.
? What is my favourite colour? = Your favourite colour is {colour}.
? Which colour do I like? = You like {colour}.
? Which colour is my favourite? = Your favourite colour is {colour}.
---
No colour pleases me more than {colour}. | {Colour} is a nice colour.
If I may choose a colour, I take {colour}. | {Colour} is a nice colour.
{colour} has always been the colour for me. | {Colour} is a nice colour.
I love everything that is {colour}. | {Colour} is a nice colour.
? Of all colours, which do I like best? = You like {colour} best.
? What colour do I prefer? = You prefer {colour}.
? What colour would I choose? = You would choose {colour}.
? Name my favourite colour. = Your favourite colour is {colour}.
? Can you remember the colour that I like? = You like {colour}.
? What colour should my present be? = Your present should be {colour}.
? Which colour did I call the best? = You called {colour} the best.
? Do you know what colour pleases me most? = {Colour} pleases you most.

I have {a petkind} called {pet}. | {pet} is a nice name for {a petkind}.
My {petkind} is called {pet}. | {pet} is a nice name for {a petkind}.
? What is my {petkind} called? = Your {petkind} is called {pet}.
? What pet do I have? = You have {a petkind}.
? What is the name of my pet? = Your pet is called {pet}.
? Who is {pet}? = {pet} is your {petkind}.
---
At home {a petkind} called {pet} waits for me. | {pet} is a nice name for {a petkind}.
{pet}, my {petkind}, is [asleep|very hungry|outside]. | {pet} is a nice name for {a petkind}.
We named our {petkind} {pet}. | {pet} is a nice name for {a petkind}.
{pet} is what I call my {petkind}. | {pet} is a nice name for {a petkind}.
? What did I call my {petkind}? = You called your {petkind} {pet}.
? What kind of animal is {pet}? = {pet} is {a petkind}.
? What animal do I keep? = You keep {a petkind}.
? What name does my {petkind} have? = Your {petkind} has the name {pet}.
? Do you remember my pet's name? = Your pet's name is {pet}.
? Is {pet} a person or an animal? = {pet} is an animal, {a petkind}.
? Which animal lives with me? = {a petkind} called {pet} lives with you.
? What do I shout to call my pet? = You shout {pet}.

I am {age} years old. | [Thank you for telling me|Good to know].
I turned {age} this year. | [Thank you for telling me|Good to know].
? How old am I? = You are {age} years old.
? What is my age? = You are {age} years old.
? Do you remember how old I am? = You are {age} years old.
---
My age is {age}. | [Thank you for telling me|Good to know].
[Last week|In spring|Yesterday] I had my birthday, and now I am {age}. | [Thank you for telling me|Good to know].
At {age} years of age I still like to learn. | [Thank you for telling me|Good to know].
I have lived for {age} years. | [Thank you for telling me|Good to know].
? How many years old am I? = You are {age} years old.
? What age did I tell you? = You told me that you are {age}.
? Tell me my age. = Your age is {age}.
? For how many years have I lived? = You have lived for {age} years.
? Can you say how old I am? = You are {age} years old.
? What number of candles goes on my cake? = {age} candles go on your cake.
? Do you know my age? = Yes, you are {age} years old.
? How old did I say I was? = You said that you were {age}.

I work as {a job}. | That sounds like interesting work.
I am {a job}. | That sounds like interesting work.
My job: I am {a job}. | That sounds like interesting work.
? What is my job? = You are {a job}.
? What do I do for a living? = You are {a job}.
? What do I work as? = You work as {a job}.
---
I earn my money as {a job}. | That sounds like interesting work.
By profession I am {a job}. | That sounds like interesting work.
For many years I have been {a job}. | That sounds like interesting work.
Since last year I have had a job as {a job}. | That sounds like interesting work.
? How do I earn my money? = You earn your money as {a job}.
? What is my profession? = You are {a job}.
? What kind of work do I do? = You work as {a job}.
? Which job do I have? = You are {a job}.
? What am I by profession? = By profession you are {a job}.
? Name my job. = You are {a job}.
? What am I when I am at work? = At work you are {a job}.
? As what am I employed? = You are employed as {a job}.

I like {food}. | [I see|Good to know], {food}.
My favourite food is {food}. | [I see|Good to know], {food}.
? What is my favourite food? = Your favourite food is {food}.
? What do I like to eat? = You like to eat {food}.
? Which food do I like? = You like {food}.
---
Nothing tastes better to me than {food}. | [I see|Good to know], {food}.
I could eat {food} every day. | [I see|Good to know], {food}.
When I am hungry, I want {food}. | [I see|Good to know], {food}.
For me the best food is {food}. | [I see|Good to know], {food}.
? What food would make me happy? = {food} would make you happy.
? What could I eat every day? = You could eat {food} every day.
? Which food did I call the best? = You called {food} the best.
? What should you cook for me? = I should cook {food} for you.
? Name the food that I like. = You like {food}.
? What tastes best to me? = {food} tastes best to you.
? What is the best thing to put on my plate? = The best thing is {food}.
? Do you still know what I like to eat? = You like to eat {food}.

My [sister|brother|friend|teacher|neighbour] is called {friend}. | {friend} is a nice name.
I have a friend, {friend}. | {friend} is a nice name.
? Who did I tell you about? = You told me about {friend}.
? Which name did I tell you? = You told me the name {friend}.
---
Yesterday I [met|phoned|saw] {friend}. | {friend} is a nice name.
Next to me sits {friend}. | {friend} is a nice name.
I often think of {friend}. | {friend} is a nice name.
Somebody I know well has the name {friend}. | {friend} is a nice name.
? Whom did I mention? = You mentioned {friend}.
? What name did I say? = You said the name {friend}.
? Who was I talking about? = You were talking about {friend}.
? Which person do I know? = You know {friend}.
? What is the name of the person I told you about? = The name is {friend}.
? Tell me who I mentioned. = You mentioned {friend}.
? Do you remember whose name came up? = The name {friend} came up.
? Repeat the name that I told you. = You told me the name {friend}.

The code is {code}. | I will remember the code.
Remember the number {code}. | I will remember the number.
? What was the [code|number]? = It was {code}.
? Which number did I give you? = You gave me {code}.
? Tell me the [code|number] again. = It was {code}.
---
My code is {code}, do not lose it. | I will remember the code.
Please keep the number {code} for me. | I will remember the number.
To open the door you have to type {code}. | I will remember the code.
They gave me {code} as a number. | I will remember the number.
? Do you still have the number? = Yes, it is {code}.
? What must I type in? = You must type in {code}.
? Repeat the number, please. = The number is {code}.
? I forgot the code. What is it? = It is {code}.
? What did I want you to remember? = You wanted me to remember {code}.
? Which code was it? = It was {code}.
? Can you give me the [code|number]? = It is {code}.
? How does the code go? = It goes {code}.

My {noun} is {colour}. | {a colour} {noun}, I see.
I bought {a colour} {noun}. | {a colour} {noun}, I see.
? What colour is my {noun}? = Your {noun} is {colour}.
? Which thing is {colour}? = Your {noun} is {colour}.
? What did I tell you about? = You told me about your {noun}.
---
The colour of my {noun} is {colour}. | {a colour} {noun}, I see.
I have painted my {noun} {colour}. | {a colour} {noun}, I see.
You will know my {noun} by its {colour} colour. | {a colour} {noun}, I see.
At home I have a new {noun}, and it is {colour}. | {a colour} {noun}, I see.
? Of what colour is my {noun}? = Your {noun} is {colour}.
? Which colour does my {noun} have? = Your {noun} has the colour {colour}.
? What thing of mine is {colour}? = Your {noun} is {colour}.
? Describe my {noun}. = Your {noun} is {colour}.
? I cannot see my {noun}. What colour must I look for? = You must look for {colour}.
? Name the colour of my {noun}. = It is {colour}.
? Do you know the colour of my {noun}? = Yes, your {noun} is {colour}.
? What do I have in {colour}? = You have {a noun} in {colour}.

I play the {instrument}. | The {instrument} has a lovely sound.
I am learning the {instrument}. | The {instrument} has a lovely sound.
? Which instrument do I play? = You play the {instrument}.
? What do I play? = You play the {instrument}.
---
In the evening I practise the {instrument}. | The {instrument} has a lovely sound.
I take lessons on the {instrument}. | The {instrument} has a lovely sound.
In our band I am the one with the {instrument}. | The {instrument} has a lovely sound.
My instrument is the {instrument}. | The {instrument} has a lovely sound.
? What do I practise? = You practise the {instrument}.
? Which instrument is mine? = Your instrument is the {instrument}.
? What can you hear when I make music? = I can hear the {instrument}.
? On which instrument do I make music? = You make music on the {instrument}.
? What is the name of my instrument? = Your instrument is the {instrument}.
? Do you remember what I play? = You play the {instrument}.
? What would I bring to a concert? = You would bring the {instrument}.
? Name the instrument that I play. = You play the {instrument}.

On {weekday} I [go|travel|drive] to {town}. | Have a good trip to {town}!
I [go|travel|drive] to {town} on {weekday}. | Have a good trip to {town}!
? Where do I go? = You go to {town}.
? When do I go to {town}? = You go to {town} on {weekday}.
? On which day do I travel? = You travel on {weekday}.
---
My train to {town} leaves on {weekday}. | Have a good trip to {town}!
I have a ticket to {town} for {weekday}. | Have a good trip to {town}!
{weekday} is the day of my trip to {town}. | Have a good trip to {town}!
I cannot come on {weekday}, because I will be on the way to {town}. | Have a good trip to {town}!
? What is the goal of my trip? = The goal of your trip is {town}.
? Which town will I visit? = You will visit {town}.
? On what day is my trip? = Your trip is on {weekday}.
? Which day did I name for my trip? = You named {weekday}.
? When do I leave? = You leave on {weekday}.
? To which town do I travel? = You travel to {town}.
? When will I be on my way to {town}? = You will be on your way on {weekday}.
? What have I planned for {weekday}? = You have planned a trip to {town}.

---
My grandmother lives in {town}. | A grandmother in {town}, [how nice|how lovely].
[We visit|I often visit] my grandmother in {town}. | A grandmother in {town}, [how nice|how lovely].
My grandmother has [a house|a flat|a garden] in {town}. | A grandmother in {town}, [how nice|how lovely].
In {town} you can find my grandmother. | A grandmother in {town}, [how nice|how lovely].
Every summer I stay at my grandmother's house in {town}. | A grandmother in {town}, [how nice|how lovely].
The old lady in {town} who bakes [so well|cakes for us] is my grandmother. | A grandmother in {town}, [how nice|how lovely].
My grandmother never wants to leave {town}, her home. | A grandmother in {town}, [how nice|how lovely].
Letters to my grandmother go to {town}. | A grandmother in {town}, [how nice|how lovely].
? Where does my grandmother live? = Your grandmother lives in {town}.
? In which town is my grandmother at home? = She is at home in {town}.
? Who lives in {town}? = Your grandmother lives in {town}.
? Where would I go to see my grandmother? = You would go to {town}.
? What did I say about my grandmother? = You said that she lives in {town}.
? Which town does my grandmother call home? = She calls {town} home.
? Whom do I know in {town}? = You know your grandmother in {town}.
? Where could I send a card to my grandmother? = You could send it to {town}.

---
On {weekday}, {friend} comes to [dinner|tea|lunch]. | A visit on {weekday}, how nice.
{friend} is coming to see me on {weekday}. | A visit on {weekday}, how nice.
I have invited {friend} for {weekday}. | A visit on {weekday}, how nice.
{weekday} is when {friend} visits me. | A visit on {weekday}, how nice.
My guest on {weekday} is {friend}. | A visit on {weekday}, how nice.
I must tidy up, as {friend} will be here on {weekday}. | A visit on {weekday}, how nice.
The doorbell will ring on {weekday}, and it will be {friend}. | A visit on {weekday}, how nice.
We expect a visit from {friend} on {weekday}. | A visit on {weekday}, how nice.
? Who comes on {weekday}? = {friend} comes on {weekday}.
? When does {friend} come? = {friend} comes on {weekday}.
? Who is my guest? = Your guest is {friend}.
? On which day do I have a visitor? = You have a visitor on {weekday}.
? Why must I be at home on {weekday}? = On {weekday}, {friend} visits you.
? Who is going to visit me? = {friend} is going to visit you.
? For which day is the visit planned? = The visit is planned for {weekday}.
? Whose visit do I expect? = You expect a visit from {friend}.

---
I [bought|found|made] {a noun} for {friend}. | {friend} will [like that|be happy about it].
{friend} gets {a noun} from me. | {friend} will [like that|be happy about it].
For the birthday of {friend} I have {a noun}. | {friend} will [like that|be happy about it].
I want to give {friend} {a noun}. | {friend} will [like that|be happy about it].
The {noun} in my bag is a present for {friend}. | {friend} will [like that|be happy about it].
I am wrapping {a noun}, and the parcel goes to {friend}. | {friend} will [like that|be happy about it].
Do not tell {friend}, but there will be {a noun} as a present. | {friend} will [like that|be happy about it].
My present for {friend} is {a noun}. | {friend} will [like that|be happy about it].
? Who is the {noun} for? = The {noun} is for {friend}.
? What do I give to {friend}? = You give {a noun} to {friend}.
? What is in the present for {friend}? = The present is {a noun}.
? Who gets a present from me? = {friend} gets a present from you.
? What does {friend} get? = {friend} gets {a noun}.
? For whom do I have a present? = You have a present for {friend}.
? Which thing do I want to give away? = You want to give away {a noun}.
? Whom will the {noun} make happy? = It will make {friend} happy.

---
I never eat {food}. | No {food} for you, I see.
My stomach does not like {food}, so I leave it alone. | No {food} for you, I see.
The doctor told me to keep away from {food}. | No {food} for you, I see.
Whatever you cook, please leave out {food}. | No {food} for you, I see.
There is one thing that I must not eat: {food}. | No {food} for you, I see.
Everybody else may have {food}, but not me. | No {food} for you, I see.
Please no {food} for me[, it makes me ill|]. | No {food} for you, I see.
When there is {food} on the table, I eat something else. | No {food} for you, I see.
? What do I not eat? = You do not eat {food}.
? What should never be on my plate? = {food} should never be on your plate.
? Which food do I keep away from? = You keep away from {food}.
? What must you leave out when you cook for me? = I must leave out {food}.
? Is there anything that I do not eat? = Yes, you do not eat {food}.
? What food did I say no to? = You said no to {food}.
? Which food is not for me? = {food} is not for you.
? What would you not serve me? = I would not serve you {food}.

---
When I grow up, I want to be {a job}. | {a job}, that is a fine dream.
One day I will be {a job}. | {a job}, that is a fine dream.
My dream is to become {a job}. | {a job}, that is a fine dream.
I am still at school, but I [hope|plan] to become {a job}. | {a job}, that is a fine dream.
Later on I would like to work as {a job}. | {a job}, that is a fine dream.
I dream of a life as {a job}. | {a job}, that is a fine dream.
If all goes well, they will make me {a job} in a few years. | {a job}, that is a fine dream.
Since I was small I have wanted to be {a job}. | {a job}, that is a fine dream.
? What do I want to become? = You want to become {a job}.
? What is my dream job? = Your dream is to be {a job}.
? What would I like to be one day? = You would like to be {a job} one day.
? Which job do I dream of? = You dream of being {a job}.
? What are my plans for later? = You want to be {a job}.
? What will I be if all goes well? = You will be {a job}.
? As what do I hope to work? = You hope to work as {a job}.
? Do you remember my dream? = Your dream is to become {a job}.

---
My cousin is {age} years old. | {age} is a [good|fine] age.
I have a cousin who is {age}. | {age} is a [good|fine] age.
My cousin has just turned {age}. | {age} is a [good|fine] age.
{age} years: so old is my cousin. | {age} is a [good|fine] age.
We had a party, as my cousin is now {age}. | {age} is a [good|fine] age.
You would not think that my cousin is {age} already. | {age} is a [good|fine] age.
The age of my cousin is {age}. | {age} is a [good|fine] age.
Last week my cousin had a birthday and became {age}. | {age} is a [good|fine] age.
? How old is my cousin? = Your cousin is {age} years old.
? What is my cousin's age? = Your cousin's age is {age}.
? Who is {age} years old? = Your cousin is {age} years old.
? What age has my cousin reached? = Your cousin has reached the age of {age}.
? How many years old is my cousin now? = Your cousin is {age} years old now.
? What did I tell you about my cousin? = You told me that your cousin is {age}.
? Can you say how old my cousin is? = Your cousin is {age} years old.
? My cousin is how old? = Your cousin is {age}.

---
My kitchen has {colour} walls. | {a colour} kitchen, [how nice|I like that].
Everything in my kitchen is {colour}. | {a colour} kitchen, [how nice|I like that].
We chose {colour} for the kitchen walls. | {a colour} kitchen, [how nice|I like that].
For the kitchen I took {colour} paint. | {a colour} kitchen, [how nice|I like that].
At last the kitchen is finished, all in {colour}. | {a colour} kitchen, [how nice|I like that].
From the street you can see our {colour} kitchen. | {a colour} kitchen, [how nice|I like that].
Our kitchen is {colour}. | {a colour} kitchen, [how nice|I like that].
The painters have left, and now my kitchen shines in {colour}. | {a colour} kitchen, [how nice|I like that].
? What colour is my kitchen? = Your kitchen is {colour}.
? Which room of mine is {colour}? = Your kitchen is {colour}.
? What colour did I use for the kitchen? = You used {colour}.
? What does my kitchen look like? = Your kitchen is {colour}.
? Which colour do the kitchen walls have? = The kitchen walls are {colour}.
? In what colour is the kitchen painted? = The kitchen is painted {colour}.
? Which part of my home did I tell you about? = You told me about your kitchen.
? Do you know the colour of my kitchen? = Yes, your kitchen is {colour}.

---
The neighbours have {a petkind} called {pet}. | {pet} [sounds like|must be] a nice neighbour.
{pet}, the {petkind} next door, [is very young|has been ill|is back home]. | {pet} [sounds like|must be] a nice neighbour.
Next door lives {a petkind} with the name {pet}. | {pet} [sounds like|must be] a nice neighbour.
Our neighbours call their {petkind} {pet}. | {pet} [sounds like|must be] a nice neighbour.
The {petkind} of the people next door is called {pet}. | {pet} [sounds like|must be] a nice neighbour.
I looked after {pet} today, the {petkind} of our neighbours. | {pet} [sounds like|must be] a nice neighbour.
Have you seen {pet}, the neighbours' {petkind}? | {pet} [sounds like|must be] a nice neighbour.
That {petkind} over there is {pet} from next door. | {pet} [sounds like|must be] a nice neighbour.
? What is the {petkind} next door called? = It is called {pet}.
? What animal do the neighbours have? = They have {a petkind}.
? Who is {pet}? = {pet} is the neighbours' {petkind}.
? What is the name of the neighbours' pet? = The neighbours' pet is called {pet}.
? Whose {petkind} is {pet}? = {pet} belongs to the neighbours.
? Which animal lives next door? = {a petkind} lives next door.
? Where does {pet} live? = {pet} lives next door.
? What kind of animal have the people next door got? = They have got {a petkind}.
"""

NOT_TOLD = pairs("""
What is my name? = You have not told me your name.
Where do I live? = You have not told me where you live.
How old am I? = You have not told me how old you are.
What is my job? = You have not told me your job.
What is my favourite colour? = You have not told me your favourite colour.
What is my pet called? = You have not told me about a pet.
What was the code? = You have not told me a code.
What is my favourite food? = You have not told me your favourite food.
""", 99)


@dataclass
class Group:
    """What may be told of one thing, and the questions about it."""
    statements: Split
    questions: Split
    came_later: bool


def read_facts():
    groups = []
    for block in FACTS.strip().split("\n\n"):
        statements, questions, came_later = Growing(), Growing(), False
        for line in block.splitlines():
            if line == "---":
                came_later = True
            elif line.startswith("? "):
                questions.add(tuple(line[2:].split(" = ")), came_later)
            else:
                statements.add(tuple(line.split(" | ")), came_later)
        groups.append(Group(statements.split(), questions.split(), came_later=not statements.first))
    return groups


GROUPS = sides(read_facts())
SYSTEMS = frames("""
You are a friendly assistant.
You remember what you are told.
You are a helpful assistant.
Answer briefly.

Keep in mind what the user says.
Never forget a name.
You listen well and remember.
Answer from what was said before.
You are a good listener.
If you were not told something, say so.
Users tell you about themselves, and you keep it in mind.
You chat with people and know what they said.
Talk to the user like a friend.
Short answers, please.
You have a good memory.
Take note of every fact that comes up in the conversation.
One sentence is enough for an answer.
Be polite and remember the details.
What the user told you may be asked for later.
You are a kind companion.
""")


def remembering(values, others, dice):
    """One to three facts, other talk between them, then a question about one of the facts."""
    slots = values.all_slots | {"age": lambda d: str(d.randint(6, 95)), "code": lambda d: values.draw_code(d).text,
                                "friend": values.first}
    messages = [message("system", dice.say(SYSTEMS))] if dice.happens(0.15) else []
    told = []
    for group in dice.sample(GROUPS[dice.side], dice.choice([1, 2, 2, 3])):
        drawn = {name: draw(dice) for name, draw in slots.items() if name in (
            "first", "town", "colour", "petkind", "pet", "age", "job", "food", "friend", "code", "noun", "instrument",
            "weekday")}
        drawn["Colour"] = drawn["colour"].capitalize()
        statement, reply = dice.pick(group.statements)
        messages += [message("user", dice.fill(statement, drawn)), message("assistant", dice.fill(reply, drawn))]
        told.append((group.questions, drawn))
        if dice.happens(0.3):
            for role, text in zip(("user", "assistant"), others(dice)):
                messages.append(message(role, text))
    for _ in range(dice.choice([1, 1, 2])):
        if dice.happens(0.08) and len(told) == 1 and told[0][0] is not GROUPS["train"][0].questions:
            question, answer = dice.pick(NOT_TOLD)
            if question in [q for q, _ in told[0][0].train + told[0][0].held]:
                continue
        else:
            questions, drawn = dice.choice(told)
            question, answer = (dice.fill(part, drawn) for part in dice.pick(questions))
        messages += [message("user", question), message("assistant", answer)]
    gold = messages[-1]["content"]
    return sample("memory", messages, check={"kind": "exact", "gold": gold})
