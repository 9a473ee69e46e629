"""Tests of what is made up and of errands: python -m unittest data.test_inventions, in Weights/Training."""

import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import chat

from data import errands, inventions, notions, schemas
from data.frames import Dice

try:
    import jsonschema
except ImportError:
    jsonschema = None

COUNT = 3000
TYPES = {"string": str, "integer": int, "number": (int, float), "boolean": bool}
TALK = [("Hi!", "Hello!"), ("Tell me a joke.", "What do you call a sleeping dinosaur? A dino-snore."),
    ("What is 2 plus 2?", "4.")]


def talk(dice):
    return dice.choice(TALK)


class Inventions(unittest.TestCase):
    """Structured answers."""

    @classmethod
    def setUpClass(cls):
        dice = Dice(7)
        cls.samples = [inventions.invented(dice) for _ in range(COUNT)]

    def test_answers_follow_their_schemas(self):
        for sample in self.samples:
            value = json.loads(sample["messages"][-1]["content"])
            self.assertEqual(schemas.compact(value), sample["messages"][-1]["content"])
            if jsonschema:
                jsonschema.validate(value, sample["schema"], cls=jsonschema.Draft202012Validator)

    def test_prompts_have_the_form_and_no_open_slots(self):
        for sample in self.samples:
            prompt, _, form = sample["messages"][-2]["content"].partition(schemas.ASKING)
            self.assertEqual(form, schemas.outline(sample["schema"]))
            self.assertTrue(prompt.strip())
            self.assertFalse(set("{}[]|_") & set(prompt), prompt)

    def test_pieces_are_the_whole_text(self):
        for sample in self.samples:
            text = "".join(part for part, _ in chat.pieces(sample))
            self.assertIn(sample["messages"][-1]["content"], text)

    def test_families(self):
        self.assertGreaterEqual(len(inventions.FAMILIES) + len(set(inventions.PLAIN)), 60)
        dice = Dice(3)
        for family in inventions.FAMILIES:
            self.assertGreaterEqual(len(family.prompts), 3, family.name)
            for _ in range(20):
                sample = inventions.made_up(family, dice)
                if jsonschema:
                    jsonschema.validate(json.loads(sample["messages"][-1]["content"]), sample["schema"])

    def test_every_prompt_can_be_filled(self):
        dice = Dice(5)
        for family in inventions.FAMILIES:
            for prompt in family.prompts:
                self.assertTrue(dice.fill(prompt, family.make(dice)), prompt)

    def test_quiz(self):
        self.assertGreaterEqual(len(notions.QUIZ), 150)
        questions = [entry[0] for entry in notions.QUIZ]
        self.assertEqual(len(questions), len(set(questions)))
        for question, right, wrong, _ in notions.QUIZ:
            self.assertEqual(len({right, *wrong}), 4, question)

    def test_same_seed_same_samples(self):
        dice = Dice(7)
        self.assertEqual(self.samples[:50], [inventions.invented(dice) for _ in range(50)])


class Errands(unittest.TestCase):
    """Conversations with tools."""

    @classmethod
    def setUpClass(cls):
        dice = Dice(8)
        cls.samples = [errands.errand(None, talk, dice) for _ in range(COUNT)]

    def test_calls_fit_their_tools(self):
        for sample in self.samples:
            tools = {tool["name"]: tool["parameters"] for tool in sample["tools"]}
            self.assertEqual(len(tools), len(sample["tools"]))
            for message in sample["messages"]:
                for call in message.get("tool_calls", []):
                    self.assertIn(call["name"], tools)
                    self.fits(call["arguments"], tools[call["name"]])

    def fits(self, values, parameters):
        """Required arguments are there, and all are of their types."""
        self.assertLessEqual(set(parameters["required"]), set(values))
        for key, value in values.items():
            node = parameters["properties"][key]
            self.assertIsInstance(value, TYPES[node["type"]])
            self.assertIn(value, node.get("enum", [value]))

    def test_values_are_told(self):
        """Texts of arguments stand in what the user said."""
        for sample in self.samples:
            said = ""
            for message in sample["messages"]:
                if message["role"] == "user":
                    said += message["content"].lower() + "\n"
                for call in message.get("tool_calls", []):
                    for key, value in call["arguments"].items():
                        if isinstance(value, str) and value not in ("on", "off"):
                            self.assertIn(value.lower(), said)
                        elif not isinstance(value, str):
                            self.assertIn(str(value), said)

    def test_turns_are_in_order(self):
        for sample in self.samples:
            messages = [m for m in sample["messages"] if m["role"] != "system"]
            self.assertEqual(messages[0]["role"], "user")
            self.assertEqual((messages[-1]["role"], bool(messages[-1]["content"])), ("assistant", True))
            open_calls = 0
            for before, message in zip([{}] + messages, messages):
                if message["role"] == "tool":
                    open_calls -= 1
                elif message["role"] == "assistant":
                    self.assertEqual(open_calls, 0)
                    open_calls = len(message.get("tool_calls", []))
                    self.assertTrue(message["content"] or open_calls)
                else:
                    self.assertEqual(open_calls, 0)
                    self.assertIn(before.get("role"), (None, "assistant"))

    def test_texts_are_whole(self):
        for sample in self.samples:
            for message in sample["messages"]:
                if message["role"] in ("user", "assistant"):
                    self.assertFalse(set("{}|") & set(message["content"]), message["content"])
                    self.assertNotIn("  ", message["content"])

    def test_pieces_are_as_the_template(self):
        try:
            template = chat.compiled()
        except ImportError:
            self.skipTest("jinja2 is not there")
        for sample in self.samples[:300]:
            self.assertEqual(chat.rendered(template, sample), "".join(part for part, _ in chat.pieces(sample)))

    def test_pieces(self):
        for sample in self.samples:
            self.assertTrue(list(chat.pieces(sample)))

    def test_tools(self):
        self.assertGreaterEqual(len(errands.errands()), 60)
        for tool in errands.errands():
            self.assertGreaterEqual(len(tool.descriptions), 3, tool.names)
            self.assertTrue(tool.said["."] and tool.said["<"], tool.names)


if __name__ == "__main__":
    unittest.main()
