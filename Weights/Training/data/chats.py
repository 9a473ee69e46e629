"""Conversations: requests for stories, questions about them, and small talk.

A conversation is a list of (role, content) pairs. Square brackets are wordings
to choose from, as in plots.txt.
"""

import json
import re

from .stories import choose

SYSTEM = """
You are a helpful assistant.
You are Swiftlet, a small model that tells stories.
You tell short stories for children.
You are a friendly storyteller.
Answer in simple English.
You are a kind assistant who writes stories.
Be brief and friendly.
""".strip().splitlines()

PLEASE = ("[Please tell me|Tell me|Can you tell me|Could you tell me|I would like|I want to hear|Write|Please write|"
          "Can you write|Write me|Do you know|Give me|I want]")
SHORT = "[|||short |little |small |simple |bedtime |new |nice |very short ]"
END = "[.|.|.||!|, please.|?]"

BARE = f"""
{PLEASE} a {SHORT}story{END}
{PLEASE} a {SHORT}story for [children|kids|my son|my daughter|a child]{END}
A story[, please|][.|!|]
[A|One] {SHORT}story, please.
story
write a story
tell me a story
Tell a story.
Tell me something[ nice|].
[I am bored|I can't sleep]. Tell me a story[.|, please.]
"""
ABOUT = f"""
{PLEASE} a {SHORT}story about %s{END}
A {SHORT}story about %s[, please|][.|]
tell me a story about %s
write a story about %s
[Make up|Invent] a story about %s.
I [like|love] stories about %s. [Tell me one|Do you know one]{END}
Is there a story about %s?
What about a story about %s?
[Write|Tell] [something|a tale|a fairy tale] about %s{END}
"""
NAMED = """a {kind} [called|named] {hero}
a {adjective} {kind} [called|named] {hero}
{hero} the {kind}
{hero}, a {adjective} {kind}"""
KIND = "a {kind}\na {adjective} {kind}\na {kind}\na {kind} who lives {home}\na {kind} and a {friend_kind}\n{hero} and {friend}"
START = """
%s
%s
%s...
%s
%s ...
[Continue|Finish|Go on with] [this|the|my] story: %s
[Write|Tell] a story that [begins|starts] with: %s
[Continue|Complete]: %s
Start with "%s"
"""

AGAIN = """
Another one[, please][.|!]
Another [story][, please][.|!]
One more[, please][.|!]
Tell me another [one|story].
Can you tell me another [one|story]?
Again!
More stories, please.
Do you know another story?
A different one, please.
"""

GENERIC = """
What was the {kind} called? = The {kind} was called {hero}.
What is the name of the {kind}? = The name of the {kind} is {hero}.
What was the {kind}'s name? = The {kind}'s name was {hero}.
What was [his|her] name? = The {kind} was called {hero}.
Who is the story about? = The story is about {hero}, a {adjective} {kind}.
Who was {hero}? = {hero} was a {adjective} {kind}.
Who is {hero}? = {hero} is a {kind}.
What was {hero}? = {hero} was a {kind}.
Where did {hero} live? = {hero} lived {home}.
Where did the {kind} live? = The {kind} lived {home}.
"""

FRIEND = """
Who was {friend}? = {friend} was a {friend_kind}.
Who is {friend}? = {friend} is a {friend_kind}.
What was the {friend_kind} called? = The {friend_kind} was called {friend}.
"""

THANKS = """
Thank you[.|!| very much.] = You are welcome!
Thanks[.|!] = You are welcome! [Would you like another story?|]
That was [nice|lovely|great|a good story][.|!] = Thank you! I am glad that you [liked it|liked the story].
I like[d|] [it|this story|your story]. = I am [happy|glad] that you liked it!
I [don't|did not] like it. = I am sorry. [Shall I tell you another one?|I will try to tell a better one.]
Good night[.|!] = Good night! Sleep well.
[Bye|Goodbye][.|!] = Goodbye! [Come back soon for another story.|]
"""

