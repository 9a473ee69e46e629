"""Requests that say nothing of what a tool does: the thing that they name tells which one is meant. For training alone.

A tool that one has never seen is often found by no more than a word that its description shares with the request.
"""

REQUESTS = """
I would like {count} {thing}s[, please|].
{count} {thing}s, please.
Let me have {count} {thing}s by {time}.
Would {count} {thing}s be enough for {person}?
Make it {count} {thing}s on {day}.
There should be {count} {thing}s in the {room}.
{person} wants {count} {thing}s for {days} days.
For {days} days I cannot do without {a thing}.
The {thing}s are for {count} people and {days} days.
Take the {thing} that is in the {room}.
Go to the {room} and see to the {thing} there.
The {thing} in the {room} must be seen to.
Is the {thing} still in the {room}?
No more {thing}s in the {room}!
How did {person} get on with the {thing}?
How often does {person} use the {thing}?
Which {thing}s are there in {city}?
Does {person} have any {thing}s?
Is there {a thing} [in|near] {city}?
What does {a thing} cost in {city}?
We are going to {city} because of the {thing}s.
[{city} and its {thing}s, that is what I am interested in.|Tell me more of the {thing}s of {city}.]
Are there any {thing}s left?
What about the {thing}[ then|]?
{person} asks for {a thing}.
Let {person} know that the {thing} is ready.
{person} has to hear about the {thing}.
{person} should be there when the {thing} comes.
This {thing} belongs to {person}.
The {thing} of {person} would be best.
Everything that {person} has to do with {thing}s, please.
The {thing}[, please|].
It is about the {thing}[ again|].
Something is wrong with the {thing}.
My {thing} is gone.
I cannot do it without the {thing}.
You know what to do with the {thing}.
It is time for the {thing}.
Nobody has looked at the {thing} since {day}.
On {day} it is the turn of the {thing}.
I will be there for the {thing} at {time}.
The {thing} at {time}, and not later.
Could there be {a thing} for {person} on {day}?
Must anything be done about the {thing} on {day}?
{a thing} with the number {code}.
{code} is what is written on the {thing}.
The {thing} in {colour}[, please|].
I like the {thing} better in {colour}.
They say {a thing} should be {colour}.
""".strip().split("\n")

# Other names of the arguments that requests tell.
OTHER_NAMES = {
    "count": ["number", "quantity", "amount"], "days": ["duration", "length"], "person": ["name", "guest", "who"],
    "city": ["place", "town", "where"], "room": ["place", "where"], "day": ["date", "when"], "time": ["at", "hour"],
    "code": ["number", "id"], "colour": ["color", "shade"],
}
NAMES = ["{verb} {thing}", "{verb} {thing}s", "{thing}", "{thing}s", "{thing} service", "{thing} desk", "get {thing}s"]
DESCRIPTIONS = ["{does} {a thing}.", "{does} {thing}s.", "{does} the {thing} of somebody.", "Takes care of {thing}s.",
                "All that has to do with {a thing}.", "{does} {thing}s where they are.", "Knows about {thing}s."]
