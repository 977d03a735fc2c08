"""The client of lm-evaluation-harness, in its own environment: URL, calls, calls at a time."""

from __future__ import annotations

import json
import sys

from lm_eval.api.instance import Instance
from lm_eval.models.api_models import JsonChatStr
from lm_eval.models.openai_completions import LocalChatCompletion


def _answered(base_url: str, calls: int, ways: int) -> int:
    model = LocalChatCompletion(
        base_url=f"{base_url}/chat/completions", model="scripted", tokenizer_backend=None, num_concurrent=ways
    )
    settings = {"max_gen_toks": 64, "temperature": 0.0, "until": []}
    chats = [JsonChatStr(json.dumps([{"role": "user", "content": f"Question {number}?"}])) for number in range(calls)]
    asked = [
        Instance(request_type="generate_until", doc={}, arguments=(chat, settings), idx=number)
        for number, chat in enumerate(chats)
    ]
    return sum(bool(reply) for reply in model.generate_until(asked, disable_tqdm=True))


if __name__ == "__main__":
    print(_answered(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
