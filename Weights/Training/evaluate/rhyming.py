"""Rhymes, as far as spelling shows them."""

import re

# Endings that sound alike however they are spelt.
SOUNDS = {
    "ee": "(^|[^aeiou])(me|he|she|we|be)|ee|ea|[^aeou]ey|[a-z]{2}[^aeiou]y", "i": "igh|(^|[^aeiou]+)y|ie|ye|eye|uy|(^i)",
    "a": "ay|ey|eigh", "u": "oo|ue|ew|you|(^|[^o])to|do|wo|ough|oe", "o": "ow|o|oe|ough|oa", "au": "ow|ough",
    "air": "air|are|ear|ere|eir", "ite": "ight|ite", "ain": "ain|ane|eign", "ed": "ed|ead|aid", "un": "un|one|on",
    "eet": "eet|eat|ete", "een": "een|ean|ene", "or": "our|ower|or|ore|oor|oar", "oon": "une|oon", "ade": "ade|aid|ayed",
    "ise": "ize|ise|ies|ighs|yes", "ees": "ees|eas|eeze|ease", "ind": "ind|ined|igned", "ound": "ound|owned",
    "eer": "eer|ear|ere|ier", "ail": "ail|ale", "ool": "ool|ule", "oat": "oat|ote", "own": "oan|one|own",
    "er": "ir[dt]?|ur[dt]?|er|ear", "uv": "ove", "ood": "ood|ould|ud",
}


def sounds(word):
    """What a word may sound like at its end."""
    word = re.sub(r"[^a-z]", "", word.lower())
    found = {sound for sound, endings in SOUNDS.items() if re.search(f"({endings})$", word)}
    last = re.search(r"[aeiouy][^aeiouy]+$", word)
    return found | ({last[0]} if last else set()) | ({word[-3:]} if len(word) > 3 else set())


def rhyme(one, other):
    """Whether two words are spelt as if they rhymed, or may sound so."""
    return one.lower() != other.lower() and bool(sounds(one) & sounds(other))


def rhymes(lines):
    """Whether a line rhymes with one of the two after it."""
    found = [re.findall(r"[\w'’]+", line) for line in lines]
    ends = [words[-1] for words in found if words]
    return any(rhyme(end, other) for at, end in enumerate(ends) for other in ends[at + 1:at + 3])
