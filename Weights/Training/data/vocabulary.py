"""Words that belong to a topic or a feeling, in messages that say nothing else of it. For training alone.

A message such as "There was something about the goalkeeper." can be labelled only by
one who knows the word; written messages are too few to teach that.
"""

from .frames import frames

# Set | label: its words. Those that begin with "to" are what somebody does.
WORDS = """
topic | sports: goal, goalkeeper, team, coach, trophy, medal, league, stadium, referee, penalty, championship, race, sprint, marathon, football, tennis racket, swimming pool, gym, training, opponent, striker, champion, half-time, tournament, winner, runner, cyclist, skier, boxer, gymnast, ball, net, hurdle, record, score, fans, athletes, jersey, surfing, rowing, wrestling, archery, skating, judo, hockey, cricket, rugby, golf, basketball, volleyball, to score, to sprint, to dive, to train, to win the cup, to swim lengths, to kick, to throw the javelin
topic | food: soup, bread, butter, cheese, pepper, salt, sugar, flour, oven, frying pan, recipe, breakfast, lunch, supper, cake, pie, sandwich, salad, noodles, rice, sauce, roast, stew, dessert, chocolate, jam, honey, eggs, bacon, sausage, cook, chef, kitchen, menu, restaurant, waiter, taste, dough, pancakes, omelette, gravy, spices, snack, meal, appetite, dinner table, to bake, to fry, to boil, to stir, to taste, to chop onions, to eat, to cook, to peel, to serve
topic | weather: rain, snow, sunshine, clouds, storm, wind, thunder, lightning, fog, hail, frost, ice, heat, drizzle, breeze, temperature, degrees, forecast, umbrella, rainbow, sky, shower, blizzard, mist, drought, flood, gale, humidity, thermometer, barometer, raincoat, puddles, sleet, thaw, cold front, heatwave, hurricane, chill, sunset, to freeze, to pour, to drizzle, to clear up, to melt, to thunder, to blow hard
topic | music: song, melody, tune, band, singer, guitar, piano, violin, drum, flute, trumpet, orchestra, choir, concert, album, radio, chord, rhythm, note, composer, conductor, opera, symphony, lyrics, stage, microphone, headphones, playlist, chorus, solo, harmony, waltz, ballad, jazz, rock, organ, harp, cello, saxophone, clarinet, practice room, encore, to sing, to hum, to strum, to rehearse, to play a duet, to tune the strings, to whistle
topic | travel: suitcase, passport, hotel, flight, airport, ticket office, beach, tourist, guidebook, journey, trip, voyage, luggage, map, border, holiday, souvenir, postcard, cruise, cabin, ferry, visa, sightseeing, tour, excursion, island, resort, tent, camp site, backpack, hostel, embassy, abroad, destination, departure, arrival, boarding pass, safari, pilgrimage, honeymoon, to fly, to pack, to book a room, to travel, to explore, to sail round the world, to land
topic | animals: dog, cat, horse, cow, sheep, goat, rabbit, mouse, lion, tiger, elephant, bear, wolf, fox, bird, eagle, owl, fish, shark, whale, snake, frog, bee, spider, zoo, stable, kennel, cage, paw, tail, fur, feathers, beak, hoof, herd, nest, puppy, kitten, foal, lamb, leash, aquarium, veterinarian, claws, whiskers, to bark, to purr, to gallop, to feed the hens, to hatch, to graze, to growl
topic | health: doctor, nurse, hospital, medicine, pill, tablet, fever, cough, cold, flu, headache, pain, bandage, wound, blood, heart, lung, stomach, tooth, dentist, surgery, operation, patient, clinic, ambulance, vaccine, allergy, infection, prescription, pharmacy, broken leg, plaster, ointment, diet, vitamins, sleep, diagnosis, symptom, therapy, X-ray, pulse, sore throat, to sneeze, to cure, to recover, to swallow a pill, to heal, to limp, to take drops
topic | school: teacher, pupil, lesson, classroom, homework, exam, blackboard, chalk, desk, satchel, timetable, mathematics, spelling, grammar, essay, headmaster, playground, break, report, mark, grade, class, university, student, lecture, professor, degree, kindergarten, exercise book, ruler, pencil case, geometry, history lesson, school bus, term, diploma, graduation, detention, alphabet, sums, to learn, to study, to pass the exam, to spell, to teach, to hand in an essay, to write on the board
topic | money: bank, account, loan, interest, coin, note, purse, wallet, salary, wages, price, bill, tax, budget, savings, debt, credit card, cash, cashier, change, dollar, euro, pound, stock market, shares, investment, profit, loss, insurance, mortgage, pension, receipt, discount, invoice, fee, rent, currency, fortune, piggy bank, treasure, gold price, auction, to pay, to save, to lend, to owe, to earn, to spend, to invest
topic | technology: computer, laptop, phone, screen, keyboard, mouse pad, printer, robot, program, app, internet, website, password, battery, charger, cable, software, update, server, chip, camera, drone, satellite, sensor, machine, engineer, code, file, email, wifi, router, download, browser, virus scanner, tablet computer, headset, laser, algorithm, database, artificial intelligence, hard disk, touch screen, to download, to install, to program, to type, to log in, to reboot, to click, to print
topic | garden: flower, rose, tulip, lawn, grass, hedge, tree, seed, soil, spade, rake, hoe, wheelbarrow, watering can, hose, greenhouse, compost, weed, bush, vegetable bed, apple tree, blossom, petal, root, leaf, bulb, pot, fertiliser, bean, carrot, pumpkin, sunflower, herb, gardener, fence, shed, pond, mower, snail, ivy, branch, moss, to plant, to water, to dig, to prune, to mow, to sow, to weed, to harvest
topic | family: mother, father, parents, son, daughter, brother, sister, baby, grandmother, grandfather, aunt, uncle, cousin, nephew, niece, twins, wife, husband, wedding, marriage, birthday, christening, relatives, grandchildren, ancestors, mum, dad, granny, stepfather, in-laws, engagement, home, cradle, pram, toddler, child, family album, reunion, bride, groom, godmother, adoption, to marry, to be born, to adopt, to raise a child, to cradle, to get engaged
topic | books: novel, library, author, writer, reader, page, chapter, story, poem, poet, shelf, bookshop, cover, title, plot, hero, ending, bestseller, paperback, dictionary, atlas, diary, fairy tale, detective story, bookmark, publisher, print, edition, volume, biography, comic, librarian, manuscript, sonnet, prologue, reading lamp, fable, encyclopedia, reading glasses, bedtime story, critic, fiction, to read, to write a novel, to borrow, to turn the page, to publish, to leaf through
topic | traffic: car, bus, lorry, truck, motorway, road, street, crossing, traffic light, jam, roundabout, bridge, tunnel, lane, driver, bicycle, pedestrian, kerb, parking, garage, petrol, brake, wheel, engine, tyre, accident, speed limit, road works, detour, tram, underground, taxi, rush hour, van, motorbike, crash, driving licence, horn, indicator, seat belt, ring road, toll, junction, to drive, to overtake, to brake, to park, to honk, to turn left, to cross the street
sentiment | positive: good, great, lovely, wonderful, happy, glad, nice, pleasant, excellent, perfect, beautiful, delightful, brilliant, superb, fantastic, splendid, marvellous, cheerful, joyful, pleased, thrilled, grateful, proud, charming, friendly, kind, helpful, warm, sweet, funny, amusing, exciting, cosy, comfortable, delicious, tasty, fresh, bright, clean, elegant, generous, gentle, honest, hopeful, impressive, lucky, magnificent, merry, polite, relaxed, satisfied, stunning, sunny, thoughtful, useful, welcome, amazing, awesome, enjoyable, first-class
sentiment | negative: bad, awful, terrible, sad, angry, ugly, nasty, horrible, dreadful, poor, dirty, rude, boring, dull, disappointing, disappointed, annoying, annoyed, upset, unhappy, miserable, gloomy, lonely, afraid, worried, broken, useless, worthless, unpleasant, unfriendly, unkind, cruel, mean, cold-hearted, noisy, smelly, stale, tasteless, bitter, painful, tired, exhausting, frightening, disgusting, shocking, shameful, dishonest, lazy, careless, hopeless, unlucky, grim, tragic, weak, furious, cross, cheap and nasty, overpriced, unfair, gruesome
sentiment | neutral: wooden, round, square, flat, daily, weekly, local, public, northern, southern, eastern, western, rectangular, metal, digital, average, regular, usual, typical, single, double, third, second, annual, official, electric, indoor, outdoor, portable, striped, grey, plain, cardboard, numbered, printed, medium-sized, two-storey, four-legged, grown-up, French, Spanish, Danish, Latin
urgency | high: at once, immediately, right now, this minute, without delay, as fast as you can, instantly, straight away, before it is too late, this very second, on the double, as an emergency, with the utmost speed, within the hour, now, quickly, urgently, directly
urgency | low: some day, whenever you like, when you have time, in a month or two, next year, sooner or later, at some point, if you get round to it, in your own time, one of these days, without any hurry, after the holidays, whenever it suits you, in the long run, when nothing else is left to do, any time this season
"""

