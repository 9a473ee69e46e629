"""What share of the tokens of a run each kind of sample has."""

from . import arithmetic, calendars, corpora, errands, inventions, letters
from .dialogues import Dialogues
from .samples import message, sample

# Values from texts, labels, tools, stories: what sessions with guides ask for.
TASKS = {"extract": 5, "spans": 2.5, "span_calls": 2.5, "describe": 0.8, "lists": 2, "structure": 3.5, "invent": 1,
         "question": 4, "fairytale": 0.8, "classify": 5, "tags": 0.8, "tool": 5, "no_tool": 2, "rewrite": 3, "memory": 2.5,
         "arithmetic": 1, "small_talk": 0.3, "unknown": 0.3, "short_story": 4, "long_story": 2.5, "s_labels": 1.2,
         "s_answers": 1, "s_tales": 1.5, "s_records": 1.2, "s_requests": 1.5, "s_tags": 0.5, "s_lists": 1,
         "s_real_requests": 2.5, "s_real_records": 1.5, "s_kinds": 0.5, "s_sorting": 0.5, "hinted": 0.6,
         "described": 2.5, "spelling": 0.8}
# What people type first.
TALK = {"talk": 2.5, "story": 2, "turns": 2.5}
DIALOGUES = {"talk": 5, "science": 5, "world": 6, "words": 6, "stories": 5, "chats": 4, "systems": 2}
RULES = {"numbers": 8, "letters": 1.5, "calendars": 2.5, "inventions": 3, "errands": 3.5}

# How much of each group a run reads, and plain texts.
LESSONS = {"all": (TASKS, 1.0, TALK, 1.0, DIALOGUES, 1.0, RULES, 1.0, 5.0),
           "talk": (TASKS, 0.6, TALK, 1.0, DIALOGUES, 1.6, RULES, 1.3, 2.0)}


def makers(tasks, lesson):
    """Functions of dice that make a sample, each with its share of the tokens."""
    kinds, kind_share, talk, talk_share, dialogues, dialogue_share, rules, rule_share, texts_share = LESSONS[lesson]
    known = {name: make for name, _, make, *_ in tasks.shares}
    result = [(known[name], share * kind_share) for name, share in kinds.items()]
    result += [(known[name], share * talk_share) for name, share in talk.items()]
    bank = Dialogues()
    result += [(lambda dice, name=name: bank.conversation(dice, name), share * dialogue_share)
               for name, share in dialogues.items() if name in bank.groups]
    pair = lambda dice: bank.pair(dice) if dice.happens(0.6) else tasks.first.pair(dice)
    by_rule = rule_makers(tasks, pair)
    result += [(by_rule[name], share * rule_share) for name, share in rules.items() if name in by_rule]
    texts = None

    def text(dice):
        nonlocal texts
        if texts is None:
            texts = [sample for held, sample in corpora.texts(tasks.folder, dice) if not held]
        return dice.choice(texts)

    return result + [(text, texts_share)]


def rule_makers(tasks, pair):
    """The kinds that are made by rule alone."""
    def asked(module, turns=None):
        def conversation(dice):
            """One to five questions of a kind, or a question with others that follow from its answer."""
            if turns and dice.happens(0.25):
                found = turns(dice)
            else:
                found = [module.pair(dice) for _ in range(dice.choice([1, 1, 1, 2, 3, 5]))]
                if dice.happens(0.15):
                    found.insert(dice.randint(0, len(found)), pair(dice))
            messages = [message(role, text) for turn in found for role, text in zip(("user", "assistant"), turn)]
            return sample("rules", messages, check={"kind": "read"})
        return conversation

    return {"numbers": asked(arithmetic, arithmetic.turns), "letters": asked(letters), "calendars": asked(calendars),
            "inventions": inventions.invented, "errands": lambda dice: errands.errand(tasks.toolbox, pair, dice)}
