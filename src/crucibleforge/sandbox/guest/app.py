"""The untrusted side: runs inside WebAssembly, holds no tests and no expected values, and answers one frame with one frame.

Nothing here protects anything: a solution may rewrite all of it. What protects is outside.
"""

import gc
import sys
import types

import wit_world

from .ballast import fill_holes
from .copyback import report, watch
from .operations import OPERATIONS, raised
from .output import Output
from .plain import is_plain
from .preload import preload
from .rehearsal import rehearse
from .stillness import allow_seeds, still
from .text import read, write
from .values import ancestry, at, decode, decode_all, encode, handle, know_as_root

MISSING = preload()


def exchange(reply):
    """Sends a reply and returns the next frame."""
    return read(wit_world.exchange(write(reply)))


class Session:
    """Serves one instance: one solution, one module."""

    def __init__(self):
        self.output = Output()
        self.module = types.ModuleType("solution")
        know_as_root(self.module)

    def serve(self):
        """Answers frames for as long as there are any: the host ends the last wait."""
        allow_seeds()
        frame = exchange({"hello": sys.version.split()[0], "missing": MISSING})
        while True:
            frame = exchange(self.answer(frame))

    def answer(self, frame):
        """The reply to a frame, whatever happens."""
        try:
            return self.perform(frame)
        except BaseException as error:  # noqa: BLE001 - an exit or interrupt is an outcome of the solution as well
            return failure(error)

    def perform(self, frame):
        """Does what a frame asks for."""
        operation = frame["op"]
        if operation == "load":
            return self.run_as("solution", frame["source"])
        if operation == "program":
            return self.program(frame["source"])
        args = frame["raw"] if "raw" in frame else decode_all(frame["a"], self.remote)
        kwargs = {name: decode(value, self.remote) for name, value in frame["k"].items()} if "k" in frame else {}
        function = getattr(at(frame["o"]), frame["n"]) if operation == "method" else OPERATIONS[operation]
        seen = watch(args, kwargs)
        result = function(*args, **kwargs)
        reply = {"raw": result} if is_plain(result) else {"ok": encode(result)}
        return reply | report(seen, result, encode) if seen else reply

    def run_as(self, name, source):
        """Executes source as the module of this name."""
        self.module.__name__ = name
        sys.modules[name] = self.module
        code = compile(source, f"{name.strip('_')}.py", "exec", dont_inherit=True)
        exec(code, self.module.__dict__)  # noqa: S102 - what all of this is for
        return {"ok": None}

    def program(self, source):
        """Executes source as a program: [what it printed, what went wrong]."""
        problem = ""
        try:
            self.run_as("__main__", source)
        except SystemExit as leaving:
            if leaving.code not in (None, 0):
                problem = f"SystemExit: {leaving.code}"
        except BaseException as error:  # noqa: BLE001 - as for a solution
            problem = f"{type(error).__name__}: {error}"
        text, is_cut = self.output.text()
        if is_cut and not problem:
            problem = "printed more than is kept"
        return {"ok": [text, problem]}

    def remote(self, tag, number):
        """A function or an iterator that lives in the grader."""
        if tag == "iterator":
            return self.remote_iterator(number)
        return lambda *args, **kwargs: self.ask(number, args, kwargs)

    def remote_iterator(self, number):
        """Steps through an iterator of the grader."""
        while True:
            found, value = self.ask(number, (), {})
            if not found:
                return
            yield value

    def ask(self, number, args, kwargs):
        """Calls a function of the grader, serving what it asks meanwhile."""
        told = {name: encode(value) for name, value in kwargs.items()}
        frame = exchange({"callback": number, "a": [encode(value) for value in args], "k": told})
        while "op" in frame:
            frame = exchange(self.answer(frame))
        if "err" in frame:
            raise self.raised(frame)
        return decode(frame["ok"], self.remote)

    def raised(self, frame):
        """What a function of the grader raised: the solution's own exception again, if it was one."""
        if "h" not in frame:
            return raised(frame["err"], frame["msg"])
        own = at(frame["h"])
        return own(*decode(frame["args"], self.remote)) if isinstance(own, type) else own


def failure(error):
    """An exception as a reply: names of its class and ancestors, text, arguments, and a handle for its attributes."""
    reply = {"err": ancestry(type(error)), "msg": "", "args": None, "h": None}
    for key, tell in (
        ("msg", lambda: str(error)[:2000]),
        ("args", lambda: encode(error.args)),
        ("h", lambda: handle(error)["i"]),
    ):
        try:
            reply[key] = tell()
        except BaseException:  # noqa: BLE001, S112 - an exception may refuse to be told
            continue
    return reply


class WitWorld(wit_world.WitWorld):
    """What the world exports."""

    def run(self) -> None:
        """Serves one instance."""
        SESSION.serve()


rehearse(Session)
still()
sys.path.clear()
sys.argv[:] = ["solution.py"]
gc.collect()
if sys.platform == "wasi":
    SESSION = Session()  # each instance starts with it made
    BALLAST = fill_holes()
gc.freeze()
