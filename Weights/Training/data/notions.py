"""Lists for what is made up: cities with their sights, quiz questions, dishes, books, words and short messages."""

from pathlib import Path


def table(block):
    """The lines of a block, each cut at its bars."""
    return [[part.strip() for part in line.split("|")] for line in block.strip().splitlines() if line.strip()]


def tables():
    """The tables of notions.txt by their names."""
    parts = (Path(__file__).parent / "notions.txt").read_text().split("## ")[1:]
    return {name.strip(): table(block) for name, _, block in (part.partition("\n") for part in parts)}


def items(text):
    """What stands between semicolons."""
    return [part.strip() for part in text.split(";")]


TABLES = tables()

# City, country, sights, food, language, currency.
CITIES = [(a, b, items(c), items(d), e, f) for a, b, c, d, e, f in TABLES["cities"]]

# Question, right answer, wrong ones, topic.
QUIZ = [(a, b, items(c), d) for a, b, c, d in TABLES["quiz"]]

# Dish, kind, minutes, ingredients with amounts, steps.
RECIPES = [(a, b, int(c), [i.split("=") for i in items(d)], items(e)) for a, b, c, d, e in TABLES["recipes"]]

# Title, author, year, kind, what it is about, who may like it.
BOOKS = TABLES["books"]
FILMS = TABLES["films"]

# Animal, class, where it lives, what it eats, legs, an interesting fact.
ANIMALS = TABLES["animals"]

# Country, capital, continent, language, currency.
COUNTRIES = TABLES["countries"]

PLANETS = TABLES["planets"]

# Word, part of speech, meaning, example, similar word, opposite.
WORDS = TABLES["words"]

# English, then French, Spanish, German, Italian.
TRANSLATIONS = TABLES["translations"]

YES = """
Is the Earth round?; Is the Sun a star?; Can birds lay eggs?; Is water wet?; Is ice cold?; Is fire hot?
Is Paris in France?; Is Rome in Italy?; Is Tokyo in Japan?; Is Egypt in Africa?; Is a dolphin a mammal?
Can a dog bark?; Do cats have whiskers?; Do fish live in water?; Is snow white?; Is gold a metal?
Is seven an odd number?; Is ten an even number?; Is 5 greater than 3?; Does a week have seven days?
Does a year have twelve months?; Do plants need light?; Is an apple a fruit?; Is a carrot a vegetable?
Do bees make honey?; Is a whale bigger than a mouse?; Is summer warmer than winter?; Is a violin an instrument?
Does a spider have eight legs?; Does a triangle have three sides?; Is milk a drink?; Is a rose a flower?
Is the sky blue on a clear day?; Can penguins swim?; Does a car have wheels?; Is sugar sweet?; Is a lemon sour?
Is Berlin the capital of Germany?; Is Mars a planet?; Is 11 a prime number?; Do cows give milk?; Is iron a metal?
Does the Moon circle the Earth?; Is Spanish a language?; Is an owl a bird?; Do humans need to sleep?
"""
NO = """
Is the Earth flat?; Is the Moon made of cheese?; Can pigs fly?; Is fire cold?; Is ice hot?; Is a whale a fish?
Is Paris in Germany?; Is Rome in Spain?; Is Sydney the capital of Australia?; Is Brazil in Europe?
Can a fish climb trees?; Do cats lay eggs?; Do snakes have legs?; Is snow black?; Is wood a metal?
Is eight an odd number?; Is nine an even number?; Is 2 greater than 6?; Does a week have nine days?
Does a year have ten months?; Is a potato an animal?; Is a carrot a fruit?; Is a mouse bigger than an elephant?
Is winter warmer than summer?; Does a spider have six legs?; Does a square have five sides?; Can penguins fly?
Is a bat a bird?; Is the Sun a planet?; Is sugar salty?; Is a lemon sweet?; Is 9 a prime number?; Can dogs read books?
Is a tomato blue?; Do cars eat grass?; Is the ocean made of milk?; Is a chair alive?; Can stones swim?
Is London the capital of France?; Is Mount Everest in Africa?; Do humans have three eyes?; Is a horse an insect?
Does the Sun rise in the west?; Is a violin a fruit?; Is midnight at noon?; Do trees walk?
"""
FACTS = [(q.strip(), answer) for block, answer in ((YES, True), (NO, False))
         for line in block.strip().splitlines() for q in line.split(";") if q.strip()]