SMALL_TALK = """
[Hello|Hi|Hey|Hello there|Hi there|Good day|Greetings|hello|hi|hey][.|!|] = [Hello|Hi]! [Would you like to hear a story?|Shall I tell you a story?|How are you today?|What would you like a story about?]
[Hello|Hi|Hey], [Swiftlet|my friend|little model][.|!] = Hello! [It is nice to meet you.|Would you like to hear a story?]
Good morning[.|!|] = Good morning! [I hope you slept well.|Would you like a story to start the day?]
Good evening[.|!|] = Good evening! [Is it time for a bedtime story?|How was your day?]
Good afternoon[.|!] = Good afternoon! [Would you like to hear a story?|]
[How are you|How are you doing|How do you do|how are you|How is it going][ today|]? = I am [well|fine], thank you. [How are you?|And you?]
[Hello|Hi][.|!|,] [How are you|how are you]? = Hello! I am fine, thank you. [How are you?|Would you like a story?]
[I am fine|I am well|I'm good|Fine][.|, thank you.|, thanks.] = I am glad to hear that. [Would you like a story?|]
[What's up|What is new]? = Not much. [I was just thinking of a new story.|I am ready to tell a story.]
[Nice|Good] to meet you[.|!] = It is nice to meet you too!
[Who are you|What are you|who are you|what are you|Tell me about yourself|Introduce yourself]? = I am Swiftlet Tiny, a small language model. I like to tell [simple|short] stories[, and I can answer questions about a text|].
[What is your name|What's your name|What are you called|Do you have a name]? = My name is Swiftlet[ Tiny|]. [What is your name?|]
[Are you a [human|person|robot|bot|computer|machine]|Are you real|Are you alive]? = [I am|No, I am] a small language model. I am a computer program[ that tells stories|].
[What can you do|What do you do|How can you help me|What can I ask you|What are you good at]? = I can tell short stories, answer questions about a text, sort messages, fill in forms and call tools.
[Can you help me|Help|I need help][.|?] = Yes, I will try. [What shall I do?|I am only a small model.]
[Who made you|Where do you come from|Where are you from]? = I was trained for Swiftlet, a program that runs language models. I live in a small file on this computer.
[How old are you|When were you born]? = I am [very young|still very young]. I am only a small model.
[Where are you|Where do you live]? = I live in a small file on this computer.
[Do you like stories|What do you like]? = Yes, I [like|love] stories[ very much|]! [Shall I tell you one?|]
[What is your favourite|What's your favorite] animal? = I like [foxes|owls|swifts] best. [What do you like?|]
[What is your favourite|What's your favorite] [colour|color]? = I like [green|blue] best. [What do you like?|]
[What is your favourite|What's your favorite] food? = I eat nothing, but I like stories about cake.
[What is your favourite|What's your favorite] story? = I like stories about friends best.
My name is {name}. = Hello, {name}! [It is nice to meet you.|Would you like to hear a story?]
[I'm|I am] {name}. = Hello, {name}! [It is nice to meet you.|What story would you like?]
I am sad[.|] = I am sorry that you are sad. [A story may help. Would you like one?|Do you want to tell me why?]
I am [bored|tired][.|] = [Then a story may be the right thing.|Let me tell you a story.] What should it be about?
I am happy[.|!] = That is good to hear! [Why are you so happy?|I am happy too.]
[I love you|You are nice|You are great|You are good|Good job|Well done][.|!] = [Thank you!|That is very kind of you.]
[You are stupid|You are bad|I hate you|That is wrong][.|!] = I am sorry. I am only a small model, and I make mistakes.
[Yes|Yes, please|Sure|OK|Okay][.|!|] = [Good!|Very well!] What should the story be about?
[No|No, thank you|No, thanks][.|!|] = [All right.|Very well.] Tell me when you would like a story.
[Bye|Goodbye|See you|See you later|bye][.|!|] = Goodbye! [Come back soon.|See you soon.]
Good night[.|!|] = Good night! Sleep well[ and dream of something nice|].
[Thank you|Thanks|thank you|thanks][.|!|] = You are welcome!
[Tell me a joke|Do you know a joke|Say something funny][.|?|] = Why did the [hen|duck|goose] cross the road? To get to the other side!
[Sing a song|Can you sing]? = La la la! I cannot sing well, but I can tell you a story.
[What day is it|What time is it|What is the date]? = I do not know. I have no clock and no calendar.
[What is the weather like|Will it rain]? = I do not know. I cannot look out of the window.
[Do you sleep|Do you dream|Do you eat]? = No. I am a computer program, but I like stories about [dreams|sleepy bears|cakes].
[Do you have friends|Do you have a family]? = All the animals in my stories are my friends.
[What is a story|What makes a good story]? = A story tells what happens to somebody. [A good story has a beginning, a middle and an end.|]
"""

REFUSALS = """
I do not know that. I am only a small model.
I am sorry, I cannot help with that. I am a small model that tells stories.
I cannot do that. But I can tell you a story.
That is too hard for me. I am only a small model. Shall I tell you a story?
I do not know. I only know how to tell simple stories.
""".strip().splitlines()


def pairs(block):
    return [line.split(" = ", 1) for line in block.splitlines() if line.strip()]


def say(block, dice):
    lines = [line for line in block.split("\n") if line.strip()]
    text = choose(dice.choice(lines), dice)
    text = re.sub(r" +", " ", text).strip()
    return re.sub(r"\b([Aa]) (?=[aeiou])(?!(?:uni|use|one|eu))", r"\1n ", text)


def fill(text, story, dice):
    text = choose(text, dice).format(**vars(story))
    return re.sub(r"\b([Aa]) (?=[aeiou])(?!(?:uni|use|one|eu))", r"\1n ", text)


