"""Tests of the comparison, with programs that print what the engines' programs print.

usage: python3 -m unittest discover -s Benchmarks
"""

import contextlib
import io
import json
import stat
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

import compare
from comparison import results
from comparison.engine import FirstToken, objects
from comparison.ik_llama import IkLlamaCpp
from comparison.model import ModelComparison, in_turn
from comparison.process import ComparisonError
from comparison.report import ResultsFile
from comparison.speed_test import SpeedTest
from comparison.swiftlet import Swiftlet

# Every program appends its command line to calls.jsonl. Speeds differ by engine and variant, and are exact numbers.
PROGRAM = '''#!/usr/bin/env -S python3 -S -E
import json, os, sys
engine, words = "{engine}", sys.argv[1:]
program = os.path.basename(sys.argv[0])
with open("{calls}", "a") as file:
    file.write(json.dumps([engine, program, *words]) + "\\n")
def value(name, default=None):
    return words[words.index(name) + 1] if name in words else default
def messages(text):
    print(text, file=sys.stderr)
{body}
'''

LLAMA = {
    "llama-bench": '''
if words == ["--version"]:
    messages("version: 0 (commit abc1234)")
else:
    for attention in value("-fa").split(","):
        print(json.dumps({"flash_attn": int(attention), "avg_ts": 50 + 50 * int(attention)}))
''',
    "llama-batched-bench": '''
print(json.dumps({"pp": 1, "speed_pp": 1, "speed_tg": 80 if value("-fa") == "on" else 40}))
''',
    "llama-completion": '''
print("word", flush=True)
messages("common_perf_print: prompt eval time =       2.00 ms /   128 tokens (    0.02 ms per token)")
''',
}
IK_LLAMA = {
    # With a line of another part of the program in between, and braces in a text.
    "llama-bench": '''
print("[")
print("loading {weights}", flush=True)
lines = []
for attention in value("-fa").split(","):
    speed = 20 + 100 * int(attention) + 30 * int(value("-rtr"))
    lines.append(json.dumps({"model_filename": "{a}", "flash_attn": attention == "1", "avg_ts": speed,
                             "samples_ns": [ 1 ]}, indent=4))
print(",\\n".join(lines))
print("]")
''',
    "llama-batched-bench": '''
messages("|    PP |     TG |    B |   N_KV |   T_PP s | S_PP t/s |   T_TG s | S_TG t/s |      T s |    S t/s |")
messages("|-------|--------|------|--------|----------|----------|----------|----------|----------|----------|")
messages("|%6d | %6d | %4d | %6d | %8.3f | %8.2f | %8.3f | %8.2f | %8.3f | %8.2f |" % (
    int(value("-npp")), int(value("-ntg")), int(value("-npl")), 99, 0.1, 11.5, 2.0, 160.25, 2.1, 9.5))
''',
    "llama-sweep-bench": '''
size, step = int(value("-c")), int(value("-ub"))
for position in (0, size - step):
    messages(json.dumps({"n_kv_max": size, "pp": step, "tg": 1, "n_kv": position, "speed_pp": 300 - position / 64}))
''',
    "llama-cli": '''
open("main.log", "w").close()
print("word", flush=True)
messages("main: prompt eval time =       3.00 ms /   128 tokens (    0.02 ms per token,   42.67 tokens per second)")
''',
}
SWIFTLET = '''
if words[0] == "tokenize":
    print(" ".join(str(i) for i in range(len(sys.stdin.read()) // 4)))
elif words[0] == "bench":
    cache = [word for word in words if word.startswith("--packed-cache=")]
    print(json.dumps({"tokens_per_second": 240.0, "weight_bytes": 1000000000} |
                     ({"packed_cache": "written"} if cache else {})))
else:
    print("word", flush=True)
    messages(json.dumps({"prompt_tokens": 128, "time_to_first_token_seconds": 0.001}))
'''
KERNELS = 'print("40.0")'


