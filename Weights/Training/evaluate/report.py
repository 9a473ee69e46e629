"""The table of scores, and samples to read."""

import collections
import json

from .scores import words

# What stands in the columns "exact" and "parts" for each task.
MEANING = {
    "arithmetic": "the answer word for word; the number alone",
    "classify": "the right label; as a field of the answer",
    "classify_other": "the same, of messages that another hand wrote",
    "describe": "all facts are in the text; each fact",
    "extract": "all fields; each field",
    "invent": "JSON that follows the schema, whatever it says",
    "memory": "the answer word for word",
    "question": "the answer word for word; F1 of its words",
    "rewrite": "the answer word for word",
    "story": "all words and the ending asked for, whole sentences, none twice; the words alone",
    "structure": "all fields; each field",
    "tool": "the tool and all arguments; the tool",
    "tool_none": "no tool is called; F1 of what is said instead",
    "tool_result": "the answer word for word",
    "unknown": "it says that it does not know",
}


def percent(values):
    return f"{100 * sum(values) / len(values):.1f}" if values else ""


def rows(results):
    """(task, mode) -> a row of the table. `results` are (task, mode, score)."""
    groups = {}
    for task, mode, score in results:
        groups.setdefault((task, mode), []).append(score)
    for (task, mode), scores in sorted(groups.items()):
        yield [task, mode, str(len(scores))] + [
            percent([s[name] for s in scores if name in s]) for name in ("exact", "parts", "valid")]


def columns(head, rows, words=2):
    """A Markdown table whose columns line up; the first so many are words, the others numbers."""
    lines = [head] + list(rows)
    widths = [max(len(line[n]) for line in lines) for n in range(len(head))]

    def line(cells):
        return "| " + " | ".join(cell.ljust(width) if n < words else cell.rjust(width)
                                 for n, (cell, width) in enumerate(zip(cells, widths))) + " |"
    rule = "|" + "|".join("-" * (w + 2) if n < words else "-" * (w + 1) + ":" for n, w in enumerate(widths)) + "|"
    return "\n".join([line(head), rule] + [line(each) for each in lines[1:]])


def table(results):
    """The table of scores, in Markdown."""
    return columns(["task", "mode", "items", "exact %", "parts %", "valid %"], rows(results))


def faults(stories):
    """What is wrong with stories, of those of which it was asked: scores that count it."""
    def told(name):
        found = [score[name] for score in stories if name in score]
        return f"{sum(found)} of {len(found)}"
    return (f"{told('a word')} lack a word, {told('the ending')} the ending; {told('a sentence twice')} have a sentence "
            f"twice, {told('a before a vowel')} \"a\" before a vowel")


def sameness(stories):
    """How much of the stories is what others of them have said: of four words in a row, how many occur once."""
    fours = collections.Counter()
    for story in stories:
        found = words(story.get("text", ""))
        fours.update(zip(found, found[1:], found[2:], found[3:]))
    once = sum(count == 1 for count in fours.values())
    (most, count), = fours.most_common(1) or [((), 0)]
    return (f"{100 * once / max(1, sum(fours.values())):.1f} % of four words in a row occur once; "
            f"most often \"{' '.join(most)}\", {count} times")


def block(text):
    return "\n".join("> " + line for line in text.split("\n"))


def shown(answer):
    if "error" in answer:
        return "error: " + answer["error"]
    calls = [f"{call['name']}({json.dumps(call['arguments'], ensure_ascii=False)})" for call in answer.get("calls", [])]
    return "\n".join(([answer["text"]] if answer.get("text") else []) + calls) or "(nothing)"


def samples(items, count=10):
    """Samples as Markdown. `items` are (sample, {mode: answer}), the first of each task are taken."""
    lines, seen = ["# Samples", "", "The first held-out items of each task, with greedy answers, as they came."], {}
    for sample, given in items:
        seen.setdefault(sample["task"], []).append((sample, given))
    for task, group in sorted(seen.items()):
        lines += ["", f"## {task}"]
        for number, (sample, given) in enumerate(group[:count], 1):
            lines += ["", f"### {task} {number}", ""]
            if "tools" in sample:
                lines += ["Tools: " + ", ".join(f"`{tool['name']}`" for tool in sample["tools"]), ""]
            for message in sample["messages"][:-1]:
                said = shown({"text": message["content"], "calls": message.get("tool_calls", [])})
                lines += [f"{message['role']}:", "", block(said), ""]
            for mode, answer in given.items():
                lines += [f"**answer, {mode}:**", "", block(shown(answer)), ""]
            last = sample["messages"][-1]
            lines += ["expected:", "", block(shown({"text": last["content"], "calls": last.get("tool_calls", [])}))]
    return "\n".join(lines) + "\n"