MESSAGES = {
    "topic": frames("""
We talked about {the word} and {the word}[ all evening| at noon| on {weekday}|].
It was all about {the word}.
{first} knows a lot about {the word}.
There was something about {the word} in it.
Do you have any questions about {the word}?
I heard about {the word}, and then about {the word}.
{word}, {word}, {word}
Notes: {word}; {word}; {word}
First {the word}, then {the word}.
Have you [seen|noticed|thought of] {the word}[ yet| again|]?
{first} told me about {the word}.
What do you think of {the word}?
{The word} and {the word} were new to me.
All this talk of {the word}!
I cannot stop thinking of {the word}.
The picture shows {the word} and {the word}.
Just a few words on {the word}, please.
[Without|Not without] {the word}, said {first}.
Somebody asked for {the word}.
{first} dreamt of {the word} last night.
{The word} again, and {the word} too.
{first} [needs|wants|has|sees|loves|hates|forgot|remembers] {the word}.
My {word} [is new|is old|was a present|is from {town}|needs looking after|is the best of all].
[Take|Bring|Show|Give] {first} {the word}[ every day| twice a week| at last|].
[Put|Leave|Look for] {the word} [beside|near|behind] {the word}.
We [saw|had|need|want] {word} and {word} [every day|three times a week|in {town}|again].
Is that your {word}?
Where [is|was|did you see] {the word}?
[Please think of|Do not forget|Never mind] {the word}.
{The word} [is missing|is here|is useful|was too much|came first|does not matter].
New {word}, old {word}, [everything has changed|nothing has changed|and all on one {weekday}].
With {the word} [it is easier|you never know|one has to take care].
""", 99),
    "acts": frames("""
{first} wants {act}.
We had {act} [all day|again|on {weekday}].
How do you teach somebody {act}?
It is not easy {act} and {act}.
I would love {act}.
{first} forgot {act}.
They asked us {act}.
Is it time {act}?
""", 99),
    "sentiment": frames("""
The {noun} was {word}.
It was {a word} {noun}.
{first} feels {word}.
How {word}!
{Word}, really {word}.
The {noun} looks {word} to me.
Our stay in {town} was {word}.
[Everybody|Nobody] in {town} could have been so {word}.
{first} and {first} are {word}, and so am I.
I find this {noun} {word}.
The people there were {word} and {word}.
That is {a word} {animal}.
Every {weekday} it gets [more|so] {word}.
My {noun}? {Word}.
""", 99),
    "neutral": frames("""
It is {a word} {noun}.
The {noun} in the {room} is {word}.
{first} has {a word} {noun}.
{Word} {noun}, {colour}.
There is {a word} {noun} in {town}.
This is the {word} {noun} from {town}.
The {word} {noun} stands beside the {noun}.
""", 99),
    "urgency": frames("""
Please look at the {noun} {word}.
{first} should call {word}.
The {noun} has to be repaired {word}.
Bring the {noun} to the {room} {word}.
Could somebody come to {town} {word}?
Send me the {noun} {word}.
You can answer {word}.
{Word}, please.
""", 99),
}


