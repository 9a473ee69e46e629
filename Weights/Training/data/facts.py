"""The few facts that the model is to know: capitals, animals, colours, what children are taught first."""

from .frames import frames, pairs

CAPITALS = dict(line.split(": ") for line in """
France: Paris; Spain: Madrid; Italy: Rome; Germany: Berlin; England: London; the United Kingdom: London; Ireland: Dublin
Scotland: Edinburgh; Wales: Cardiff; Portugal: Lisbon; Norway: Oslo; Sweden: Stockholm; Denmark: Copenhagen
Finland: Helsinki; Iceland: Reykjavik; Poland: Warsaw; Austria: Vienna; Switzerland: Bern; Belgium: Brussels
the Netherlands: Amsterdam; Greece: Athens; Hungary: Budapest; Russia: Moscow; Ukraine: Kyiv; Turkey: Ankara; Egypt: Cairo
Kenya: Nairobi; China: Beijing; Japan: Tokyo; India: New Delhi; South Korea: Seoul; Thailand: Bangkok; Vietnam: Hanoi
Canada: Ottawa; Mexico: Mexico City; Cuba: Havana; Peru: Lima; Chile: Santiago; Brazil: Brasilia; Argentina: Buenos Aires
Colombia: Bogota; Australia: Canberra; New Zealand: Wellington; the United States: Washington, D.C.; the USA: Washington, D.C.
""".replace("\n", "; ").strip("; ").split("; "))
CAPITAL = frames("""
What is the capital of {country}? | The capital of {country} is {capital}.
what is the capital of {country} | The capital of {country} is {capital}.
What's the capital of {country}? | The capital of {country} is {capital}.
whats the capital of {country}? | The capital of {country} is {capital}.
Which city is the capital of {country}? | The capital of {country} is {capital}.
Capital of {country}? | The capital of {country} is {capital}.
capital of {country} | The capital of {country} is {capital}.
Do you know the capital of {country}? | Yes, the capital of {country} is {capital}.
Tell me the capital of {country}. | The capital of {country} is {capital}.
The capital of {country} is | The capital of {country} is {capital}.
Name the capital of {country}. | The capital of {country} is {capital}.
Can you tell me the capital of {country}? | The capital of {country} is {capital}.
Is {capital} the capital of {country}? | Yes, {capital} is the capital of {country}.
Is {other} the capital of {country}? | No, the capital of {country} is {capital}.
In which country is {capital}? | {capital} is in {country}.
Where is {capital}? | {capital} is in {country}.
{capital} is the capital of which country? | {capital} is the capital of {country}.
What country is {capital} in? | {capital} is in {country}.
""", 99)
FACTS = pairs("""
What colo[|u]r is the sky? = The sky is blue.
what color is the sky = The sky is blue.
Why is the sky blue? = Air scatters blue light more than red light, so the sky looks blue.
why is the sky blue = Air scatters blue light more than red light, so the sky looks blue.
What colo[|u]r is grass? = Grass is green.
What colo[|u]r is snow? = Snow is white.
What colo[|u]r is the sun? = The sun looks yellow.
What colo[|u]r is a banana? = A banana is yellow.
What colo[|u]r [is|are] [a tomato|tomatoes]? = Tomatoes are red.
What colo[|u]r do you get if you mix blue and yellow? = Blue and yellow make green.
What colo[|u]r do you get if you mix red and yellow? = Red and yellow make orange.
What colo[|u]r do you get if you mix red and blue? = Red and blue make purple.
What do you get when you mix [red and blue|blue and red]? = Red and blue make purple.
What [sound|noise] does a [dog|puppy] make? = A dog says woof.
What [sound|noise] does a cat make? = A cat says meow.
What [sound|noise] does a cow make? = A cow says moo.
What does the cow say? = A cow says moo.
What does the fox say? = A fox barks and howls.
What [sound|noise] does a duck make? = A duck says quack.
What [sound|noise] does a sheep make? = A sheep says baa.
What [sound|noise] does a pig make? = A pig says oink.
How many legs does a [spider have|spider have]? = A spider has 8 legs.
how many legs does a spider have = A spider has 8 legs.
How many legs does a dog have? = A dog has 4 legs.
How many legs does a cat have? = A cat has 4 legs.
How many legs does [an ant|an insect|a bee|a fly] have? = Insects have 6 legs.
How many legs does a bird have? = A bird has 2 legs.
How many wheels does a car have? = A car has 4 wheels.
How many wheels does a [bicycle|bike] have? = A bicycle has 2 wheels.
How many fingers [do people have|do I have|are on a hand]? = A hand has 5 fingers, and two hands have 10.
How many continents are there? = There are 7 continents.
how many continents are there = There are 7 continents.
How many oceans are there? = There are 5 oceans.
How many planets are there[ in the solar system|]? = There are 8 planets.
how many planets are there = There are 8 planets.
What is the [largest|biggest] planet? = Jupiter is the largest planet.
What is the largest planet in the solar system? = Jupiter is the largest planet.
What is the smallest planet? = Mercury is the smallest planet.
Which planet [is closest to|is nearest to] the sun? = Mercury is the planet closest to the sun.
What planet do we live on? = We live on Earth.
What is the red planet? = Mars is the red planet.
What is the [largest|biggest] ocean? = The Pacific is the largest ocean.
What is the [largest|biggest] animal[ in the world|]? = The blue whale is the largest animal.
What is the [tallest|highest] mountain[ in the world|]? = Mount Everest is the highest mountain.
What is the fastest animal? = The cheetah is the fastest animal on land.
What is the tallest animal? = The giraffe is the tallest animal.
What is the longest river[ in the world|]? = The Nile is mostly said to be the longest river.
What is the [largest|biggest] country? = Russia is the largest country.
What is the [largest|biggest] desert? = Antarctica is the largest desert, and the Sahara is the largest hot one.
What is [H2O|h2o|water made of]? = Water, H2O, is made of hydrogen and oxygen.
What is the chemical [symbol|formula] for water? = The formula of water is H2O.
What is the symbol for gold? = The symbol for gold is Au.
At what temperature does water boil? = Water boils at 100 degrees Celsius.
When does water boil? = Water boils at 100 degrees Celsius.
At what temperature does water freeze? = Water freezes at 0 degrees Celsius.
When does water freeze? = Water freezes at 0 degrees Celsius.
Is the earth [flat|round]? = The earth is round.
Is fire hot or cold? = Fire is hot.
Is ice [hot or cold|cold]? = Ice is cold.
Is water wet? = Yes, water is wet.
Can [birds|a bird] fly? = Yes, most birds can fly.
Can [fish|a fish] swim? = Yes, fish can swim.
Can [dogs|a dog] fly? = No, dogs cannot fly.
Can penguins fly? = No, penguins cannot fly, but they swim well.
Can pigs fly? = No, pigs cannot fly.
Do fish live in water? = Yes, fish live in water.
Is a [tomato|tomato really] a fruit? = Yes, a tomato is a fruit.
Is a whale a fish? = No, a whale is a mammal.
Is a cat an animal? = Yes, a cat is an animal.
What is a baby dog called? = A baby dog is called a puppy.
What is a baby cat called? = A baby cat is called a kitten.
What is a baby cow called? = A baby cow is called a calf.
What is a baby sheep called? = A baby sheep is called a lamb.
What is a baby horse called? = A baby horse is called a foal.
What do bees make? = Bees make honey.
What do cows give us? = Cows give us milk.
What do cows eat? = Cows eat grass.
What do cats eat? = Cats eat meat and fish.
What do pandas eat? = Pandas eat bamboo.
What do rabbits eat? = Rabbits eat grass and carrots.
Where do penguins live? = Penguins live in the south, many of them in Antarctica.
Where do fish live? = Fish live in water.
Where do [kangaroos|koalas] live? = They live in Australia.
Where do polar bears live? = Polar bears live in the Arctic.
Where does the sun rise? = The sun rises in the east.
Where does the sun set? = The sun sets in the west.
What is the opposite of [hot|warm]? = The opposite of hot is cold.
What is the opposite of big? = The opposite of big is small.
What is the opposite of up? = The opposite of up is down.
What is the opposite of day? = The opposite of day is night.
What is the opposite of happy? = The opposite of happy is sad.
What is the opposite of fast? = The opposite of fast is slow.
What is the opposite of good? = The opposite of good is bad.
What is the opposite of old? = The opposite of old is young or new.
What is the opposite of black? = The opposite of black is white.
What is the opposite of open? = The opposite of open is closed.
What is the opposite of left? = The opposite of left is right.
What is the first letter of the alphabet? = The first letter is A.
What is the last letter of the alphabet? = The last letter is Z.
How many letters are in the alphabet? = The English alphabet has 26 letters.
What letter comes after A? = After A comes B.
What letter comes after C? = After C comes D.
[Say|Tell me|What is|Recite] the alphabet[.|] = A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z.
Who wrote Romeo and Juliet? = William Shakespeare wrote Romeo and Juliet.
who wrote romeo and juliet = William Shakespeare wrote Romeo and Juliet.
Who wrote Hamlet? = William Shakespeare wrote Hamlet.
Who painted the Mona Lisa? = Leonardo da Vinci painted the Mona Lisa.
Who was Albert Einstein? = Albert Einstein was a physicist.
Who was Shakespeare? = William Shakespeare was an English writer.
Who was the first [person|man] on the moon? = Neil Armstrong was the first person on the moon.
Who was the first president of the United States? = George Washington was the first president of the United States.
When did World War [2|II|Two] end? = The Second World War ended in 1945.
What language do they speak in [Brazil|Portugal]? = They speak Portuguese there.
What language do they speak in [Mexico|Spain|Argentina]? = They speak Spanish there.
What language do they speak in [France|Paris]? = They speak French there.
What language do people speak in [Germany|Austria]? = They speak German there.
What continent is [Egypt|Kenya|Nigeria] in? = It is in Africa.
What continent is [France|Spain|Italy|Germany|Norway] in? = It is in Europe.
What continent is [Japan|China|India] in? = It is in Asia.
What continent is [Brazil|Peru|Chile|Argentina] in? = It is in South America.
Where is the Eiffel Tower? = The Eiffel Tower is in Paris.
Where is Big Ben? = Big Ben is in London.
Where is the Statue of Liberty? = The Statue of Liberty is in New York.
Where are the pyramids? = The most famous pyramids are in Egypt.
What is the moon made of? = The moon is made of rock.
What is the sun? = The sun is a star.
Is the sun a star? = Yes, the sun is a star.
What is a dog? = A dog is an animal that many people keep as a pet.
What is a cat? = A cat is an animal that many people keep as a pet.
What is a tree? = A tree is a tall plant with a trunk of wood.
What is rain? = Rain is water that falls from clouds.
What is snow? = Snow is frozen water that falls from clouds.
What is love? = Love is a strong feeling for somebody who is dear to you.
What is the meaning of life? = I do not know that. Many people say 42.
What is 42? = Some say that 42 is the answer to everything.
What is happiness? = Happiness is the feeling that all is well.
What is a friend? = A friend is somebody who likes you and helps you.
What is [AI|artificial intelligence]? = It is the art of making computers do what seems to need thinking.
What is machine learning? = It is the way in which computers learn from examples.
What is a computer? = A computer is a machine that follows programs.
What is [a language model|an LLM]? = A language model is a program that has learnt which words follow others. I am one.
What is Swift? = Swift is a programming language. It is also a fast bird.
What is a swift? = A swift is a bird that flies very fast.
What is Python? = Python is a programming language. It is also a snake.
How do you make tea? = Pour boiling water on tea leaves and wait for some minutes.
How do I boil an egg? = Put the egg into boiling water for about 8 minutes.
How do I make a sandwich? = Put butter and cheese between two slices of bread.
Should I drink water? = Yes, drinking water is good for you.
Which came first, the chicken or the egg? = Nobody knows that for sure.
How many days are in February? = February has 28 days, and 29 in a leap year.
What season comes after [winter|Winter]? = After winter comes spring.
What season comes after spring? = After spring comes summer.
What season comes after summer? = After summer comes autumn.
What are the four seasons? = The four seasons are spring, summer, autumn and winter.
What are the primary colo[|u]rs? = The primary colours are red, yellow and blue.
What are the colo[|u]rs of the rainbow? = Red, orange, yellow, green, blue, indigo and violet.
How do you spell [cat|CAT]? = C-A-T.
How do you spell dog? = D-O-G.
Which is [bigger|larger], [an elephant or a mouse|a mouse or an elephant]? = An elephant is bigger than a mouse.
Which is [faster|quicker], [a car or a bicycle|a bicycle or a car]? = A car is faster than a bicycle.
Which is heavier, a pound of feathers or a pound of [iron|lead|gold|steel|bricks]? = They weigh the same: a pound.
""", 99)


def capital(dice):
    """A question for a capital, and the answer."""
    country = dice.choice(list(CAPITALS))
    others = [city for city in CAPITALS.values() if city != CAPITALS[country]]
    question, answer = dice.choose(dice.pick(CAPITAL)).split(" | ")
    fill = {"country": country, "capital": CAPITALS[country], "other": dice.choice(others)}
    question, answer = dice.phrase(question, fill), dice.phrase(answer, fill).replace("D.C..", "D.C.")
    return question.lower() if dice.happens(0.1) else question, answer[0].upper() + answer[1:]


def fact(dice):
    """A simple question, and the answer."""
    question, answer = map(dice.choose, dice.pick(FACTS))
    if dice.happens(0.1):
        question = question.lower().rstrip("?.")
    return question, answer
