"""Days, months, seasons, clocks, ages and dates: what follows what, how long it is, and what to recite.

The model has no clock and no calendar, so the present day, time and year are declined.
"""

from .frames import enumeration
from .wordings import Makers, Wordings, in_words, ordinal, row, show, suffixed, typed

DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
SEASONS = ["winter", "winter", "spring", "spring", "spring", "summer", "summer", "summer", "autumn", "autumn", "autumn",
           "winter"]
YEAR = ["spring", "summer", "autumn", "winter"]
OF_SEASON = {season: [MONTHS[m % 12] for m in range(11, 23) if SEASONS[m % 12] == season] for season in YEAR}
NAMES = "Tom Anna Ben Mia Leo Emma Max Lucy Sam Nina Paul Sara Jack Ella Noah Lily Omar Zoe Ivan Maya".split()
EVENTS = "the film|the lesson|the match|lunch|the meeting|the concert|the trip|my class|the party|the show".split("|")

DAY = Wordings("""
What day comes after {d}? | After {d} comes {next}.
what day comes after {d} | After {d} comes {next}.
What [day is|is the day] after {d}? | After {d} comes {next}.
What comes after {d}? | After {d} comes {next}.
[Which|What] day follows {d}? | After {d} comes {next}.
day after {d} | After {d} comes {next}.
What is the next day after {d}? | After {d} comes {next}.
What day comes before {d}? | Before {d} comes {last}.
what day is before {d} | Before {d} comes {last}.
What [day is|is the day] before {d}? | Before {d} comes {last}.
What comes before {d}? | Before {d} comes {last}.
[Which|What] day was before {d}? | Before {d} comes {last}.
day before {d} | Before {d} comes {last}.
Today is {d}. What [day is|is] tomorrow? | Tomorrow is {next}.
If today is {d}, what [day is|is] tomorrow? | Tomorrow is {next}.
today is {d} what is tomorrow | Tomorrow is {next}.
It is {d}. What is tomorrow? | Tomorrow is {next}.
Today is {d}. What [day was|was] [it |]yesterday? | Yesterday was {last}.
If today is {d}, what [day was|was] [it |]yesterday? | Yesterday was {last}.
If yesterday was {d}, what [day is it today|is today]? | Today is {next}.
If tomorrow is {d}, what [day is it today|is today]? | Today is {last}.
Today is {d}. What is the day after tomorrow? | The day after tomorrow is {two}.
If today is {d}, what [day is|is] the day after tomorrow? | The day after tomorrow is {two}.
What day is between {last} and {next}? | {d} is between {last} and {next}.
Which day [is|comes] two days after {d}? | Two days after {d} is {two}.
Is {next} after {d}? | Yes, {next} comes after {d}.
Is {d} [the day |]before {next}? | Yes, {d} comes before {next}.
""")
LATER = Wordings("""
[Today is|It is] {d}. What day is it in {n} days? | In {n} days it is {later}.
If today is {d}, what day [is it|will it be] in {n} days? | In {n} days it is {later}.
today is {d}, what day is it in {n} days | In {n} days it is {later}.
What day is {n} days after {d}? | {n} days after {d} is {later}.
What day comes {n} days after {d}? | {n} days after {d} is {later}.
{n} days after {d} | {n} days after {d} is {later}.
[Which|What] day is it {n} days from {d}? | {n} days after {d} is {later}.
{d} plus {n} days | {n} days after {d} is {later}.
Today is {d}. [Which|What] weekday will it be in {spelt} days? | In {n} days it is {later}.
What day [was it|is] {n} days before {d}? | {n} days before {d} is {earlier}.
Today is {d}. What day was it {n} days ago? | {n} days ago it was {earlier}.
If today is {d}, what day was it {n} days ago? | {n} days ago it was {earlier}.
Today is {d}. What day is it in [a week|one week]? | In a week it is {d}.
Today is {d}. What day is it in two weeks? | In two weeks it is {d}.
How many days are there from {d} to {e}? | From {d} to {e} it is {gap}.
How many days is it from {d} to {e}? | From {d} to {e} it is {gap}.
how many days from {d} to {e} | From {d} to {e} it is {gap}.
days between {d} and {e} | From {d} to {e} it is {gap}.
[Today is|It is] {d}. How many days until {e}? | From {d} to {e} it is {gap}.
How long is it from {d} to {e}? | From {d} to {e} it is {gap}.
If today is {d}, how many days are left until {e}? | From {d} to {e} it is {gap}.
""")
MONTH = Wordings("""
What month comes after {m}? | After {m} comes {next}.
what month comes after {m} | After {m} comes {next}.
What is the month after {m}? | After {m} comes {next}.
What comes after {m}? | After {m} comes {next}.
[Which|What] month follows {m}? | After {m} comes {next}.
month after {m} | After {m} comes {next}.
What month comes before {m}? | Before {m} comes {last}.
what month is before {m} | Before {m} comes {last}.
What is the month before {m}? | Before {m} comes {last}.
What comes before {m}? | Before {m} comes {last}.
month before {m} | Before {m} comes {last}.
How many days does {m} have? | {m} has {length}.
how many days in {m} | {m} has {length}.
How many days [are in|are there in|has] {m}? | {m} has {length}.
How long is {m}? | {m} has {length}.
number of days in {m} | {m} has {length}.
Does {m} have [30 or 31|31 or 30] days? | {m} has {length}.
Which month is number {n}? | Month number {n} is {m}.
What is the {nth} month[ of the year|]? | The {nth} month is {m}.
what month is the {nth} | The {nth} month is {m}.
What is the {n_th} month[ of the year|]? | The {nth} month is {m}.
[Which|What] number is {m}? | {m} is month number {n}.
What number month is {m}? | {m} is month number {n}.
What month is it {k} months after {m}? | {k} months after {m} is {far}.
It is {m}. What month is it in {k} months? | In {k} months it is {far}.
Does {a} come before {b} in the year? | {before}
Which comes first in the year, {a} or {b}? | {low} comes before {high}.
Which month is between {last} and {next}? | {m} is between {last} and {next}.
Which month is the shortest? | February is the shortest month.
Which months have 30 days? | April, June, September and November have 30 days.
Which months have 31 days? | January, March, May, July, August, October and December have 31 days.
What is the first month of the year? | The first month is January.
What is the last month of the year? | The last month is December.
What comes after the month of December? | After December comes January.
""")
SEASON = Wordings("""
[What|Which] season is {m} in? | {m} is in {season}.
what season is {m} | {m} is in {season}.
[What|Which] season is it in {m}? | {m} is in {season}.
In [what|which] season is {m}? | {m} is in {season}.
{m} is in which season? | {m} is in {season}.
To which season does {m} belong? | {m} is in {season}.
Is {m} in {other}? | {isin}
Is it {other} in {m}? | {isin}
What season comes after {s}? | After {s} comes {next}.
what comes after {s} | After {s} comes {next}.
[Which|What] season follows {s}? | After {s} comes {next}.
What season comes before {s}? | Before {s} comes {last}.
what is before {s} | Before {s} comes {last}.
[Which|What] months are in {s}? | {months} are in {s}.
what months are {s} | {months} are in {s}.
When is {s}? | {months} are in {s}.
When does {s} [begin|start]? | In the north, {s} begins in {start}.
Which season is the [warmest|hottest]? | Summer is the warmest season.
Which season is the coldest? | Winter is the coldest season.
How many seasons [are there|does a year have|are in a year]? | A year has 4 seasons.
[What is|Is there] another word for autumn? | Another word for autumn is fall.
In which season do leaves fall? | Leaves fall in autumn.
In which season does it snow? | It snows mostly in winter.
""")
WEEKEND = Wordings("""
Is {d} a weekend day? | {weekend}
Is {d} on the weekend? | {weekend}
is {d} weekend | {weekend}
Is {d} part of the weekend? | {weekend}
Is {d} a [weekday|working day|workday]? | {work}
Is {d} a weekday or the weekend? | {d} is {kind}.
{d}: weekday or weekend? | {d} is {kind}.
Do people [mostly |usually |]work on {d}? | {work}
What is the {nth} day of the week? | The {nth} day of the week is {d}, counting from Monday.
Which day of the week is number {n}? | The {nth} day of the week is {d}, counting from Monday.
Which days are [the weekend|on the weekend|weekend days]? | The weekend is Saturday and Sunday.
What are the [weekdays|working days]? | The weekdays are Monday, Tuesday, Wednesday, Thursday and Friday.
When is the weekend? | The weekend is Saturday and Sunday.
How many weekdays are [there|in a week]? | A week has 5 weekdays and 2 weekend days.
What is the first day of the week? | Monday is the first day of the week. In some countries it is Sunday.
What is the last day of the week? | Sunday is the last day of the week. In some countries it is Saturday.
""")
RELATED = Wordings("""
How many {many} [are in|are there in|has] {a_one}? | {One} has {times} {many}.
how many {many} in {a_one} | {One} has {times} {many}.
How many {many} does {a_one} have? | {One} has {times} {many}.
{many} in {a_one}? | {One} has {times} {many}.
How many {many} make {a_one}? | {One} has {times} {many}.
Do you know how many {many} are in {a_one}? | {One} has {times} {many}.
Tell me how many {many} {a_one} has. | {One} has {times} {many}.
{a_one} is how many {many}? | {One} has {times} {many}.
What is {a_one} in {many}? | {One} has {times} {many}.
how long is {a_one} in {many} | {One} has {times} {many}.
How many {many} are there in {n} {ones}? | {n} * {bare} = {product}. {n} {ones} have {product} {many}.
how many {many} in {n} {ones} | {n} * {bare} = {product}. {n} {ones} have {product} {many}.
How many {many} do {n} {ones} have? | {n} * {bare} = {product}. {n} {ones} have {product} {many}.
{n} {ones} in {many} | {n} * {bare} = {product}. {n} {ones} have {product} {many}.
""")
RELATIONS = [("week", "days", 7), ("day", "hours", 24), ("hour", "minutes", 60), ("minute", "seconds", 60),
             ("year", "months", 12), ("year", "weeks", 52), ("year", "days", 365), ("decade", "years", 10),
             ("century", "years", 100), ("millennium", "years", 1000), ("year", "seasons", 4),
             ("fortnight", "days", 14),
             ("century", "decades", 10), ("half year", "months", 6), ("quarter of a year", "months", 3)]
