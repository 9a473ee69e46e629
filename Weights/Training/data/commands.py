"""Real commands with marked parts: HWU64 (CC BY 4.0). For training alone."""

import csv
import re

# Intent: names of its tool | what it does.
INTENTS = """
alarm_query: show alarms; alarms; list alarms | Tells which alarms are set.
alarm_remove: remove alarm; cancel alarm; delete alarm | Removes an alarm.
alarm_set: set alarm; new alarm; wake up | Sets an alarm.
audio_volume_down: volume down; lower volume; quieter | Turns the sound down.
audio_volume_mute: mute; silence; sound off | Turns the sound off.
audio_volume_up: volume up; raise volume; louder | Turns the sound up.
calendar_query: show calendar; find event; calendar | Tells what is in the calendar.
calendar_remove: remove event; cancel event; delete event | Removes an event from the calendar.
calendar_set: add event; new event; remind | Puts an event into the calendar.
cooking_recipe: find recipe; recipe; how to cook | Finds a recipe.
datetime_convert: convert time; time there; change zone | Converts a time to that of another place.
datetime_query: tell time; what time; clock | Tells the time or the date.
email_addcontact: add contact; new contact; save address | Saves an address.
email_query: check mail; read mail; new mails | Looks for new mail.
email_querycontact: find contact; contact; look up person | Finds out something about a contact.
email_sendemail: send mail; write mail; mail | Sends an email.
general_joke: tell joke; joke; make laugh | Tells a joke.
iot_cleaning: clean; start vacuum; vacuum | Has a robot clean.
iot_coffee: make coffee; coffee; brew | Makes coffee.
iot_hue_lightchange: set light colour; light colour; colour light | Changes the colour of the light.
iot_hue_lightdim: dim light; darker; less light | Dims the light.
iot_hue_lightoff: light off; turn off light; no light | Turns the light off.
iot_hue_lighton: light on; turn on light; lamp on | Turns the light on.
iot_hue_lightup: brighten light; brighter; more light | Makes the light brighter.
iot_wemo_off: plug off; turn off plug; switch off | Turns a plug off.
iot_wemo_on: plug on; turn on plug; switch on | Turns a plug on.
lists_createoradd: add to list; create list; new list | Makes a list, or adds to it.
lists_query: read list; show list; lists | Reads a list out.
lists_remove: remove from list; delete list; shorten list | Deletes a list, or something in it.
music_likeness: like music; save taste; note taste | Notes which music somebody likes.
music_query: identify song; what is playing; song info | Tells which music is playing.
music_settings: playback; player mode; music settings | Changes how music is played.
news_query: get news; headlines; news | Tells the news.
play_audiobook: play audiobook; read aloud; audiobook | Plays an audiobook.
play_game: play game; start game; game | Starts a game.
play_music: play music; start music; music | Plays music.
play_podcasts: play podcast; podcast; start podcast | Plays a podcast.
play_radio: play radio; radio; tune in | Plays the radio.
qa_currency: exchange rate; rate; compare money | Tells the rate of a currency.
qa_definition: define; explain word; meaning | Explains a word.
qa_factoid: look up fact; fact; ask | Answers a question about the world.
qa_stock: stock price; stock; share price | Tells the price of a share.
recommendation_events: find events; events; what is on | Finds events.
recommendation_locations: find place; recommend place; places | Finds shops, restaurants and other places.
recommendation_movies: find movie; recommend movie; movies | Finds a movie to watch.
social_post: post; share; write post | Posts something.
social_query: read posts; check posts; posts | Tells what others have posted.
takeaway_order: order food; order takeaway; takeaway | Orders food.
takeaway_query: ask restaurant; check delivery; delivery | Asks whether a restaurant delivers.
transport_query: find connection; get directions; directions | Finds a way or a connection.
transport_taxi: book taxi; call taxi; taxi | Calls a taxi.
transport_ticket: book ticket; buy ticket; ticket | Buys a ticket.
transport_traffic: traffic; check traffic; roads | Tells how the traffic is.
weather_query: get weather; weather; forecast | Tells the weather.
"""
# Entity: names of properties | description.
ENTITIES = """
date: date; day; when | The day
place_name: place; city; location | The place
time: time; at; hour | The time
person: person; who; name | The person
business_name: company; business; firm | The company
media_type: medium; source; service | The medium
transport_type: vehicle; transport; by | The means of transport
device_type: device; machine; appliance | The device
event_name: event; title; what | The event
food_type: food; dish; toEat | The food
currency_name: currency; money; unit | The currency
house_place: room; inRoom; where | The room
list_name: list; listName; whichList | The list
business_type: kind; type; venue | The kind of place
player_setting: command; mode; setting | What the player should do
definition_word: word; term; expression | The word
order_type: order; orderType; delivery | The kind of order
timeofday: partOfDay; timeOfDay; daytime | The part of the day
color_type: colour; color; lightColour | The colour
game_name: game; gameName; play | The game
relation: relative; relation; contact | Who it is to the speaker
personal_info: detail; info; wanted | What is asked about
radio_name: station; channel; radio | The station
audiobook_name: book; audiobook; bookTitle | The book
weather_descriptor: weather; condition; sky | The weather
artist_name: artist; singer; musician | The artist
news_topic: topic; about; subject | The topic
music_genre: genre; style; musicStyle | The kind of music
podcast_descriptor: about; subject; theme | What it is about
time_zone: zone; timeZone; zoneName | The time zone
joke_type: jokeType; joke; sort | The kind of joke
transport_agency: agency; taxiCompany; provider | The company
change_amount: amount; change; howMuch | How much
song_name: song; track; songTitle | The song
podcast_name: podcast; show; podcastName | The podcast
email_address: address; email; mailAddress | The address
meal_type: meal; mealName; mealtime | The meal
app_name: app; program; appName | The app
coffee_type: coffee; drink; coffeeType | The kind of coffee
general_frequency: frequency; repeat; howOften | How often
playlist_name: playlist; playlistName; tracks | The playlist
email_folder: folder; mailbox; inFolder | The folder
music_descriptor: description; feel; musicType | What the music is like
movie_name: movie; film; movieTitle | The movie
movie_type: movieType; movieGenre; sortOfMovie | The kind of movie
ingredient: ingredient; with; using | The ingredient
cooking_type: method; cooking; way | How it is cooked
"""
MARKED = re.compile(r"\[([a-z_]+) : ([^\]]+)\]")