# Each set of labels: the names of the question, and messages for each label.
MESSAGES = {
    "ticket": {
        "cancel": """I want to cancel my subscription.; Please close my account.;
            How do I end my membership? I want out.;
            Stop my plan at the end of the month.; I no longer need the service, please cancel it.;
            Cancel my order, please.;
            I would like to terminate my contract.; Take me off the plan.""",
        "question": """Do you ship to Norway?; What are your opening hours?; How can I change my password?;
            Which sizes do you have?; Is there a discount for students?; Where can I find my invoice?;
            Does the app work without internet?; How long does delivery take?""",
        "praise": """You have the best support I know!; I love your app, keep it up.; Thank you, that was really quick.;
            Great work, everybody!; The new version is wonderful.; I am very happy with my purchase.;
            Your team was so friendly.; Just wanted to say: well done!""",
        "complaint": """My parcel is two weeks late and nobody answers.; The quality is far worse than before.;
            I waited an hour on the phone.; This is the third wrong bill.; Your driver was very rude.;
            I am disappointed, the shirt has a hole.; Nobody has called me back.;
            I paid for express and got nothing.""",
        "bug": """The app crashes when I open a photo.; The save button does nothing.; I get error 500 when I log in.;
            After the update the screen stays black.; The search shows the same result twice.;
            The page freezes when I scroll.; Sound stops after ten seconds.; The date is shown as NaN."""},
    "urgency": {
        "low": """When you have time, please update the logo.; No hurry, but the printer is low on paper.;
            Some day we should tidy the archive.; It would be nice to have a dark theme.; Just an idea for next year.;
            There is a small typo on page nine.""",
        "medium": """Please send the report by Friday.; Could you look at my laptop this week?;
            The meeting room needs a new lamp in the next days.; I need an answer before the end of the week.;
            Please check the bill within a few days.; My keyboard is slow, can somebody look at it tomorrow?""",
        "high": """The server is down and nobody can work!; Help, water is running out of the wall!;
            Our shop cannot take payments right now.; I need this in ten minutes!;
            All data are gone, please call at once!;
            The front door does not lock and it is night!"""},
    "mood": {
        "happy": """I got the job!; What a wonderful day.; My team won today!;
            We are going to the sea tomorrow, hooray!;
            She said yes!; I could dance for joy.""",
        "sad": """My dog died last night.; I miss my old friends so much.; Nobody came to my party.;
            I could cry all day.;
            She moved away and I feel lonely.; I lost my grandmother's ring.""",
        "angry": """How dare they open my letters!; I am furious about this.; He broke my bike and laughed!;
            That is so unfair, I could scream.; Stop taking my things!; They lied to me again!""",
        "scared": """There is a noise in the cellar and I am alone.; I am afraid of the exam.; That dog frightens me.;
            I do not dare to go up there.; My hands tremble before the flight.; What if the ice breaks?""",
        "bored": """There is nothing to do here.; This lesson never ends.; I have watched the wall for an hour.;
            Same old thing every day.; Yawn, is it over soon?; The film was so dull that I fell asleep."""},
    "language": {
        "english": """Where is the station?; I like this song.; It is raining again.; See you tomorrow.""",
        "french": """Où est la gare ?; J'aime le fromage.; Il pleut aujourd'hui.; À demain, mon ami.""",
        "spanish": """¿Dónde está la estación?; Me gusta esta canción.; Hoy hace mucho calor.; Hasta mañana.""",
        "german": """Wo ist der Bahnhof?; Ich mag dieses Lied.; Heute regnet es.; Bis morgen, mein Freund.""",
        "italian": """Dov'è la stazione?; Mi piace questa canzone.; Oggi piove molto.; A domani, amico mio.""",
        "portuguese": """Onde fica a estação?; Eu gosto desta música.; Hoje está muito calor.;
            Até amanhã, meu amigo.""",
        "dutch": """Waar is het station?; Ik vind dit lied mooi.; Het regent vandaag.; Tot morgen, mijn vriend.""",
        "swedish": """Var är stationen?; Jag tycker om den här sången.; Det regnar idag.; Vi ses i morgon."""},
    "topic": {
        "sports": """The striker scored in the last minute.; She ran the marathon in under three hours.;
            Our tennis club has a new court.; The swimmers broke two records.; Who won the match last night?""",
        "music": """The band plays three new songs.; He tunes his violin every morning.;
            The choir sang without a piano.;
            Her first album has ten tracks.; I learn to play the drums.""",
        "food": """The soup needs more salt.; This bakery has the best rye bread.; We grill fish with lemon.;
            Add two eggs and stir the dough.; The new restaurant serves dumplings.""",
        "travel": """Our plane lands in Lisbon at noon.; We booked a cabin by the fjord.; Do not forget your passport.;
            The hotel is near the old harbour.; The night train to Vienna has beds.""",
        "science": """Researchers have found a new kind of beetle.; The telescope shows a distant galaxy.;
            Water is made of hydrogen and oxygen.; The experiment was repeated three times.; Cells divide to grow.""",
        "weather": """Heavy rain is expected in the north.; The storm will reach the coast tonight.;
            It stays sunny and dry.;
            Frost covered the fields this morning.; Fog slows down the traffic, and it gets colder.""",
        "animals": """The kitten sleeps in a shoe box.; Our hens laid six eggs.; A fox crossed the garden.;
            Owls hunt at night.; The zoo has two young elephants.""",
        "school": """We write a spelling test on Monday.; The teacher gave us homework.; My class has 24 pupils.;
            The lessons begin at eight.; I forgot my pencil case.""",
        "money": """The bank raised its interest rates.; I save ten euros a week.; The rent goes up in May.;
            Shares of the company fell.; He paid his debts."""},
    "sentiment": {
        "positive": """What a wonderful hotel!; The soup was delicious.; I love these shoes.;
            Fast delivery, great quality.;
            The staff were friendly and helpful.; Best concert of my life!; It works perfectly.;
            My kids adore this toy.;
            A charming little film.; I would buy it again at once.; The view was breathtaking.;
            Really comfortable chairs.""",
        "negative": """The waiter was rude.; It broke after two days.; The room was dirty and loud.;
            What a waste of money.;
            The food was cold and bland.; I will never come back.; The battery dies within an hour.;
            Terrible sound and a boring plot.; The parcel arrived damaged.; Far too expensive for what you get.;
            The instructions make no sense.; I am very disappointed.""",
        "neutral": """The shop opens at nine.; The parcel arrived on Tuesday.; It is a blue chair with four legs.;
            The film lasts two hours.; The hotel has sixty rooms.; I bought it last week.; The menu has three soups.;
            The box contains a cable.; The concert was on Friday.; It weighs two kilos."""},
}
MESSAGES = {kind: {label: [m.strip() for m in " ".join(text.split()).split("; ")] for label, text in labels.items()}
            for kind, labels in MESSAGES.items()}
