"""Who did what to whom: domains made from verbs, for training alone.

In most passages each value is of a kind of its own, so that its kind gives it away. In
those of deeds there are two persons, or a person and a name, and only the verb and the
order of words tell which of them a field asks for.
"""

from .domains import Domain, Field
from .frames import Split, article

# What was done | with it | to, from or for whom | who does it | who it is done to | what it is called
HANDED_ON = """
lent | lent | to | lender, owner, from | borrower | loan
sold | sold | to | seller, vendor, from | buyer, customer | sale
gave | given | to | giver, donor, from | receiver, recipient | present
handed | handed | to | hander, from | recipient | handover
threw | thrown | to | thrower, from | catcher | throw
brought | brought | to | bringer, from | receiver | delivery
offered | offered | to | offerer, from | addressee | offer
promised | promised | to | promiser | addressee | promise
showed | shown | to | exhibitor | viewer, visitor | demonstration
passed | passed | to | passer, from | receiver | pass
left | left | to | testator, from | heir | legacy
returned | returned | to | returner, from | recipient | return
took | taken | to | carrier | recipient | errand
awarded | awarded | to | judge | winner | prize
bought | bought | for | buyer, payer | receiver | purchase
built | built | for | builder, maker | client, customer | building
painted | painted | for | painter | client, customer | painting
repaired | repaired | for | mechanic, craftsman | customer, client | repair
made | made | for | maker | receiver, client | product
ordered | ordered | for | orderer | receiver, user | order
fetched | fetched | for | helper | receiver | favour
chose | chosen | for | chooser, adviser | receiver | choice
drew | drawn | for | artist, drawer | client | drawing
cleaned | cleaned | for | cleaner | customer, client | cleaning
kept | kept | for | keeper | owner | storage
carved | carved | for | carver, artist | client | carving
borrowed | borrowed | from | borrower, user, to | lender, owner | loan
bought | bought | from | buyer, customer, to | seller, vendor | purchase
got | got | from | receiver, to | giver, donor | present
stole | stolen | from | thief | victim, owner | theft
rented | rented | from | tenant, user, to | owner, landlord | rental
won | won | from | winner | loser | win
inherited | inherited | from | heir, to | testator | inheritance
received | received | from | receiver, recipient, to | sender | delivery
collected | collected | from | collector | owner, donor | collection
copied | copied | from | copier | inventor | copy
hid | hidden | from | hider | seeker | secret
"""

# What was done | with somebody | who does it | who it is done to | what it is called
MET = """
taught | taught | teacher, trainer | pupil, student, learner | lesson
visited | visited | visitor, guest | host | visit
called | called | caller | called | call
beat | beaten | winner, champion | loser | match
interviewed | interviewed | reporter, interviewer | interviewee | interview
hired | hired | boss, employer | employee, worker | hiring
examined | examined | doctor, examiner | patient | examination
photographed | photographed | photographer | model | photo
drove | driven | driver | passenger | drive
guided | guided | guide, leader | tourist, guest | tour
invited | invited | host, inviter | guest, invitee | invitation
trained | trained | coach, trainer | trainee | training
represented | represented | lawyer | client | case
served | served | waiter | customer, guest | service
rescued | rescued | rescuer, helper | rescued | rescue
followed | followed | follower, pursuer | followed | chase
replaced | replaced | successor, newcomer | predecessor | replacement
praised | praised | praiser, speaker | praised | praise
elected | elected | voter | elected, winner | election
arrested | arrested | officer | arrested, suspect | arrest
nursed | nursed | nurse | patient | treatment
paid | paid | payer | payee | payment
greeted | greeted | greeter | greeted | welcome
introduced | introduced | speaker, introducer | introduced | introduction
"""

# What was done | by whom | with what kind of thing that has a name | what it has a number of
NAMED = """
built | builder, shipbuilder | ship | masts
designed | designer, architect | tower | floors
founded | founder | club | members
wrote | writer, songwriter | song | verses
invented | inventor | game | levels
explored | explorer | island | beaches
climbed | climber | mountain | huts
trained | trainer | horse | medals
started | founder, starter | band | songs
planted | planter, gardener | garden | trees
bought | buyer, owner | farm | fields
programmed | programmer, author | app | screens
led | leader, chief | village | houses
directed | director | film | scenes
baptised | godmother | ferry | decks
mapped | mapper, explorer | cave | halls
restored | restorer | castle | gates
opened | opener | museum | rooms
tamed | tamer | lion | cubs
painted | painter | boat | sails
"""

# What is reserved | who uses it | how much of it
RESERVED = """
table | diner, visitor | hours
seat | passenger, visitor | stops
boat | sailor, renter | hours
lesson | pupil, learner | lessons
cabin | camper, tenant | weeks
desk | worker, user | months
haircut | client | appointments
massage | client, patient | sessions
locker | member, user | weeks
tent | camper | weeks
workshop | learner, visitor | seats
bicycle | rider, renter | days
court | player, member | hours
check-up | patient | appointments
concert ticket | listener, fan | tickets
studio | artist, tenant | months
"""


