import json
import subprocess
import sys
from pathlib import Path

CASE = json.loads((Path(__file__).parents[2] / "data" / "field" / "B84-unstable-stamp.json").read_text("utf-8"))
PROGRAM = """
import json, sys
from crucibleforge.core.stamps import digest
print(json.dumps({name: digest(request) for name, request in json.load(sys.stdin).items() if name.startswith("request")}))
"""


def stamps(hash_seed: str) -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps(CASE["input"]),
        env={"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_the_stamp_of_a_request_depends_on_its_content_alone() -> None:
    first, second = (stamps(str(number)) for number in range(CASE["input"]["processes"]))
    assert (first == second) is CASE["expected"]["same_in_both_processes"]
    assert (first["request_a"] == first["request_b"]) is CASE["expected"]["a_equals_b"]
    assert (first["request_a"] == first["request_c"]) is CASE["expected"]["a_equals_c"]