def entries(block):
    """What stands before and after the bar, by name."""
    parts = (line.split(": ", 1) for line in block.strip().splitlines())
    return {name: tuple(rest.split(" | ")) for name, rest in parts}


def commands(folder):
    """(intent, text, [(entity, words)]) of all commands whose intent is known."""
    known, entities = entries(INTENTS), entries(ENTITIES)
    for path in sorted(folder.glob("*__trainset__*.csv")):
        with path.open(newline="") as file:
            for row in csv.DictReader(file, delimiter=";"):
                intent, marked = f"{row['scenario']}_{row['intent']}", row["answer_annotation"].strip()
                found = [(entity, words.strip()) for entity, words in MARKED.findall(marked)]
                text = re.sub(r"\s+", " ", MARKED.sub(lambda match: match[2].strip(), marked)).strip()
                if intent in known and all(entity in entities for entity, _ in found):
                    yield intent, text, found


def tools(folder):
    """For each intent: names, what it does, a type's name, and its entities, as in `spans.INTENTS`."""
    known, entities, counts = entries(INTENTS), entries(ENTITIES), {}
    for intent, _, found in commands(folder):
        of_intent = counts.setdefault(intent, {})
        for entity, _ in found:
            of_intent[entity] = of_intent.get(entity, 0) + 1
    return {intent: (*known[intent], "".join(word.capitalize() for word in known[intent][0].split(";")[0].split()),
                     {entity: entities[entity] for entity, count in of_intent.items() if count >= 5})
            for intent, of_intent in counts.items()}