PLURALS = {"century": "centuries", "millennium": "millennia", "half year": "half years",
           "quarter of a year": "quarters of a year"}
LEAP = Wordings("""
Is {y} a leap year? | {said}
is {y} a leap year | {said}
Was {y} a leap year? | {said}
Is the year {y} a leap year? | {said}
{y}: leap year or not? | {said}
leap year {y}? | {said}
[Check|Tell me] [whether|if] {y} is a leap year. | {said}
Does {y} have 366 days? | {said}
How many days [does|did] {y} have? | {y} has {days} days.
How many days [does|did] the year {y} have? | {y} has {days} days.
how many days in {y} | {y} has {days} days.
How many days [does|did] February {y} have? | February {y} has {feb} days.
how many days in february {y} | February {y} has {feb} days.
What is the next leap year after {y}? | The next leap year after {y} is {next}.
[What is|Explain] a leap year[?|] | A leap year has 366 days: February gets a 29th day, mostly every four years.
How often is there a leap year? | Mostly every four years.
How many days has a leap year? | A leap year has 366 days.
""")
CLOCK = Wordings("""
What is {n} {hours} after {t}? | {n} {hours} after {t} is {later}.
what time is {n} {hours} after {t} | {n} {hours} after {t} is {later}.
What time is it {n} {hours} after {t}? | {n} {hours} after {t} is {later}.
[It is|It's] {t}. What time [is it|will it be] in {n} {hours}? | In {n} {hours} it is {later}.
If it is {t} now, what time is it in {n} {hours}? | In {n} {hours} it is {later}.
its {t}, what time is it in {n} {hours} | In {n} {hours} it is {later}.
{t} plus {n} {hours} | {n} {hours} after {t} is {later}.
{t} + {n} {hours} | {n} {hours} after {t} is {later}.
{Event} [begins|starts] at {t} and [takes|lasts] {n} {hours}. When [does it end|is it over]? | {Event} ends at {later}.
What is {n} {hours} before {later}? | {n} {hours} before {later} is {t}.
What time [was it|is it] {n} {hours} before {later}? | {n} {hours} before {later} is {t}.
[It is|It's] {later}. What time was it {n} {hours} ago? | {n} {hours} ago it was {t}.
{later} minus {n} {hours} | {n} {hours} before {later} is {t}.
How many hours are [there |]from {t} to {later}? | From {t} to {later} it is {n} {hours}.
How long is it from {t} to {later}? | From {t} to {later} it is {n} {hours}.
{Event} is from {t} to {later}. How long is that? | From {t} to {later} it is {n} {hours}.
how many hours between {t} and {later} | From {t} to {later} it is {n} {hours}.
What time is {mins} minutes after {h}:{mm}? | {mins} minutes after {h}:{mm} is {soon}.
It is {h}:{mm}. What time is it in {mins} minutes? | In {mins} minutes it is {soon}.
{h}:{mm} plus {mins} minutes | {mins} minutes after {h}:{mm} is {soon}.
The bus leaves at {h}:{mm} and drives {mins} minutes. When does it arrive? | It arrives at {soon}.
""")
FORMATS = Wordings("""
What is {t24} in the 12-hour [clock|format]? | {t24} is {t12}.
[Convert|Change] {t24} to 12-hour time. | {t24} is {t12}.
{t24} in 12 hour format | {t24} is {t12}.
What time is {t24} in am or pm? | {t24} is {t12}.
Is {t24} am or pm? | {t24} is {t12}.
what is {t24} in am/pm | {t24} is {t12}.
What is {t12} in [the 24-hour clock|24-hour time|the 24 hour format]? | {t12} is {t24}.
[Convert|Change] {t12} to 24-hour time. | {t12} is {t24}.
{t12} in 24 hour format | {t12} is {t24}.
{t12} in 24h | {t12} is {t24}.
How do you write {t12} in 24-hour time? | {t12} is {t24}.
How do you say {h}:30? | {h}:30 is half past {hour}.
How do you say {h}:15? | {h}:15 is a quarter past {hour}.
How do you say {h}:45? | {h}:45 is a quarter to {next}.
What time is half past {hour}? | Half past {hour} is {h}:30.
What time is [a |]quarter past {hour}? | A quarter past {hour} is {h}:15.
What time is [a |]quarter to {next}? | A quarter to {next} is {h}:45.
What time is noon? | Noon is 12:00, or 12 pm.
What time is midnight? | Midnight is 0:00, or 12 am.
What does am mean? | The time from midnight to noon is called am.
What does pm mean? | The time from noon to midnight is called pm.
""")
AGES = Wordings("""
[I was|I am] born in {b}. How old [am I|was I|will I be] in {y}? | {y} - {b} = {age}. You are {age} in {y}, if your birthday is over.
born in {b}, how old in {y}? | {y} - {b} = {age}, once the birthday is over.
born {b} how old in {y} | {y} - {b} = {age}, once the birthday is over.
If I was born in {b}, how old was I in {y}? | {y} - {b} = {age}. You are {age} in {y}, if your birthday is over.
{x} was born in {b}. How old is {x} in {y}? | {y} - {b} = {age}. {x} is {age} in {y}, if the birthday is over.
{x} was born in {b}. How old will {x} be in {y}? | {y} - {b} = {age}. {x} is {age} in {y}, if the birthday is over.
How old is someone in {y} who was born in {b}? | {y} - {b} = {age}, once the birthday is over.
In {y} {x} was {age}. When was {x} born? | {y} - {age} = {b}. {x} was born in {b}, if the birthday was over.
I was {age} in {y}. In [what|which] year was I born? | {y} - {age} = {b}. You were born in {b}, if your birthday was over.
How many years are [there |]between {b} and {y}? | {y} - {b} = {age}. That is {age} years.
how many years from {b} to {y} | {y} - {b} = {age}. That is {age} years.
What year is {age} years after {b}? | {b} + {age} = {y}.
What year was {age} years before {y}? | {y} - {age} = {b}.
How old is a house in {y} that was built in {b}? | {y} - {b} = {age}. It is {age} years old.
The shop opened in {b}. How old was it in {y}? | {y} - {b} = {age}. It was {age} years old.
""")
CENTURY = Wordings("""
[What|Which] century is {y} in? | {y} is in the {cth} century.
what century is {y} | {y} is in the {cth} century.
[What|Which] century was {y}? | {y} is in the {cth} century.
In [what|which] century was the year {y}? | {y} is in the {cth} century.
{y} is in [what|which] century? | {y} is in the {cth} century.
To which century does {y} belong? | {y} is in the {cth} century.
When was the {cth} century? | The {cth} century was from {start} to {end}.
What years are the {cth} century? | The {cth} century was from {start} to {end}.
[Which|What] years belong to the {cth} century? | The {cth} century was from {start} to {end}.
[What|Which] decade is {y} in? | {y} is in the {decade}s.
what decade is {y} | {y} is in the {decade}s.
Which decade does {y} belong to? | {y} is in the {decade}s.
What years are the {decade}s? | The {decade}s are the years from {decade} to {decade_end}.
When were the {decade}s? | The {decade}s are the years from {decade} to {decade_end}.
What year comes after {y}? | After {y} comes {next}.
What year comes before {y}? | Before {y} comes {last}.
what year was before {y} | Before {y} comes {last}.
""")
RECITED = Wordings("""
[What are|Name|List|Tell me|Say|Write down|Give me] the days of the week. | The days of the week are {days}.
days of the week | The days of the week are {days}.
[Name|List|Tell me|Say] all [the |]days of the week[ in order|]. | The days of the week are {days}.
What are the seven days of the week? | The days of the week are {days}.
[Name|List|Say] the days of the week backwards. | {yad}.
[What are|Name|List|Tell me|Say|Write down|Give me] the months[ of the year|]. | The months are {months}.
months of the year | The months are {months}.
[Name|List|Tell me|Say] all [the |]months[ in order|]. | The months are {months}.
What are the twelve months of the year? | The months are {months}.
[Name|List|Say] the months backwards. | {shtnom}.
[What are|Name|List|Tell me|Say|Give me] the [four |4 |]seasons. | The seasons are spring, summer, autumn and winter.
seasons of the year | The seasons are spring, summer, autumn and winter.
[Say|Recite|Write|Tell me|Type|List] the [alphabet|ABC]. | {alphabet}
[What is|Do you know|Can you say] the alphabet? | {alphabet}
alphabet | {alphabet}
abc | {alphabet}
[Say|Recite|Write] the alphabet backwards. | {tebahpla}
[What are|Name|List|Say|Write] the first {n} letters of the alphabet. | {letters}
[Say|Write|List|Tell me] the numbers [from 1 |]to {k}. | {numbers}.
[Count|Please count|Can you count] to {spelt}. | {numbers}.
[Name|List|Tell me] the first {f} months. | {first}.
[Name|List|Tell me] the last three months[ of the year|]. | October, November and December.
[Name|Tell me|Say] a day of the week. | {day}.
[Name|Tell me|Say] a month. | {month}.
[Name|Tell me|Say] a season. | {Season}.
How do the days of the week go on after {day}? | {rest}.
Which months [begin|start] with {j}? | {named}.
Which days [begin|start] with {i}? | {called}.
[Days|List the days] from {day} to {day2} | {span}.
""")
PRESENT = Wordings("""
What time is it[ now|]? | {clock}
what time is it | {clock}
[Can|Could] you tell me the time? | {clock}
Do you [know|have] the time? | {clock}
What is the [time|current time|time now|exact time]? | {clock}
[Tell|Please tell] me the time. | {clock}
How late is it? | {clock}
current time | {clock}
time? | {clock}
What time is it in [London|New York|Tokyo|Paris|India|Berlin]? | {clock}
Is it [late|already late|midnight|noon|morning]? | {clock}
What day is [it|it today|today]? | {calendar}
what day is today | {calendar}
Which day of the week is [it|it today|today]? | {calendar}
What is [today|tomorrow]? | {calendar}
What is [the date|the date today|today's date|the current date]? | {calendar}
whats the date | {calendar}
date today | {calendar}
[Tell|Please tell] me [the date|today's date]. | {calendar}
What [month|year] is it[ now|]? | {calendar}
what year is it | {calendar}
[What|Which] year [are we in|do we have]? | {calendar}
What is the current year? | {calendar}
Is [it|today] [Monday|Friday|Sunday|a weekend|a holiday][ today|]? | {calendar}
What day [is|will it be] tomorrow? | {calendar}
What day was [it |]yesterday? | {calendar}
[What season is it|Is it summer|Is it winter][ now|]? | {calendar}
How many days [are there |]until [Christmas|New Year|the weekend|Easter]? | {calendar}
How old am I? | I do not know when you were born. Tell me the year, and a year to reckon to.
[When is|When's] my birthday? | I do not know your birthday.
How long [is it|until] [Christmas|summer|the holidays]? | {calendar}
""")
NO_CLOCK = ["I have no clock, so I do not know the time.", "I do not know the time. I have no clock."]
NO_CALENDAR = ["I have no calendar, so I do not know the present date.",
               "I do not know today's date. I have no calendar."]
