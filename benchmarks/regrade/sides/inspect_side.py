"""Inspect AI, in its own environment: a stored log of replies read, scored again by one rule, and written.

Arguments: a JSON file with a list of samples, each a list of replies; the least and the most words of each reply.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

from inspect_ai import score
from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, read_eval_log, write_eval_log
from inspect_ai.model import ChatMessageAssistant, ChatMessageUser, ModelOutput
from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer
from inspect_ai.solver import TaskState


@scorer(metrics=[accuracy()])  # type: ignore[untyped-decorator]
def length(least: int, most: int) -> Scorer:
    async def judge(state: TaskState, target: Target) -> Score:
        replies = [message.text for message in state.messages if message.role == "assistant"]
        return Score(value=all(least <= len(reply.split()) <= most for reply in replies))

    return judge


def _log(samples: list[list[str]]) -> EvalLog:
    spec = EvalSpec(
        created="2031-04-01T12:00:00+00:00",
        task="chat",
        dataset=EvalDataset(),
        model="mockllm/model",
        config=EvalConfig(),
    )
    return EvalLog(eval=spec, status="success", samples=[_sample(at, replies) for at, replies in enumerate(samples)])


def _sample(at: int, replies: list[str]) -> EvalSample:
    messages = [
        message for reply in replies for message in (ChatMessageUser(content="?"), ChatMessageAssistant(content=reply))
    ]
    output = ModelOutput.from_content("mockllm/model", replies[-1])
    return EvalSample(id=at, epoch=1, input="?", target="", messages=messages, output=output)


def _main(samples: list[list[str]], least: int, most: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "log.eval")
        write_eval_log(_log(samples), path)
        began = time.process_time()
        scored = score(read_eval_log(path), length(least, most), action="overwrite", display="none")
        write_eval_log(scored, path)
        seconds = time.process_time() - began
    passed = [bool(sample.scores["length"].value) for sample in scored.samples or [] if sample.scores]
    print(json.dumps({"seconds": seconds, "passed": passed}))


if __name__ == "__main__":
    _main(json.loads(Path(sys.argv[1]).read_text("utf-8")), int(sys.argv[2]), int(sys.argv[3]))