def table(block):
    return [[part.strip() for part in line.split("|")] for line in block.strip().splitlines()]


def split(names):
    return [name.strip() for name in names.split(",")]


def field(name, keys, kind, description, questions, sentences):
    """A field of which all that can be said is for training."""
    return Field(name, list(dict.fromkeys(keys)), kind, description, Split([]).grow(questions), Split([]).grow(sentences))


def domain(name, noun, openings, fields):
    title = "".join(word.capitalize() for word in noun.replace("-", " ").split())
    return Domain(name, [title, f"{title}Record", f"{title}Data"], noun, "thing", came_later=True,
                  openings=Split([]).grow(openings), fields={each.name: each for each in fields})


def circumstances(*names):
    """What can be told of any deed."""
    return [each for each in [
        field("day", ["day", "date", "when", "on"], "day", "The day", ["When was that?", "On which day was it?"],
              ["That was on {day}.", "The day was {day}.", "It happened on {day}.", "Date: {day}.",
               "{day} was the day[ of it|]."]),
        field("town", ["town", "city", "place", "where", "location"], "town", "Where it was",
              ["Where was that?", "In which town was it?"],
              ["That was in {town}.", "It happened in {town}.", "Place: {town}.", "The town is {town}."]),
        field("price", ["price", "cost", "amount", "worth", "sum"], "money", "The price",
              ["How much is it?", "What is the price?"],
              ["The price is {price}.", "It is worth {price}.", "Price: {price}.", "{price} is what it cost."]),
        field("colour", ["colour", "color", "shade"], "colour", "The colour", ["Which colour is it?", "What colour has it?"],
              ["It is {colour}.", "The colour is {colour}.", "Colour: {colour}.", "Its shade is {colour}."]),
        field("witnesses", ["witnesses", "onlookers", "spectators", "people"], "int 2 90", "How many people saw it",
              ["How many people saw it?", "How many were looking on?"],
              ["{witnesses} people saw it.", "{witnesses} people were looking on.", "Witnesses: {witnesses}.",
               "There were {witnesses} onlookers."]),
    ] if each.name in names]


def handed_on(past, participle, way, doers, others, noun):
    """Somebody did something with a thing, to, from or for somebody else."""
    title, doer, other = way.capitalize(), split(doers)[0], split(others)[0]
    return domain(f"{past} {way}", noun, [
        f"{{doer}} {past} {{thing}} {way} {{other}}.",
        f"[Yesterday|This morning|Some days ago] {{doer}} {past} {{thing}} {way} {{other}}.",
        f"{{doer}} {past} {{thing}} {way} {{other}}[ last week| again| in the end].",
        f"On {{day}}, {{doer}} {past} {{thing}} {way} {{other}}.",
        f"In {{town}}, {{doer}} {past} {{thing}} {way} {{other}}.",
        f"{{thing}} was {participle} {way} {{other}} by {{doer}}.",
        f"{{thing}} was {participle} {way} {{other}}.",
        f"{{doer}} {past} {{thing}}.",
        f"It was {{doer}} who {past} {{thing}} {way} {{other}}.",
        f"It was {way} {{other}} that {{doer}} {past} {{thing}}.",
    ], [
        field("doer", [*split(doers), f"{participle}By", "by", "who"], "person", f"Who {past} it",
              [f"Who {past} it?", f"By whom was it {participle}?"],
              [f"{{doer}} {past} it.", f"It was {participle} by {{doer}}.", f"{participle.capitalize()} by: {{doer}}.",
               f"The {doer} was {{doer}}."]),
        field("other", [*split(others), f"{participle}{title}", f"{way}Whom", way], "person",
              f"{title} whom it was {participle}",
              [f"{title} whom was it {participle}?", f"Who was it {participle} {way}?"],
              [f"It was {participle} {way} {{other}}.", f"{participle.capitalize()} {way}: {{other}}.",
               f"The {other} was {{other}}.", f"{{other}} is the {split(others)[-1]}."]),
        field("thing", ["item", "thing", "what", "object", f"{participle}Thing"], "object", f"What was {participle}",
              [f"What was {participle}?", f"Which thing was {participle}?"],
              [f"It was {{thing}}.", f"What was {participle}: {{thing}}."]),
        *circumstances("day", "town", "price", "colour"),
    ])


def met(past, participle, doers, others, noun):
    """Somebody did something with somebody else."""
    return domain(f"{past} somebody", noun, [
        f"{{doer}} {past} {{other}}.",
        f"{{doer}} {past} {{other}}[ last week| again| at last].",
        f"[Yesterday|This morning|Some days ago] {{doer}} {past} {{other}}.",
        f"{{other}} was {participle} by {{doer}}.",
        f"On {{day}}, {{doer}} {past} {{other}}.",
        f"On {{day}}, {{other}} was {participle} by {{doer}}.",
        f"In {{town}}, {{doer}} {past} {{other}}.",
        f"It was {{doer}} who {past} {{other}} in {{town}}.",
        f"{{witnesses}} people saw how {{doer}} {past} {{other}}.",
    ], [
        field("doer", [*split(doers), "by", "who", f"{participle}By"], "person", f"Who {past} the other one",
              [f"Who {past} the other one?", f"By whom was the other one {participle}?"],
              [f"The {split(doers)[0]} was {{doer}}.", f"{{doer}} was the {split(doers)[-1]}."]),
        field("other", [*split(others), "whom", f"{participle}Person"], "person", f"Who was {participle}",
              [f"Who was {participle}?", f"Which person was {participle}?"],
              [f"The one who was {participle} is {{other}}.", f"{{other}} was the one {participle}."]),
        *circumstances("day", "town", "witnesses"),
    ])


