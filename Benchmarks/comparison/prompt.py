"""Creates a prompt with a given number of tokens, for any vocabulary."""

SENTENCE = "The old lighthouse keeper counted the ships that passed in the night, and wrote their names into a book. "


def prompt(tokens, count):
    """Returns the shortest prefix of a long text with at least `tokens` tokens, according to `count`."""
    text = SENTENCE * (tokens // 8 + 1)
    low, high = 1, len(text)
    while low < high:
        middle = (low + high) // 2
        if count(text[:middle]) < tokens:
            low = middle + 1
        else:
            high = middle
    return text[:low]
