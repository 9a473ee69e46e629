"""The Python package `lm-eval`, which asks the completions API, with a task over a local file."""

import os
import pathlib

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("HF_DATASETS_OFFLINE", "1")

import lm_eval  # noqa: E402
from lm_eval.tasks import TaskManager  # noqa: E402

from support import CLIENT_KEY, SERVER, case, chat_model, check, check_equal, run  # noqa: E402

os.environ["OPENAI_API_KEY"] = CLIENT_KEY
TASKS = pathlib.Path(__file__).with_name("lm_eval_tasks")


@case
def generation():
    import yaml

    task = yaml.safe_load((TASKS / "continuation.yaml").read_text())
    task["dataset_kwargs"] = {"data_files": {"test": str(TASKS / "continuation.jsonl")}}
    # Without a tokenizer: with one, prompts would be sent as its tokens.
    settings = {
        "model": chat_model(), "base_url": SERVER + "/v1/completions", "tokenizer_backend": None,
        "tokenized_requests": False, "num_concurrent": 2, "max_retries": 1,
    }
    results = lm_eval.simple_evaluate(
        model="local-completions", model_args=settings, tasks=[task], task_manager=TaskManager(), bootstrap_iters=0)
    samples = results["samples"]["continuation"]
    check_equal(len(samples), 3, "samples")
    for sample in samples:
        text = sample["resps"][0][0]
        check(isinstance(text, str), f"the answer is {text!r}")
        check(not set("\n.") & set(text), f"the answer has a stop sequence: {text!r}")


run()
