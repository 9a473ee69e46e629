"""The conversations that are written by hand: every file is understood, and drawing fills what is to be filled."""

import re
import tempfile
import unittest
from pathlib import Path

from .dialogues import FOLDER, DialogueError, Dialogues, filled, parsed, typed
from .frames import Dice


def entries(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "some.txt"
        path.write_text(text)
        return parsed(path)


class Notation(unittest.TestCase):
    def test_slots_of_a_pair_belong_together(self):
        entry, = entries("$land/city = France/Paris|Italy/Rome\n> {city}?\n< {City}: {land}, not {land2}.\n")
        for seed in range(50):
            drawn, dice = {}, Dice(seed)
            said = filled(entry.turns[0].wordings[0][0], entry.slots, drawn, dice)
            answer = filled(entry.turns[0].answers[0], entry.slots, drawn, dice)
            self.assertIn((said, answer), {("Paris?", "Paris: France, not Italy."), ("Rome?", "Rome: Italy, not France.")})

    def test_marks_can_be_said(self):
        entry, = entries("> \\[a\\|b\\]\n< \\{1\\}\\n[x|x]\n")
        self.assertEqual(filled(entry.turns[0].wordings[0][0], {}, {}, Dice(1)), "[a|b]")
        self.assertEqual(filled(entry.turns[0].answers[0], {}, {}, Dice(1)), "{1}\nx")

    def test_errors_name_the_line(self):
        for text, line in (("> {what}\n< x\n", 1), ("> [a\n< x\n", 1), ("\n< x\n", 2), ("> a\n\nb\n", 2), ("> a\n< b\nc\n", 3),
                           ("$a/b = 1/2|3\n", 1)):
            with self.assertRaisesRegex(DialogueError, f"some.txt:{line}:"):
                entries(text)

    def test_what_is_kept_is_not_typed_anew(self):
        bank = Dialogues.__new__(Dialogues)
        entry, = entries(">! Hello, World?\n< hi\n")
        said = {bank.turns(entry, Dice(seed))[0][0]["content"] for seed in range(200)}
        self.assertEqual(said, {"Hello, World?"})
        self.assertGreater(len({typed("Hello, World?", Dice(seed)) for seed in range(200)}), 5)


class Files(unittest.TestCase):
    def test_every_entry_can_be_drawn(self):
        bank, dice, marks = Dialogues.__new__(Dialogues), Dice(1), re.compile("[\ue000-\ue005]")
        for path in sorted(FOLDER.glob("*.txt")):
            for entry in parsed(path):
                self.assertTrue(entry.turns, path.name)
                messages, system = bank.turns(entry, dice)
                for message in messages:
                    self.assertTrue(message["content"], f"{path.name}: an empty message beside {messages}")
                    self.assertNotRegex(message["content"], marks)


if __name__ == "__main__":
    unittest.main()