DATES = Wordings("""
What date is the day after {m} {x}? | The day after {m} {x} is {after}.
What is the day after {m} {x}? | The day after {m} {x} is {after}.
What comes after {m} {x}? | The day after {m} {x} is {after}.
What date is the day before {after}? | The day before {after} is {m} {x}.
What is the day before {after}? | The day before {after} is {m} {x}.
What date is {n} days after {m} {y}? | {n} days after {m} {y} is {m} {z}.
[Today is|It is] {m} {y}. What is the date in {n} days? | In {n} days it is {m} {z}.
If today is {m} {y}, what date is it in {n} days? | In {n} days it is {m} {z}.
How many days are there from {m} {y} to {m} {z}? | From {m} {y} to {m} {z} it is {n} days.
What is the last day of {m}? | The last day of {m} is {m} {length}.
What is the first day of {m}? | The first day of {m} is {m} 1.
Does {m} have a {w}? | {has}
Write {y}/{number}/{year} [in words|as a date], day first. | {m} {y}, {year}
Write {m} {y}, {year} in numbers, day first. | {y}/{number}/{year}
What is {year}-{number2}-{y2} as a date? | {m} {y}, {year}
Write {m} {y}, {year} as an ISO date. | {year}-{number2}-{y2}
{m} {y}, {year} in ISO format | {year}-{number2}-{y2}
[When is|What date is|On which date is] [Christmas|Christmas Day]? | Christmas Day is December 25.
[When is|What date is] Christmas Eve? | Christmas Eve is December 24.
[When is|What date is|On which date is] [New Year|New Year's Day]? | New Year's Day is January 1.
[When is|What date is] New Year's Eve? | New Year's Eve is December 31.
[When is|What date is|On which date is] [Halloween]? | Halloween is October 31.
[When is|What date is] Valentine's Day? | Valentine's Day is February 14.
[When is|What date is] [Independence Day in America|the Fourth of July]? | It is July 4.
[When is|What date is] [April Fools' Day]? | April Fools' Day is April 1.
""")


