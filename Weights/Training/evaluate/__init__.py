"""How well a model does what it was trained for, measured through `swiftlet` on items that training never saw.

Run `python -m evaluate --model FILE.gguf --swiftlet PATH --items heldout.jsonl`; see README.md.
"""
