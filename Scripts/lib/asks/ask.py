"""The list of asks; the modules with the experiments fill it."""

import dataclasses
import typing

ASKS = []


@dataclasses.dataclass
class Ask:
    number: int
    title: str
    threads: str
    experiment: typing.Callable
    is_measured: bool  # Times or memory are compared, so that nothing else may run beside it.


def ask(number, title, threads, is_measured=False):
    """Enters an experiment, a function of a Trial, into the list."""

    def enter(experiment):
        ASKS.append(Ask(number, title, threads, experiment, is_measured))
        return experiment

    return enter