def drawn(dice, wordings, fill):
    """A pair of the lines, as it is typed."""
    question, answer = wordings.pair(dice, fill)
    return typed(dice, question), answer


def days(count):
    """1 day, 2 days."""
    return "1 day" if count == 1 else f"{count} days"


def day(dice):
    """The day before and after."""
    d = dice.randrange(7)
    return drawn(dice, DAY, {"d": DAYS[d], "next": DAYS[(d + 1) % 7], "last": DAYS[d - 1], "two": DAYS[(d + 2) % 7]})


def later(dice):
    """Some days later or earlier."""
    d, n = dice.randrange(7), dice.randint(2, 14)
    e = (d + dice.randint(1, 6)) % 7
    return drawn(dice, LATER, {
        "d": DAYS[d], "n": n, "spelt": in_words(n), "later": DAYS[(d + n) % 7], "earlier": DAYS[(d - n) % 7],
        "e": DAYS[e], "gap": days((e - d) % 7)})


def month(dice):
    """Months: their order, numbers and lengths."""
    m, k = dice.randrange(12), dice.randint(2, 6)
    a, b = dice.sample(range(12), 2)
    low, high = MONTHS[min(a, b)], MONTHS[max(a, b)]
    length = f"{LENGTHS[m]} days" + (", and 29 in a leap year" if m == 1 else "")
    return drawn(dice, MONTH, {
        "m": MONTHS[m], "next": MONTHS[(m + 1) % 12], "last": MONTHS[m - 1], "n": m + 1, "nth": ordinal(m + 1),
        "n_th": suffixed(m + 1), "length": length, "k": k, "far": MONTHS[(m + k) % 12], "a": MONTHS[a], "b": MONTHS[b],
        "low": low, "high": high, "before": f"{'Yes' if a < b else 'No'}, {low} comes before {high}."})


