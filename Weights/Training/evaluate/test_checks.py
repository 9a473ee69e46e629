"""Tests of the checks: `python -m unittest evaluate.test_checks`."""

import unittest

from .broken import broken_names
from .checks import declines, gives, listed, wrong
from .conversing import Turn, together
from .first import inputs
from .looping import loop, pieces
from .rhyming import rhymes
from .soundness import faults


def turn(text, said="", calls=()):
    return Turn(said, {}, text, list(calls))


class Checks(unittest.TestCase):
    def right(self, text, check, said="", calls=(), schema=None):
        self.assertIsNone(wrong(turn(text, said, calls), check, schema), text)

    def bad(self, text, check, said="", calls=(), schema=None):
        self.assertIsNotNone(wrong(turn(text, said, calls), check, schema), text)

    def test_any_of_some_whole_words(self):
        check = {"kind": "any", "any": ["Paris"], "most": 10, "declines": True}
        self.right("The capital of France is Paris.", check)
        self.right("I do not know that. I am only a small model.", check)
        self.bad("It is Parisa.", check)
        self.bad("Paris " * 12, check)

    def test_numbers_are_results(self):
        for text in ("4", "2 + 2 = 4.", "It is four.", "2+2 is 4!", "That makes 4, because 2 + 2 = 4."):
            self.assertTrue(gives(text, 4, "2+2"), text)
        for text in ("2 + 2 = 12.", "15", "2", "", "3 + 3 = 4", "4 or 5"):
            self.assertFalse(gives(text, 4, "2+2"), text)
        self.assertTrue(gives("8 + 0 = 8.", 8, "8 + 0"))
        self.assertTrue(gives("forty-two", 42, "What is 17 plus 25?"))
        self.assertTrue(gives("10 + 20 = 30, 30 + 12 = 42", 42, "17 + 25"))
        self.assertFalse(gives("3 + 3 = 12.", 12, "3+4+5"))
        self.assertTrue(gives("100 - 1 = 99.", 99, "100-1"))
        self.assertTrue(gives("3 + 4 + 5 = 12.", 12, "3+4+5"))

    def test_declines_in_a_sentence(self):
        for text in ("I do not know that.", "I'm sorry, I can't look into the news.", "I have no clock and no calendar.",
                     "That is beyond me. I am only a small model.", "I never learned French."):
            self.assertTrue(declines(text), text)
        for text in ("It is sunny.", "Yes, I know that.", "I like stories.", "The sky is blue.", "I do not know. " * 8):
            self.assertFalse(declines(text), text)

    def test_lists(self):
        self.assertEqual(listed("1. Red\n2. Blue\n3. Green"), ["red", "blue", "green"])
        self.assertEqual(listed("Red, blue and green."), ["red", "blue", "green"])
        self.assertEqual(listed("Three colours: red, blue, and a green."), ["red", "blue", "green"])
        self.assertEqual(listed("- a dog\n- an owl"), ["dog", "owl"])
        self.assertEqual(listed("1. Red 2. Blue 3. Green"), ["red", "blue", "green"])
        check = {"kind": "list", "least_items": 3, "most_items": 3, "of": ["red", "blue", "green"]}
        self.right("red, blue, green", check)
        self.bad("red, blue, red", check)
        self.bad("red, blue", check)
        self.bad("red, blue, spoon, fork, green", check)

    def test_poems(self):
        check = {"kind": "poem", "least_lines": 2, "rhyme": True}
        self.right("The little cat\nsat on a mat.", check)
        self.right("The sea is blue,\nand I like you.", check)
        self.bad("The little cat\nran to the house.", check)
        self.bad("The little cat sat on a mat.", check)
        self.assertTrue(rhymes(["the sea so free", "went up the hill", "and looked at me"]))
        self.assertFalse(rhymes(["a mouse", "a mouse"]))

    def test_stories(self):
        check = {"kind": "story", "names": ["Mia"], "mentions": ["kite"], "starts": r"(Once|One day)"}
        self.right('Once Mia had a kite. It flew away. "Oh no!" said Mia.', check)
        for text in ("Once Mia had a kite. It flew away. She was", "Once Mia had a kite.",
                     "Mia had a kite. It flew. She ran.",
                     "Once Mias had a kite. It flew. She ran.", "Once Mia had a hat. It flew away. She ran.",
                     "Once Mia had a kite. it flew away. She ran.", 'Once Mia had a kite. "It flew away. She ran.'):
            self.bad(text, check)

    def test_calls(self):
        check = {"kind": "call", "name": "getWeather", "arguments": {"city": "Oslo"}, "used": ["rain|9"]}
        call = {"name": "getWeather", "arguments": {"city": "Oslo"}}
        self.right("It rains in Oslo.", check, calls=[call])
        self.bad("It rains in Oslo.", check, calls=[call, call])
        self.bad("It rains in Oslo.", check)
        self.bad("It is sunny in Oslo.", check, calls=[call])
        self.bad("It rains.", check, calls=[{"name": "getWeather", "arguments": {"city": "Rome"}}])
        self.bad("It rains.", check, calls=[{"name": "getWeather", "arguments": {"city": "Oslo", "day": "today"}}])
        self.bad("Hello!", {"kind": "no call", "text": {"kind": "any", "any": ["Hello"]}}, calls=[call])
        self.right("Hello!", {"kind": "no call", "text": {"kind": "any", "any": ["Hello"]}})

    def test_json(self):
        schema = {"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
                  "required": ["name", "age"]}
        check = {"kind": "json", "values": {"name": {"pattern": "^Anna"}, "age": {"low": 40, "high": 45}}}
        self.right('{"name":"Anna Berg","age":42}', check, schema=schema)
        self.bad('{"name":"Anna Berg","age":4}', check, schema=schema)
        self.bad('{"name":"Anna Berg"}', check, schema=schema)
        self.right("4", {"kind": "json", "values": {"": 4}}, schema={"type": "integer"})

    def test_loops(self):
        self.assertIsNotNone(loop(list("abcdefgh") * 3))
        self.assertIsNotNone(loop(["cheerful"] * 24))
        self.assertIsNotNone(loop(["x"] + list("abcdefghijkl") * 3))
        self.assertIsNotNone(loop(list("abc") * 8))
        for tokens in (["cheerful"] * 23, list("abcdefgh") * 2, list("abcdefghijklmnopqrstuvwxyz"), []):
            self.assertIsNone(loop(tokens), tokens)
        self.assertIsNone(loop(pieces("Row, row, row your boat, row, row, row your boat.")))

    def test_broken_names(self):
        self.assertEqual(broken_names("", "Ben was a panda. Ben was glad. Then Benedened came."), ["Benedened"])
        self.assertEqual(broken_names("A story about Minka.", "Minkaka was a cat. Minka slept."), ["Minkaka"])
        for text in ("Mary and Martin went home. Mary sang.", "Ben's friend Benny came.", "Then Thea said: There they are.",
                     "Tom woke up. Tomorrow he would sail.", "Mia saw the Millers' house."):
            self.assertEqual(broken_names("", text), [], text)

    def test_what_holds_for_all_answers(self):
        self.assertEqual(set(faults(turn(""))), {"empty"})
        self.assertEqual(set(faults(turn("The fox ran home. The fox ran home."))), {"repeated"})
        self.assertEqual(set(faults(turn("Good.<|im_end|>"))), {"special"})
        self.assertEqual(set(faults(Turn("", {}, "Good", ended=False))), {"endless"})
        self.assertEqual(faults(turn("Hello! What would you like a story about?")), {})

    def test_conversations_see_results_and_go_on(self):
        call = {"name": "getWeather", "arguments": {"city": "Oslo"}}
        item = {"tools": [], "turns": [
            {"user": "Oslo?", "check": {"kind": "call", "name": "getWeather", "result": "rain"}},
            {"user": "Thanks", "check": {}}]}
        seen, replies = [], iter([{"text": "", "calls": [call]}, {"text": "It rains."}, {"text": "You are welcome!"}])

        def ask(requests):
            seen.extend(requests)
            return [next(replies) for _ in requests]
        (turns,) = together([item], ask)
        self.assertEqual([each.text for each in turns], ["It rains.", "You are welcome!"])
        self.assertEqual([len(each.calls) for each in turns], [1, 0])
        self.assertEqual(seen[1]["messages"][-1]["content"], "rain")
        self.assertEqual([each["role"] for each in seen[2]["messages"]], ["user", "assistant", "tool", "assistant", "user"])

    def test_calls_end_after_some_steps(self):
        item = {"tools": [], "turns": [{"user": "Oslo?", "check": {"kind": "call", "name": "x"}}]}
        again = {"text": "", "calls": [{"name": "x", "arguments": {}}]}
        (turns,) = together([item], lambda requests: [again for _ in requests])
        self.assertEqual(len(turns[0].calls), 5)

    def test_all_inputs_have_checks_that_can_be_asked(self):
        items = [item for group in inputs().values() for item in group]
        self.assertEqual(len(items), 400)
        self.assertEqual(len({item["id"] for item in items}), 400)
        for item in items:
            for spoken in item["turns"]:
                self.assertIsNotNone(wrong(turn(""), spoken["check"], spoken.get("schema")), item["id"])


if __name__ == "__main__":
    unittest.main()