def read():
    """The words of each label by set and label."""
    entries = (line.split(": ", 1) for line in WORDS.strip().splitlines())
    return {tuple(names.split(" | ")): words.split(", ") for names, words in entries}


KNOWN = read()
ALWAYS_BARE = ("school", "home", "abroad", "mathematics", "spelling", "sightseeing", "cash")


def topic_things():
    """The things of all topics that one may have several of, as far as spelling says so."""
    return [word for (of_set, _), words in KNOWN.items() for word in words
            if of_set == "topic" and not word.startswith("to ") and not word.endswith("s") and word not in ALWAYS_BARE]


def message(of_set, label, slots, dice):
    """A message with words of a label; none where the label has no list."""
    words = KNOWN.get((of_set, label))
    if words is None:
        return None
    acts = [word for word in words if word.startswith("to ")]
    if acts and dice.happens(0.2):
        return dice.say(MESSAGES["acts"], slots | {"act": lambda dice: dice.choice(acts)})
    things = [word for word in words if not word.startswith("to ")]

    def thing(dice, before=""):
        word = dice.choice(things)
        return word if word in ALWAYS_BARE or word.endswith("s") or dice.happens(0.4) else before + word
    frame = dice.pick(MESSAGES["neutral" if label == "neutral" else of_set])
    frame = frame.replace("{the word}", "{its_word}").replace("{The word}", "{Its_word}")
    return dice.fill(frame, slots | {
        "word": thing, "Word": lambda dice: thing(dice).capitalize(), "its_word": lambda dice: thing(dice, "the "),
        "Its_word": lambda dice: thing(dice, "the ").capitalize()})