def season(dice):
    """Seasons in the north."""
    m, s = dice.randrange(12), dice.randrange(4)
    other = SEASONS[m] if dice.random() < 0.5 else dice.choice(YEAR)
    months = OF_SEASON[YEAR[s]]
    return drawn(dice, SEASON, {
        "m": MONTHS[m], "season": SEASONS[m], "s": YEAR[s], "next": YEAR[(s + 1) % 4], "last": YEAR[s - 1],
        "months": enumeration(months), "start": ["March", "June", "September", "December"][s], "other": other,
        "isin": f"{'Yes' if other == SEASONS[m] else 'No'}, {MONTHS[m]} is in {SEASONS[m]}."})


def weekend(dice):
    """Working days and the weekend."""
    d = dice.randrange(7)
    kind = "a weekday" if d < 5 else "part of the weekend"
    said = f"{DAYS[d]} is {kind}."
    return drawn(dice, WEEKEND, {"d": DAYS[d], "kind": kind, "weekend": f"{'No' if d < 5 else 'Yes'}, {said}",
                                 "work": f"{'Yes' if d < 5 else 'No'}, {said}", "n": d + 1, "nth": ordinal(d + 1)})


def related(dice):
    """How many of one unit are in another."""
    one, many, times = dice.choice(RELATIONS)
    n = dice.randint(2, 10)
    a_one = ("an " if one == "hour" else "a ") + one
    said = f"{times} or 366" if (one, many) == ("year", "days") else times
    return drawn(dice, RELATED, {
        "a_one": a_one, "One": a_one[0].upper() + a_one[1:], "many": many, "times": said, "n": n, "bare": times,
        "ones": PLURALS.get(one, one + "s"), "product": n * times})