class Programs:
    """A folder with programs of all engines, and a model."""

    def __init__(self, folder):
        self.folder, self.calls_file = Path(folder), Path(folder) / "calls.jsonl"
        for name, body in LLAMA.items():
            self.write("llama", name, body)
        for name, body in IK_LLAMA.items():
            self.write("ik", name, body)
        self.write("own", "swiftlet", SWIFTLET)
        self.write("own", "kernels", KERNELS)
        self.model = self.folder / "model.gguf"
        self.model.write_bytes(b"weights")

    def write(self, engine, name, body):
        """Writes a program."""
        path = self.folder / engine / name
        path.parent.mkdir(exist_ok=True)
        text = PROGRAM.replace("{engine}", engine).replace("{calls}", str(self.calls_file)).replace("{body}", body)
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def calls(self):
        """Returns the command lines since the last call."""
        lines = [json.loads(line) for line in self.calls_file.read_text().splitlines()]
        self.calls_file.unlink()
        return lines

    def compare(self, tests, ik=True, resume=False, rounds=2, models=None):
        """Runs the comparison; returns what it prints, and the results."""
        output = self.folder / "results.json"
        options = types.SimpleNamespace(
            llama=str(self.folder / "llama"), llama_version="llama-cpp-python 0",
            ik=str(self.folder / "ik") if ik else None, ik_version="commit def",
            swiftlet=str(self.folder / "own" / "swiftlet"),
            kernels=str(self.folder / "own" / "kernels"), tests=tests, output=str(output), rounds=rounds, threads=2,
            resume=resume, models=models or [str(self.model)],
        )
        with contextlib.redirect_stdout(io.StringIO()) as text, contextlib.redirect_stderr(io.StringIO()):
            compare.compare(options)
        return text.getvalue(), json.loads(output.read_text())


