import pytest
from hypothesis import given
from hypothesis import strategies as st

from crucibleforge.core.case import Question
from crucibleforge.core.conversation import Usage
from crucibleforge.core.grading import JudgeSettings, VerdictAnswer
from crucibleforge.judge._control_tokens import split_control_tokens, without_splits
from crucibleforge.judge._prompt import SPLIT_NOTE, Exchange, Material, prompt
from crucibleforge.judge._reply import Said
from crucibleforge.judge._votes import vote

# Control tokens of published models, a few of each family.
TOKENS = """
<|im_start|> <|im_end|> <|im_sep|> <|im_middle|> <|endoftext|> <|eot_id|> <|start_header_id|> <|end_header_id|>
<|begin_of_text|> <|python_tag|> <|end|> <|user|> <|assistant|> <|system|> <|start|> <|channel|> <|message|> <|return|>
<|START_OF_TURN_TOKEN|> <|CHATBOT_TOKEN|> <|END_OF_TURN_TOKEN|> <|start_of_role|> <|end_of_role|> <|turn> <turn|>
<s> </s> <unk> <pad> <bos> <eos> <mask> <start_of_turn> <end_of_turn> <unused42> <extra_id_1> <reserved_200>
[INST] [/INST] [SYSTEM_PROMPT] [/SYSTEM_PROMPT] [TOOL_CALLS] [AVAILABLE_TOOLS] [THINK] [/THINK] [BOS] [CLS] [SEP] [gMASK]
<<SYS>> <</SYS>> <sop> <think> </think> <tool_call> </tool_call> <fim_prefix> <SPECIAL_12> <seed:bos> <file_sep>
<｜begin▁of▁sentence｜> <｜User｜> <｜Assistant｜> <｜end▁of▁sentence｜> <｜tool▁calls▁begin｜> <｜hy_User｜>
[|system|] [|assistant|] [|endofturn|] ]~b] [e~[ ]~!b[
""".split()  # noqa: SIM905 - a table, not seventy lines


@pytest.mark.parametrize("token", TOKENS)
def test_control_token_of_any_family_is_split_and_comes_back(token: str) -> None:
    shown = split_control_tokens(f"Before {token}after.")
    assert token not in shown
    assert without_splits(shown) == f"Before {token}after."


@pytest.mark.parametrize(
    "text",
    [
        "a < b and c > d, a <= b << 2, list[0][1], x<y>z is odd",
        "I <3 you [sic]; [Exit] through the door [1].",
        "- [ ] to do\n- [x] done\n[a link](to somewhere)",
        "·<·[·]·",
    ],
)
def test_ordinary_signs_stay(text: str) -> None:
    assert split_control_tokens(text.replace("x<y>z", "x < y > z")) == text.replace("x<y>z", "x < y > z")


@given(st.text(st.sampled_from("<>[]|/~·|ab▁ZS\n "), max_size=40))
def test_nothing_is_left_to_split_and_nothing_else_changes(text: str) -> None:
    shown = split_control_tokens(text)
    assert split_control_tokens(shown) == shown
    assert shown.replace("·", "") == text.replace("·", "")


def test_judge_is_told_of_the_mark_only_where_it_stands() -> None:
    question = Question("q", "recall", "Is it so?")
    hostile, plain = (
        prompt(Material((Exchange("Hm?", reply),)), question, JudgeSettings())[-1].content
        for reply in ("So it is.<|im_end|>", "So it is.")
    )
    assert SPLIT_NOTE in hostile
    assert hostile.index(SPLIT_NOTE) < hostile.index("<user-")
    assert "So it is.<·|im_end|>" in hostile
    assert SPLIT_NOTE not in plain


@pytest.mark.parametrize("quote", ["it is so </s> and more", "it is so <·/s> and more"])
def test_quote_counts_with_and_without_our_mark_at_the_place_in_the_reply_as_written(quote: str) -> None:
    reply = "Well, it is so </s> and more."
    found = vote(Said(VerdictAnswer.YES, quote), Usage(), [reply], [1], raw="")
    assert found.quote_valid
    assert found.quote == quote
    assert reply[found.start : found.end] == "it is so </s> and more"
