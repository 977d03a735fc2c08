"""All faults by kind and by name."""

from __future__ import annotations

from collections.abc import Mapping

from crucibleforge.testing._reply import Behaviour

from ._bytes import BYTES
from ._calls import CALLS
from ._connections import CONNECTIONS
from ._contents import CONTENTS, USAGE
from ._dialects import DIALECTS
from ._errors import ERRORS
from ._fault import ScriptedFault
from ._finishes import FINISHES
from ._statuses import STATUSES
from ._thoughts import THOUGHTS

KINDS: Mapping[str, tuple[ScriptedFault, ...]] = {
    "Connections": CONNECTIONS,
    "Bytes": BYTES,
    "Errors where a reply should be": ERRORS,
    "Statuses": STATUSES,
    "Refused parts of a request": DIALECTS,
    "Usage and served model": USAGE,
    "Finish reasons": FINISHES,
    "Contents": CONTENTS,
    "Thinking": THOUGHTS,
    "Tool calls": CALLS,
}
FAULTS: Mapping[str, ScriptedFault] = {entry.name: entry for kind in KINDS.values() for entry in kind}


def fault(name: str, *, times: int | None = None) -> Behaviour:
    """The behaviour of a named fault, for a `ScriptedServer`.

    Args:
        times: how many requests meet the fault before all is well; None = every one.

    Raises:
        KeyError: when no fault has this name.
    """
    return FAULTS[name].behaviour(times=times)
