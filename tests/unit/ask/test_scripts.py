from crucibleforge.ask import fixed_script
from crucibleforge.core.conversation import Message, Turn

TURN = Turn((), "whatever")


def test_the_system_message_comes_first_and_once() -> None:
    script = fixed_script("Be brief.", ["One?", "Two?"])
    assert script.next_messages([]) == (Message("system", "Be brief."), Message("user", "One?"))
    assert script.next_messages([TURN]) == (Message("user", "Two?"),)
    assert script.next_messages([TURN, TURN]) is None


def test_no_system_text_means_no_system_message() -> None:
    assert fixed_script("", ["One?"]).next_messages([]) == (Message("user", "One?"),)