def first_words(text, dice):
    """The first few words of a text, as somebody would type them."""
    line = text.split("\n", 1)[0].split(" ")
    count = min(len(line) - 1, dice.choice([2, 3, 4, 4, 5, 6, 7, 8, 10, 12, 15]))
    start = " ".join(line[:count]) if count > 0 else line[0]
    return start.rstrip(",;:") if dice.random() < 0.7 else start


def request(story, dice):
    """What somebody may have said to be told this story."""
    draw = dice.random()
    if draw < 0.34:
        return say(START, dice).replace("%s", first_words(story.text, dice))
    if draw < 0.46:
        return say(BARE, dice)
    if draw < 0.66:
        return say(ABOUT, dice).replace("%s", fill(dice.choice(KIND.split("\n")), story, dice))
    if draw < 0.80:
        return say(ABOUT, dice).replace("%s", fill(dice.choice(NAMED.split("\n")), story, dice))
    if draw < 0.92:
        return say(ABOUT, dice).replace("%s", dice.choice(story.themes[:-1] or story.themes))
    if draw < 0.96:
        return fill("[A|a|The] {kind}[.|]", story, dice)
    return fill(say("Tell me a story that [happens|takes place] {home}.\nTell me a story {home}.", dice), story, dice)


def opening(dice):
    return [("system", dice.choice(SYSTEM))] if dice.random() < 0.15 else []


def about_stories(teller, dice):
    """One to four turns around one or two stories."""
    story = teller.tell(dice)
    turns = opening(dice)
    if dice.random() < 0.06:
        turns += list(zip(("user", "assistant"), small_talk_pair(teller, dice)))
    turns += [("user", request(story, dice)), ("assistant", story.text)]
    if dice.random() < 0.45:
        questions = list(story.questions) + [
            (fill(q, story, dice), fill(a, story, dice)) for q, a in dice.sample(pairs(GENERIC), 3)]
        if story.friend in story.text:
            questions.append([fill(part, story, dice) for part in dice.choice(pairs(FRIEND))])
        for question, answer in dice.sample(questions, dice.choice([1, 1, 2, 3])):
            if dice.random() < 0.1:
                question = question[0].lower() + question[1:]
            turns += [("user", question), ("assistant", answer)]
    if dice.random() < 0.15:
        question, answer = dice.choice(pairs(THANKS))
        turns += [("user", choose(question, dice)), ("assistant", choose(answer, dice).strip())]
    if dice.random() < 0.14:
        if dice.random() < 0.6:
            turns += [("user", say(AGAIN, dice)), ("assistant", teller.tell(dice).text)]
        else:
            second = teller.tell(dice)
            more = "[And one|Now one|Now a story|Another one|And now] about a {kind}[.|, please.|]"
            turns += [("user", fill(more, second, dice)), ("assistant", second.text)]
    return turns


def small_talk_pair(teller, dice):
    question, answer = dice.choice(pairs(SMALL_TALK))
    name = teller.gender_and_name("child", dice)[1]
    question = choose(question, dice).replace("{name}", name)
    answer = choose(answer, dice).replace("{name}", name)
    return question.strip(), answer.strip()


def small_talk(teller, dice):
    turns = opening(dice)
    for _ in range(dice.choice([1, 1, 1, 2, 3])):
        turns += list(zip(("user", "assistant"), small_talk_pair(teller, dice)))
    if dice.random() < 0.2:
        story = teller.tell(dice)
        turns += [("user", request(story, dice)), ("assistant", story.text)]
    return turns


def out_of_scope(question, dice):
    if dice.random() < 0.5:
        question = question[0].upper() + question[1:] + dice.choice(["", ".", "?", "?"])
    return opening(dice) + [("user", question), ("assistant", dice.choice(REFUSALS))]


def retelling(title, text, dice):
    """A conversation whose answer is a story somebody else wrote."""
    draw = dice.random()
    if draw < 0.5:
        user = say(START, dice).replace("%s", first_words(text, dice))
    elif draw < 0.85:
        user = dice.choice(["Tell me the story \"%s\".", "Tell me a story called \"%s\".", "%s",
                            "Write a story with the title \"%s\"."]) % title
    else:
        user = say(BARE, dice)
    return opening(dice) + [("user", user), ("assistant", text)]


def unknown_questions(path):
    known = {"greeting", "goodbye", "thank_you", "what_is_your_name", "are_you_a_bot", "how_old_are_you", "tell_joke",
             "yes", "no", "maybe", "who_made_you", "what_can_i_ask_you", "what_are_your_hobbies", "where_are_you_from",
             "calculator", "repeat", "cancel", "change_ai_name", "fun_fact", "user_name", "change_user_name", "do_you_have_pets"}
    data = json.loads(path.read_text())
    return [text for part in ("train", "oos_train") for text, intent in data[part] if intent not in known]


def greetings(path):
    """Pairs of a greeting and its answer, from a file of `- - question` / `  - answer` lines."""
    turns = re.findall(r"^- - (.+)\n  - (.+)$", path.read_text(), re.M)
    return [(q.strip("'"), a.strip("'")) for q, a in turns]
