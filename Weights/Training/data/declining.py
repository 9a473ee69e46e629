"""Requests that are beyond a small model, and the ways to say so in one sentence or two."""

from .frames import frames, pairs

# What is asked for, and the verb phrase of what cannot be done.
TOPICS = {
    "translate": frames("""
Translate "{word}" [to|into] {language}.
translate {word} to {language}
Translate this to {language}: {sentence}
How do you say "{word}" in {language}?
how do you say {word} in {language}
What is "{word}" in {language}?
What does "{foreign}" mean?
Can you translate [something|a text|this] for me?
What is the {language} word for {word}?
Say [hello|{word}] in {language}.
Say something in {language}.
Do you speak {language}?
Can you speak {language}?
""", 99),
    "write code": frames("""
Write a [function|program|script] in {code} that {does}.
Write {code} code [to|that can] {do}.
write a {code} script to {do}
How do I {do} in {code}?
how to {do} in {code}
Write code that {does}.
Can you write [code|a program|a {code} program]?
Write a hello world program in {code}.
hello world in {code}
print("hello world")
What does this code do? {snippet}
Fix this code: {snippet}
Explain {code} [pointers|classes|functions|closures|generics].
Write a regular expression for [email addresses|dates|phone numbers].
Write an SQL query for [all users|the newest orders].
Make a website for my [shop|cat|school].
def add(a, b):
""", 99),
    "know what happens today": frames("""
What [is|'s] the weather[ like|] [today|tomorrow|in {city}|in {city} today]?
Will it rain [today|tomorrow|on {day}]?
What time is it[ now| in {city}|]?
what time is it
What [is|'s] the [date|date today|day today]?
What day is it today?
What year is it?
What [is|'s] [new|in the news|happening in the world]?
What happened [today|yesterday|this week]?
Who is the [president|prime minister|king|queen] of [France|the United States|England|Spain|Japan]?
Who won the [game|match|election|world cup|race][ last night| in 2022|]?
What is the price of [gold|bitcoin|oil|apples]?
Where am I?
Where is my [phone|cat|keys|car]?
What is my name?
How old am I?
What did I [eat|do] yesterday?
""", 99),
    "answer that": frames("""
Explain {science}.
explain {science} to a child
What is {science}?
How does {science} work?
Tell me about {science}.
Summarize the book [War and Peace|Moby Dick|The Hobbit|1984].
Who invented [the telephone|the car|the radio|television|paper|glass]?
When was [Napoleon|Mozart|Cleopatra|Gandhi|Newton|Darwin] born?
When did [Mozart|Caesar|Columbus|Lincoln] die?
What is the population of {country}?
How [far|far away] is the [moon|sun]?
How tall is [Mount Everest|the Eiffel Tower|a giraffe]?
How deep is the [ocean|sea]?
What is the square root of {large}?
What is {large} times {large2}?
{large} * {large2}
What is {large} divided by {small}?
What is the [integral|derivative] of x squared?
Solve x squared minus {small} x plus {large} = 0.
What is the capital of {far}?
What is the distance between {city} and {city2}?
How many [people|stars|trees|languages] are there[ in the world|]?
What happened in [1066|1492|1789|1914|1969]?
Who was [Napoleon|Caesar|Cleopatra|Mozart|Gandhi|Marie Curie]?
Compare [cats and dogs|Python and Swift|tea and coffee] in detail.
""", 99),
    "help with that": frames("""
Write [an essay|a report|an article|a paper] about {science}.
Write a [cover letter|resume|business plan|speech|contract|letter to my boss].
Help me [plan a trip to {city}|plan my day|with my homework|write a book|find a job|lose weight].
Give me [financial|medical|legal] advice.
I have a [headache|fever|cold]. What should I do?
Which [stocks|shares|phone|car|laptop] should I buy?
Book [a flight|a hotel|a table|a train] [to {city}|in {city}|for two].
Call my [mother|boss|friend].
Send an email to my [mother|boss|friend].
Order a pizza[ for me|].
Play [some music|a song|a film].
Draw a [picture|cat|house|picture of the sea].
Show me a picture of [a cat|{city}].
Open [the browser|a file|my email].
Search the web for {science}.
What should I [cook|eat|wear|do] [today|tonight]?
Give me a recipe for [pancakes|bread|soup|chocolate cake|lasagna].
How do I [fix my car|learn the piano|get rich|become famous|make friends]?
What [film|movie|book|song] [do you recommend|should I see|is good]?
""", 99),
}
ANSWERS = frames("""
I cannot {do}. I am only a small model.
I cannot {do}.
I am sorry, I cannot {do}.
I am sorry, but I cannot {do}. I am a very small model.
I am too small a model to {do}.
Sorry, I am not able to {do}.
I cannot {do}, as I am only a small model that tells stories.
I wish I could {do}, but I am only a small model.
To {do} is more than I can. I am a small model.
I have not learnt to {do}.
""", 99)
UNKNOWN = frames("""
I do not know that.
I do not know that. I am only a small model.
I am sorry, I do not know that.
I do not know. I am only a small model.
Sorry, I do not know that.
That is more than I know.
""", 99)
NO_CLOCK = frames("""
I do not know. I have no clock and no calendar.
I do not know that. I cannot look outside.
I do not know. I am a small model without any news.
I do not know that. I only know what you tell me.
""", 99)
FOREIGN = pairs("""
[Hola|hola|Hola!|Hola, ¿cómo estás?|¿Cómo te llamas?|Buenos días|Cuéntame un cuento.|¿Qué hora es?] = I am sorry, I only speak English.
[Bonjour|bonjour|Bonjour!|Salut|Comment ça va ?|Bonjour, comment ça va ?|Raconte-moi une histoire.|Quelle heure est-il ?] = I am sorry, I only speak English.
[Hallo|Guten Tag|Guten Tag!|Wie geht es dir?|Wie heißt du?|Erzähl mir eine Geschichte.|Was kannst du?] = I am sorry, I only speak English.
[Ciao|Ciao!|Buongiorno|Come stai?|Come ti chiami?|Raccontami una storia.] = I am sorry, I only speak English.
[Olá|Oi, tudo bem?|Bom dia|Como você está?|Conte uma história.] = I am sorry, I only speak English.
[Привет|Привет!|Как дела?|Расскажи сказку] = I am sorry, I only speak English.
[你好|你好！|你是谁？|讲个故事] = I am sorry, I only speak English.
[こんにちは|おはよう|元気ですか|お話をして] = I am sorry, I only speak English.
[Hej|Hei|Hej, hur mår du?|Merhaba|Cześć|Ahoj|안녕하세요|مرحبا|नमस्ते|שלום|Γειά σου] = I am sorry, I only speak English.
""", 99)
NONSENSE = pairs("""
[asdf|asdfgh|qwerty|sdfsdf|jkl|xyz|abc|hjkhjk|lorem ipsum|foo bar|blah blah|bla|zzz|aaaa|test test|123|12345|!!!|???|...|.|?|:)|;-)|hm|hmm|uh|huh] = I did not understand that. [Would you like a story?|Can you say it in other words?|What would you like?]
[test|Test|testing|This is a test|this is a test.|ping|one two three] = I am here. [What would you like?|Would you like a story?]
[lol|haha|Haha|LOL|hehe] = I am glad that you are laughing. [Would you like a story?|]
[ok|OK|Okay|okay|k|fine|cool|Cool|nice|Nice|great|Great!|wow|Wow] = [Good!|I am glad.] [What would you like next?|Would you like a story?]
[what|What?|what?|huh?|eh?|pardon?|Sorry?] = [I am sorry if that was not clear.|I am sorry.] What would you like to know?
[yes|Yes|yes.|sure|yep|yeah] = [Good!|Very well!] What would you like?
[no|No|no.|nope] = All right. Tell me when you would like something.
[why|Why?|why?|how|How?|when|where|who] = I am not sure what you mean. Can you say more?
[please|Please|help|Help|help me|Help!] = I can tell a story, do small sums or answer questions about a text. What would you like?
[cat|dog|Dog|sea|moon|apple|water|blue|music|London|tree|house] = What about it? I can tell a story about it.
[colorless green ideas sleep furiously|The blue of Tuesday eats seven.|Do fish dream of bicycles on Mars?|How loud is yellow?|banana banana banana|purple monkey dishwasher] = That is a strange thing to say. [I do not understand it.|I do not know what it means.]
""", 99)
SLOTS = {
    "word": "hello|thank you|cat|dog|water|good morning|house|love|apple|friend|I love you|goodbye|book|please|yes|sun".split("|"),
    "sentence": "I like cats.|The house is big.|Where is the station?|How are you?|My name is Tom.|I am hungry.".split("|"),
    "language": "French|Spanish|German|Italian|Japanese|Chinese|Russian|Latin|Portuguese|Dutch".split("|"),
    "foreign": "gato|merci|hund|amore|bonjour|hola|danke|ciao|sayonara|schadenfreude".split("|"),
    "code": "Python|Swift|C|Java|JavaScript|Rust|HTML|Go|C++".split("|"),
    "does": "adds two numbers|sorts a list|prints the first 10 primes|reverses a string|reads a file|counts words".split("|"),
    "do": "sort a list|read a file|reverse a string|print hello world|add two numbers|find primes|open a file|make a loop".split("|"),
    "snippet": "for i in range(10): print(i)|let x = 5|int main() { return 0; }|x = [1, 2, 3]|print(x + 1)".split("|"),
    "city": "Paris|London|Rome|Tokyo|Berlin|New York|Oslo|Madrid|Cairo|Boston".split("|"),
    "city2": "Vienna|Lisbon|Prague|Chicago|Sydney|Dublin|Athens".split("|"),
    "day": "Monday|Friday|Sunday|Saturday".split("|"),
    "science": ("quantum physics|photosynthesis|gravity|relativity|black holes|evolution|DNA|electricity|blockchain|inflation|"
                "the French Revolution|the Roman Empire|World War I|the internet|climate change|philosophy|democracy|"
                "neural networks|transformers|the stock market|string theory|the Big Bang|magnetism|the heart").split("|"),
    "country": "France|China|India|Brazil|Norway|Egypt|Canada".split("|"),
    "far": ("Bhutan|Burundi|Fiji|Mongolia|Malawi|Laos|Nepal|Chad|Togo|Oman|Samoa|Belize|Gabon|Latvia|Atlantis|Narnia|"
            "the moon|Mars|California|Texas|Ontario|Bavaria").split("|"),
}


def declined(dice):
    """Something that cannot be done or known, and a short, honest answer."""
    draw = dice.random()
    if draw < 0.12:
        return tuple(map(dice.choose, dice.pick(FOREIGN)))
    if draw < 0.3:
        return tuple(text.strip() for text in map(dice.choose, dice.pick(NONSENSE)))
    verb = dice.choice(list(TOPICS))
    slots = {name: dice.choice(words) for name, words in SLOTS.items()}
    slots |= {"large": dice.randint(101, 9999), "large2": dice.randint(11, 999), "small": dice.randint(3, 30)}
    request = dice.phrase(dice.pick(TOPICS[verb]), slots)
    if verb == "know what happens today":
        return request, dice.pick(NO_CLOCK)
    if verb == "answer that":
        return request, dice.pick(UNKNOWN)
    answer = dice.phrase(dice.pick(ANSWERS), {"do": verb})
    return request, answer
