"""Who lives in the stories, and where."""

BOYS = """Ben Tom Sam Max Leo Jack Tim Finn Oscar Hugo Kofi Ravi Omar Milo Peter Theo Jamal
Noah Felix Otto Paul Bruno Hans Ali Dan Luca Sipho Arun Anton Bilal Chen David Emil Farid Gus
Henry Ivan Jonas Kenji Liam Marco Nico Oliver Pedro Remi Simon Tariq Victor Will Yusuf
Zack""".split()

GIRLS = """Anna Mia Lily Rosa Emma Nina Ella Lucy Maya Zuri Amina Clara Ruby Sara Grace Ida Lena
Priya Molly Daisy Hanna Alma Tara Nora Leila Asha Kate Bella Carla Dina Elsa Fatima Greta Heidi
Ines Julia Kira Lotte Mina Naomi Olga Paula Rita Sofia Tina Uma Vera Wanda Yara Zoe""".split()

PET_NAMES = """Pip Bramble Hazel Nutmeg Biscuit Pepper Willow Rusty Dot Fern Clover Barley Poppy
Moss Tango Button Coco Pebble Ginger Maple Olive Sunny Misty Whiskers Fluff Snap Patch Hoppy Twig
Berry Bubbles Cookie Dusty Echo Flint Honey Jet Kiwi Lemon Muffin Noodle Oats Peanut Quill Rolo
Socks Toffee Velvet Waffle Ziggy""".split()

# Each group: its kinds, and the places where they live, after "lived".
# A trailing m or f fixes the gender of a kind.
GROUPS = {
    "child": ("boy:m girl:f boy:m girl:f boy:m girl:f child", """
        in a small village|in a little house at the edge of the town|in a tall house in the city
        by the sea|in a village near the mountains|in a house with a red roof|on a farm
        in a small town by a river|in a house beside the railway|at the end of a long road"""),
    "forest": ("fox rabbit bear mouse owl hedgehog squirrel deer wolf badger beaver mole bat "
               "raccoon hare otter frog turtle snail butterfly bee ant spider beetle ladybird", """
        in a green forest|in a hollow tree|in a small den under an old oak|at the edge of the wood
        near a clear stream|under the roots of a big tree|in a deep, quiet wood|on a sunny hill"""),
    "farm": ("cat dog hen:f duck pig goat sheep lamb cow:f donkey horse pony kitten puppy goose "
             "rooster:m chick calf", """
        on a farm|in an old barn|on a small farm near the hills|in a yard behind a white house
        in a green meadow|in a warm stable|near a big pond"""),
    "wild": ("lion elephant monkey giraffe zebra parrot crocodile hippo tiger panda camel kangaroo "
             "koala leopard lizard snake rhino", """
        near a wide brown river|in the tall grass|in a hot, green jungle|under a big shady tree
        on a wide plain|near a water hole"""),
    "bird": ("sparrow crow robin swan penguin peacock pigeon stork eagle bluebird", """
        in a nest in a tall tree|on the roof of an old church|near a blue lake
        at the top of a high tree|on a cliff by the sea"""),
    "sea": ("fish whale dolphin seal crab octopus", """
        in the deep blue sea|near a small island|in a quiet bay|under the waves"""),
    "magic": ("dragon robot fairy:f giant wizard:m witch:f princess:f prince:m knight unicorn ghost "
              "dinosaur elf dwarf monster mermaid:f pirate snowman:m", """
        in a far land|in a castle on a hill|in a cave in the mountains|at the edge of the world
        in an old tower|beyond the seven hills|in a land of mist and snow"""),
    "adult": ("farmer fisherman:m baker shepherd tailor sailor gardener painter miller teacher "
              "cook postman:m king:m queen:f carpenter musician", """
        in a small village|in a house by the sea|in a little town|near the market
        at the foot of a mountain|in a valley"""),
}

# How often a group has the leading part.
LEADS = {"child": 24, "forest": 26, "farm": 20, "wild": 10, "bird": 6, "sea": 3, "magic": 10, "adult": 4}

ADJECTIVES = """little|small|young|kind|clever|curious|shy|brave|lazy|cheerful|quiet|friendly|hungry
funny|happy|lonely|gentle|proud|grumpy|merry|poor|busy|sleepy|naughty|silly"""

FRIEND_ADJECTIVES = """old|wise|friendly|kind|little|tiny|big|merry|tired|young|clever|gentle|funny"""

TRAITS = """
{He} loved to [play outside|sing|run in the grass|tell stories|watch the clouds].
{He} [always asked many questions|liked to laugh|was good at climbing|liked to help others].
Every morning {he} [sang a little song|looked out and said, "What a day!"|went out to see the sun rise].
{He} liked [honey|stories|warm days|long walks|quiet evenings|music] more than anything else.
{He} was [the smallest|the youngest|the liveliest] of all {his} brothers and sisters.
Everybody [liked|knew] {H}.
"""

# The first sentences: who, and where.
OPENINGS = """
8 Once upon a time[,|] there was {a_lead} {called} {H}. {He} lived {home_with}.
6 Once upon a time[,|] {a_lead} {called} {H} lived {home_with}.
5 Once upon a time {home}[,|] there lived {a_lead}. {His} name was {H}.
4 Once upon a time, there lived {a_lead} {called} {H}.
2 Once upon a time, there was {a_lead}. {His} name was {H}, and {he} lived {home_with}.
3 There was once {a_lead} {called} {H}, who lived {home}.
3 Long ago, {home}, there was {a_lead} {called} {H}.
2 A long time ago, {a_lead} {called} {H} lived {home}.
3 {H} was {a_lead}. {He} lived {home_with}.
2 {H} was {a_lead} who lived {home}.
2 {Home}, there lived {a_lead} {called} {H}.
2 {H} the {K} lived {home_with}.
2 This is the story of {H}, {a_lead} who lived {home}.
1 One day, {a_lead} {called} {H} woke up early. {He} lived {home}.
1 Do you know {H}? {H} is {a_lead} who lived {home}.
1 In a land far away, there lived {a_lead} {called} {H}.
2 The {adjective} {K} was {called} {H}. {He} lived {home_with}.
1 Not far from here, {a_lead} {called} {H} lived {home}.
1 It was a [sunny|cold|warm|quiet] [morning|day]. {H}, {a_lead}, was at home {home}.
"""

CLOSINGS = """
30 
2 And they all lived happily ever after.
2 The end.
1 And that is the end of the story.
1 And if you listen well, you can still hear them laugh.
"""