def named(past, doers, kind, parts):
    """Somebody did something with a thing that has a name."""
    one = article(kind)
    return domain(f"{past} {one}", kind, [
        f"{{doer}} {past} the {kind} {{name}}.",
        f"[Long ago|Once|Some years ago], {{doer}} {past} the {kind} {{name}}.",
        f"In {{year}}, {{doer}} {past} the {kind} {{name}}.",
        f"The {kind} {{name}} has {{count}} {parts}.",
        f"{{name}} is {one} with {{count}} {parts}.",
        f"It was {{doer}} who {past} the {kind} {{name}} in {{year}}.",
        f"The {kind} that {{doer}} {past} is called {{name}}.",
        f"This is about {{name}}, {one} with {{count}} {parts}.",
    ], [
        field("name", ["name", "called", kind, f"{kind}Name"], "made", f"The name of the {kind}",
              [f"What is the {kind} called?", f"What is the name of the {kind}?"],
              [f"The name of the {kind} is {{name}}.", f"They call it {{name}}."]),
        field("doer", [*split(doers), "by", "who", f"{past}It"], "person", f"Who {past} the {kind}",
              [f"Who {past} the {kind}?", f"Who is the {split(doers)[0]}?"],
              [f"{{doer}} {past} it.", f"The {split(doers)[-1]} was {{doer}}.", f"It was {{doer}} who {past} it."]),
        field("year", ["year", "inYear", f"{past}In"], "year", f"In which year somebody {past} it",
              [f"In which year was it that somebody {past} the {kind}?"],
              [f"Somebody {past} it in {{year}}.", f"It was in {{year}} that somebody {past} it."]),
        field("count", [parts, f"{parts}Count", f"numberOf{parts.capitalize()}"], "int 2 60", f"The number of {parts}",
              [f"How many {parts} has it?", f"What is the number of {parts}?"],
              [f"It has {{count}} {parts}.", f"{parts.capitalize()}: {{count}}.", f"There are {{count}} {parts}."]),
    ])


def reserved(what, users, amount):
    """Somebody has reserved something that a company has."""
    words = what.replace("-", " ").split()
    key = words[0] + "".join(word.capitalize() for word in words[1:])
    one, user = article(what), split(users)[0]
    return domain(f"{what} at a company", f"{what} reservation", [
        f"{{company}} charges {{price}} for {one}.",
        f"The price of {one} is {{price}} at {{company}}.",
        f"{{company}} has {one} for {{user}}.",
        f"{{user}} has asked {{company}} for {one}.",
        f"{one} of {{company}} was reserved on {{day}}.",
        f"There is {one} to be had at {{company}}.",
        f"{{user}} needs {one} on {{day}}.",
    ], [
        field("user", [*split(users), "customer", f"{user}Name", "reservedFor", "who"], "person", f"Who uses the {what}",
              ["Who will use it?", f"For whom is the {what}?"],
              [f"The {user} is called {{user}}.", "{user} will come.", "It is {user} who will use it.",
               "Put down under the name {user}.", f"Reserved for: {{user}}."]),
        field("company", ["company", "firm", "offeredBy", "provider", f"{key}Provider"], "company", f"Who offers the {what}",
              [f"Which company offers the {what}?", "At which company is it?"],
              ["The company is {company}.", f"The {what} is at {{company}}.", "The firm is {company}."]),
        field("amount", [amount, f"numberOf{amount.capitalize()}", f"total{amount.capitalize()}"], "int 2 30",
              f"How many {amount}", [f"How many {amount} will it be?", f"What is the number of {amount}?"],
              [f"It is for {{amount}} {amount}.", f"In all, {{amount}} {amount} are wanted.",
               f"{amount.capitalize()}: {{amount}}."]),
        field("price", ["price", "cost", f"{key}Price"], "money", "The price", ["How much is it?", "What is the price?"],
              ["The price is {price}.", "Price: {price}.", "It costs {price}."]),
        field("day", ["day", "date", "when"], "day", "The day", ["When is it?", "On which day is it?"],
              ["The day is {day}.", "It will be on {day}.", "Date: {day}."]),
        field("town", ["town", "city", "inTown"], "town", "The town", ["In which town is it?"],
              ["The town is {town}.", "The firm is in {town}.", "Town: {town}."]),
    ])


def deeds():
    """The domains of all deeds."""
    makers = [(handed_on, HANDED_ON), (met, MET), (named, NAMED), (reserved, RESERVED)]
    return [make(*row) for make, block in makers for row in table(block)]