def is_leap(year):
    """Whether a year has 366 days."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leap(dice):
    """Leap years."""
    y = dice.randint(1900, 2060) if dice.random() < 0.85 else dice.choice([1600, 1700, 1800, 1900, 2000, 2100, 2400])
    if is_leap(y):
        said = f"Yes, {y} has 366 days."
    else:
        said = f"No, {y} has 365 days."
    following = next(year for year in range(y + 1, y + 9) if is_leap(year))
    return drawn(dice, LEAP, {"y": y, "said": said, "days": 366 if is_leap(y) else 365, "feb": 29 if is_leap(y) else 28,
                              "next": following})


def half_day(hour):
    """An hour of 24 with am or pm."""
    return f"{hour % 12 or 12} {'am' if hour % 24 < 12 else 'pm'}"


def clock(dice):
    """Hours and minutes later."""
    hour, n = dice.randrange(24), dice.choice([1, 2, 2, 3, 3, 4, 5, 6, 7, 8])
    if dice.random() < 0.7:
        t, after = half_day(hour), half_day((hour + n) % 24)
    else:
        minute = dice.choice(["00", "00", "30", "15", "45", "10", "20"])
        t, after = f"{hour}:{minute}", f"{(hour + n) % 24}:{minute}"
    h, minute, minutes = dice.randint(1, 22), dice.randrange(0, 60, 5), dice.choice([5, 10, 10, 15, 20, 25, 30, 40, 45])
    event = dice.choice(EVENTS)
    soon = h * 60 + minute + minutes
    return drawn(dice, CLOCK, {
        "t": t, "n": n, "hours": "hour" if n == 1 else "hours", "later": after, "Event": event[0].upper() + event[1:],
        "h": h, "mm": f"{minute:02}", "mins": minutes, "soon": f"{soon // 60}:{soon % 60:02}"})


def formats(dice):
    """The clock of 12 and of 24 hours, and how times are said."""
    hour, minute = dice.randrange(24), dice.choice(["00", "00", "30", "15", "45", "05", "20"])
    t12 = half_day(hour) if minute == "00" else f"{hour % 12 or 12}:{minute} {'am' if hour < 12 else 'pm'}"
    h = dice.randint(1, 12)
    return drawn(dice, FORMATS, {"t24": f"{hour}:{minute}", "t12": t12, "h": h, "hour": in_words(h),
                                 "next": in_words(h % 12 + 1)})


def age(dice):
    """Ages and spans from years."""
    b, years = dice.randint(1930, 2015), dice.randint(2, 70)
    if dice.random() < 0.4:
        b, years = b // 10 * 10, (years + 4) // 5 * 5
    return drawn(dice, AGES, {"b": b, "y": b + years, "age": years, "x": dice.choice(NAMES)})


def century(dice):
    """Centuries and decades."""
    y = dice.randint(1000, 2050) if dice.random() < 0.5 else dice.randint(1800, 2030)
    c, decade = (y - 1) // 100 + 1, y // 10 * 10
    return drawn(dice, CENTURY, {
        "y": y, "cth": suffixed(c), "start": c * 100 - 99, "end": c * 100, "decade": decade,
        "decade_end": decade + 9, "next": y + 1, "last": y - 1})


ALPHABET = "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z"


def recited(dice):
    """What is said by heart."""
    n, k, f, d = dice.randint(2, 12), dice.choice([5, 10, 10, 10, 12, 15, 20]), dice.randint(2, 6), dice.randrange(7)
    k2, initial, first = (d + dice.randint(1, 5)) % 7, dice.choice("JMA"), dice.choice("ST")
    span = [DAYS[(d + i) % 7] for i in range((k2 - d) % 7 + 1)]
    return drawn(dice, RECITED, {
        "days": enumeration(DAYS), "yad": row(DAYS[::-1]), "months": enumeration(MONTHS), "shtnom": row(MONTHS[::-1]),
        "alphabet": ALPHABET, "tebahpla": ALPHABET[::-1], "n": in_words(n) if dice.random() < 0.5 else n,
        "letters": ALPHABET[:2 * n - 1], "k": k, "spelt": in_words(k), "numbers": row(range(1, k + 1)),
        "f": in_words(f),
        "first": enumeration(MONTHS[:f]), "day": DAYS[d], "day2": DAYS[k2], "month": dice.choice(MONTHS),
        "Season": dice.choice(YEAR).capitalize(), "rest": enumeration(DAYS[(d + 1 + i) % 7] for i in range(6)),
        "span": row(span), "j": initial, "named": enumeration(m for m in MONTHS if m[0] == initial), "i": first,
        "called": enumeration(each for each in DAYS if each[0] == first)})


def present(dice):
    """What day or time it is now: declined."""
    return drawn(dice, PRESENT, {"clock": dice.choice(NO_CLOCK), "calendar": dice.choice(NO_CALENDAR)})


def dates(dice):
    """Dates within a month, and feasts with a fixed day."""
    m, year = dice.randrange(12), dice.randint(1950, 2040)
    length, n = LENGTHS[m], dice.randint(2, 10)
    x, y = dice.randint(1, length - 1 if m == 1 else length), dice.randint(1, length - n)
    after = f"{MONTHS[m]} {x + 1}" if x < length else f"{MONTHS[(m + 1) % 12]} 1"
    w = dice.choice([29, 30, 31])
    has = f"{'Yes' if w <= length else 'No'}, {MONTHS[m]} has {length} days."
    has = "Only in a leap year." if (m, w) == (1, 29) else has
    return drawn(dice, DATES, {
        "m": MONTHS[m], "x": x, "y": y, "n": n, "z": y + n, "after": after, "length": length, "w": suffixed(w),
        "has": has,
        "number": m + 1, "year": year, "number2": f"{m + 1:02}", "y2": f"{y:02}"})


MAKERS = [
    (10, day), (8, later), (10, month), (6, season), (4, weekend), (7, related), (4, leap), (8, clock), (4, formats),
    (6, age), (4, century), (9, recited), (7, present), (5, dates),
]
ALL = Makers(MAKERS)


def pair(dice):
    """One question and its answer."""
    return ALL.pair(dice)


if __name__ == "__main__":
    show(pair)