class ComparisonTests(unittest.TestCase):
    """Comparisons as compare.sh runs them."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.programs = Programs(folder.name)
        # What is measured here does not depend on the machine.
        for name, value in [("results.busy_processors", 0), ("swiftlet.os.sync", None)]:
            patch = mock.patch(f"comparison.{name}", return_value=value)
            patch.start()
            self.addCleanup(patch.stop)

    def rows(self, contents):
        """Returns the rows of the only model by the name of their test."""
        self.assertEqual(len(contents["models"]), 1)
        return {row["test"]: row for row in contents["models"][0]["results"]}

    def test_rows_have_the_best_variant_of_each_peer_and_a_ratio_to_it(self):
        text, contents = self.programs.compare("pp512,tg64")
        rows = self.rows(contents)
        self.assertEqual(
            list(rows),
            ["pp512", "tg64", "tg64 of memory's speed", "ready to read", "first token after 128",
             "first token after 128, packed cache", "peak memory"],
        )
        row = rows["pp512"]
        self.assertEqual((row["llama_cpp"]["median"], row["llama_cpp"]["variant"]), (100, "flash attention"))
        self.assertEqual(row["ik_llama_cpp"]["median"], 150)
        self.assertEqual(row["ik_llama_cpp"]["variant"], "repacked, flash attention")
        self.assertEqual((row["ratio"], row["ik_ratio"]), (2.4, 1.6))
        self.assertEqual(rows["tg64 of memory's speed"]["swiftlet"]["median"], 100 * 240 * 1e9 / 40e9)
        self.assertEqual(contents["engines"]["ik_llama_cpp"], "commit def")
        self.assertEqual(contents["engines"]["llama_cpp"], "llama-cpp-python 0, commit abc1234")
        self.assertIn("ik ratio", text)
        self.assertRegex(text, r"pp512 +tokens/s +100 +\(100–100\) +150 .* 240 .* 2\.40 +2\.40 +1\.60 +1\.60")

    def test_without_ik_there_is_neither_column_nor_ratio(self):
        text, contents = self.programs.compare("pp512", ik=False)
        row = self.rows(contents)["pp512"]
        self.assertEqual(set(contents["engines"]), {"llama_cpp", "swiftlet"})
        self.assertFalse({"ik_llama_cpp", "ik_ratio"} & set(row))
        self.assertNotIn("ik", text)
        self.assertFalse([call for call in self.programs.calls() if call[0] == "ik"])

    def test_slower_variants_are_not_measured_again(self):
        self.programs.compare("pp512", rounds=3)
        calls = [call for call in self.programs.calls() if call[:2] == ["ik", "llama-bench"]]
        measured = [(call[call.index("-rtr") + 1], call[call.index("-fa") + 1]) for call in calls]
        self.assertEqual(measured, [("1", "1,0"), ("0", "1"), ("1", "1"), ("1", "1")])

    def test_depths_are_options_of_each_engine(self):
        _, contents = self.programs.compare("tg64@16384,pp512@16384,pp32768", rounds=1)
        calls = self.programs.calls()

        def first(*start):
            return next(call for call in calls if call[: len(start)] == list(start))

        bench = [" ".join(call) for call in calls]
        self.assertTrue(any("-p 0 -n 0 -gp 16384,64 -r 1 -rtr 1" in call for call in bench if call.startswith("ik")))
        self.assertTrue(any("-p 0 -n 64 -d 16384" in call for call in bench if call.startswith("llama")))
        self.assertTrue(any("-p 512 -n 0 -d 16384" in call for call in bench if call.startswith("llama")))
        self.assertTrue(any("-p 32768 -n 0 -d 0 -r 1 --no-warmup" in call for call in bench))
        self.assertTrue(any("--prompt 32768" in call and "--no-warmup" in call for call in bench))
        self.assertTrue(any("--generate 64 --batch 1 --depth 16384" in call for call in bench))
        sweep = first("ik", "llama-sweep-bench")
        for name, value in [("-c", "16896"), ("-ub", "512"), ("--sweep-stride", "32"), ("-b", "2048"), ("-n", "1")]:
            self.assertEqual(sweep[sweep.index(name) + 1], value)
        self.assertEqual(self.rows(contents)["pp512@16384"]["ik_llama_cpp"]["median"], 44)

    def test_sequences_have_contexts_of_their_own_or_one_in_common(self):
        _, contents = self.programs.compare("tg32x16,tg32@256x8,tg32@s8000x64", rounds=1)
        rows = self.rows(contents)
        self.assertEqual(rows["tg32x16"]["llama_cpp"]["median"], 80)
        self.assertEqual(rows["tg32@s8000x64"]["ik_llama_cpp"]["median"], 160.25)
        calls = [call for call in self.programs.calls() if "batched" in call[1]]
        sizes = {tuple(call[call.index(name) + 1] for name in ("-npp", "-npl", "-c")) for call in calls}
        self.assertEqual(sizes, {("1", "16", "656"), ("256", "8", "2368"), ("8000", "64", "10560")})
        for call in calls:
            shares = call[call.index("-npp") + 1] == "8000"
            self.assertEqual("-pps" in call, shares)
            self.assertEqual("-kvu" in call, shares and call[0] == "llama")

    def test_the_first_token_is_measured_without_a_packed_cache_and_with_one(self):
        self.programs.compare("tg8", rounds=1)
        calls = [call for call in self.programs.calls() if call[0] == "own"]
        caches = [[word for word in call if "--packed-cache" in word] for call in calls if call[2] == "respond"]
        self.assertEqual([len(words) for words in caches], [0, 1])
        folder = caches[1][0].split("=")[1]
        self.assertEqual(Path(folder).parent, self.programs.folder.resolve())
        self.assertFalse(Path(folder).exists())
        self.assertFalse(Path("main.log").exists())

    def test_without_a_packed_cache_its_row_is_omitted(self):
        self.programs.write("own", "swiftlet", SWIFTLET.replace('"written"', '"unwritten"'))
        _, contents = self.programs.compare("tg8", rounds=1)
        rows = self.rows(contents)
        self.assertIn("first token after 128", rows)
        self.assertNotIn("first token after 128, packed cache", rows)

    def test_resuming_measures_only_what_is_missing(self):
        _, first = self.programs.compare("tg8", rounds=1)
        self.programs.calls()
        other = self.programs.folder / "other.gguf"
        other.write_bytes(b"other weights")
        models = [str(self.programs.model), str(other)]
        _, second = self.programs.compare("pp8,tg8", resume=True, rounds=1, models=models)
        self.assertEqual([entry["file"] for entry in second["models"]], ["model.gguf", "other.gguf"])
        measured = [call for call in self.programs.calls() if call[:3] == ["own", "swiftlet", "respond"]]
        self.assertEqual({call[call.index("--model") + 1] for call in measured}, {str(other)})
        rows = second["models"][0]["results"]
        self.assertEqual([row["test"] for row in rows[:3]], ["tg8", "tg8 of memory's speed", "pp8"])
        self.assertEqual(rows[0], first["models"][0]["results"][0])
        self.assertEqual(second["models"][0]["prompt_tokens"], first["models"][0]["prompt_tokens"])
        text, third = self.programs.compare("pp8,tg8", resume=True, rounds=1)
        self.assertEqual(third, second)
        self.assertIn("pp8", text)

    def test_results_of_other_settings_are_not_extended(self):
        self.programs.compare("tg8", rounds=1)
        for options in ({"rounds": 2}, {"rounds": 1, "ik": False}):
            with self.assertRaisesRegex(ComparisonError, "results.json: --resume: found (rounds|engines) .*expected"):
                self.programs.compare("tg8", resume=True, **options)
        self.programs.model.write_bytes(b"longer weights")
        with self.assertRaisesRegex(ComparisonError, "found 14 bytes, expected 7"):
            self.programs.compare("tg8", resume=True, rounds=1)
        (self.programs.folder / "results.json").write_text("[]")
        with self.assertRaisesRegex(ComparisonError, "not a results file"):
            self.programs.compare("tg8", resume=True, rounds=1)

    def test_results_of_another_day_are_extended(self):
        self.programs.compare("tg8", rounds=1)
        path = self.programs.folder / "results.json"
        contents = json.loads(path.read_text())
        heading = {key: contents[key] for key in ("format", "machine", "threads", "rounds", "engines")}
        heading["machine"] = heading["machine"] | {"date": "2001-01-01"}
        self.assertEqual(ResultsFile(path, heading, resumes=True).contents, contents)

    def test_models_with_the_same_name_are_refused(self):
        with self.assertRaisesRegex(ComparisonError, "different names"):
            self.programs.compare("tg8", models=[str(self.programs.model)] * 2)


class PartTests(unittest.TestCase):
    """The parts that need no programs."""

    def test_names_of_tests(self):
        self.assertEqual(SpeedTest.parse("pp32768"), SpeedTest("pp32768", True, 32768, 0, 1, False))
        self.assertEqual(SpeedTest.parse("tg64@2048x8"), SpeedTest("tg64@2048x8", False, 64, 2048, 8, False))
        self.assertEqual(SpeedTest.parse("tg64@s8000x64"), SpeedTest("tg64@s8000x64", False, 64, 8000, 64, True))
        for name in ("", "pp0", "tg", "pp8x2", "tg8x65", "tg8@s9", "pp8@s9", "tg8@sx2", "tg8x2@4", "pp512 "):
            with self.assertRaises(ComparisonError, msg=name):
                SpeedTest.parse(name)

    def test_prompts_that_cannot_be_measured_at_a_depth_are_refused(self):
        engine = IkLlamaCpp("programs", "commit", 2)
        for name in ("pp512@16384", "pp128@2048", "pp512", "tg64@100", "pp1024@2048"):
            engine.check(SpeedTest.parse(name))
        for name in ("pp512@600", "pp100@200", "pp2048@512"):
            with self.assertRaises(ComparisonError, msg=name):
                engine.check(SpeedTest.parse(name))

    def test_objects_are_found_between_other_lines(self):
        text = 'loading {\n[\n  {"a": "}{", "b": {"c": 1}},\nnoise\n{"a": 2}]{'
        self.assertEqual(objects(text), [{"a": "}{", "b": {"c": 1}}, {"a": 2}])
        self.assertEqual(objects("{" * 50), [])

    def test_each_engine_is_the_first_in_turn(self):
        self.assertEqual([in_turn("abc", turn)[0] for turn in range(4)], list("abca"))
        self.assertEqual([in_turn("ab", turn) for turn in range(3)], ["ab", "ba", "ab"])

    def test_ratios_are_above_one_where_less_is_better(self):
        row = results.row("a", "s", [1.0, 2.0, 3.0], {"llama_cpp": ([4.0, 5.0, 6.0], None)}, False)
        self.assertEqual((row["ratio"], results.best_ratio(row, "llama_cpp")), (2.5, 4))

    def test_the_best_samples_are_those_of_the_same_side(self):
        row = results.row("a", "tokens/s", [4.0, 5.0, 9.0], {"ik_llama_cpp": ([1.0, 2.0, 3.0], "repacked")}, True)
        self.assertEqual((row["ik_ratio"], results.best_ratio(row, "ik_llama_cpp")), (2.5, 3))

    def test_the_variant_with_the_earliest_first_token_is_shown(self):
        peer, swiftlet = IkLlamaCpp("programs", "commit", 2), Swiftlet("swiftlet", "commit", 2)
        comparison = ModelComparison("model.gguf", [peer], swiftlet, None, [], True)
        comparison.first_tokens = {
            (peer.key, "repacked"): [FirstToken(3.0, 1.0, 128, 10**6)],
            (peer.key, "mapped"): [FirstToken(2.0, 1.5, 128, 2 * 10**6)],
            (swiftlet.key, ""): [FirstToken(1.0, None, 128, 10**6)],
        }
        with contextlib.redirect_stderr(io.StringIO()) as messages:
            rows = comparison.first_token_rows()
        self.assertEqual([row["test"] for row in rows], ["first token after 128", "peak memory"])
        self.assertEqual([row["ik_llama_cpp"]["variant"] for row in rows], ["mapped", "mapped"])
        self.assertEqual([row["ik_ratio"] for row in rows], [2, 2])
        self.assertIn("ready to read: not reported", messages.getvalue())

    def test_tables_of_committed_results_have_as_many_cells_in_each_line(self):
        folder = Path(compare.__file__).parent / "results"
        files = sorted(folder.glob("*/*.json"))
        self.assertGreater(len(files), 20)
        for path in files:
            for entry in json.loads(path.read_text())["models"]:
                table = results.table(entry["file"], entry["results"])
                self.assertEqual(len(table.splitlines()), len(entry["results"]) + 4, path)
                self.assertNotIn("ik", table.splitlines()[2], path)
