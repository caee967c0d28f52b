"""`./table mutate GAME`: spoils the game's rules one place at a time and says what no test noticed."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from queue import SimpleQueue

from .arena import Arena
from .kept import Verdicts, equivalents, known_of, reason
from .mutant import Known, Mutant, Verdict, chosen
from .spoiling import mutants, spoilt
from .targets import Target, names, target


def told(mutant: Mutant, verdict: Verdict, progress: str) -> None:
    """Progress on the one side; on the other whom nobody noticed, with place and change."""
    how = f"killed by {verdict.by}" if verdict.killed else "survived"
    print(f"{progress}: {mutant.place} {how}", file=sys.stderr, flush=True)
    if not verdict.killed:
        print(f"{mutant.place}  {mutant.operator.removeprefix('core/')}", *mutant.diff(spoilt(mutant)), "", sep="\n")


def try_all(todo: Sequence[Mutant], arenas: Sequence[Arena], known: Known, verdicts: Verdicts) -> None:
    """Each in an arena that is free. When interrupted, those under way are finished and everything so far is kept."""
    free: SimpleQueue[Arena] = SimpleQueue()
    for arena in arenas:
        free.put(arena)
    numbers = count(1)

    def one(mutant: Mutant) -> None:
        arena = free.get()
        try:
            verdict = arena.tried(mutant, known)
        finally:
            free.put(arena)
        verdicts.keep(mutant, verdict)
        told(mutant, verdict, f"{next(numbers)} of {len(todo)}")

    with ThreadPoolExecutor(len(arenas)) as people:
        try:
            for under_way in [people.submit(one, mutant) for mutant in todo]:
                under_way.result()
        except KeyboardInterrupt:
            people.shutdown(wait=False, cancel_futures=True)
            print("broken off: what is under way is finished, and the next run goes on from there", file=sys.stderr)


def try_in(target: Target, todo: Sequence[Mutant], verdicts: Verdicts, jobs: int) -> None:
    """Makes so many arenas, learns what the tests run, and tries them all."""
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(jobs)]
        arenas = [Arena(folder, target) for folder in folders]
        try_all(todo, arenas, known_of(target, arenas[0].learn), verdicts)


def harmless(taken: Sequence[Mutant]) -> dict[Mutant, str]:
    """Those that are named as changing nothing, with the reason."""
    named = equivalents()
    files = {file for file, _, _ in named}
    near = [mutant for mutant in taken if mutant.path.name in files]
    return {mutant: why for mutant in near if (why := reason(mutant, spoilt(mutant), named))}


def main() -> int:
    parser = argparse.ArgumentParser(prog="mutate", description=__doc__)
    parser.add_argument("what", choices=names(), metavar="GAME", help=f"one of {', '.join(names())}")
    parser.add_argument("--sample", type=int, help="try so many, chosen by the seed (all, if left out)")
    parser.add_argument("--seed", type=int, default=0, help="which are chosen (default 0)")
    cores = os.cpu_count() or 1
    parser.add_argument("--jobs", type=int, default=cores, help="how many at a time (default: every core)")
    args = parser.parse_args()
    aim = target(args.what)
    verdicts = Verdicts(aim)
    taken = chosen([mutant for path in aim.files() for mutant in mutants(path)], args.sample, args.seed)
    nothing = harmless(taken)
    tried = [mutant for mutant in taken if mutant not in nothing]
    for mutant in tried:
        if (verdict := verdicts.get(mutant)) and not verdict.killed:
            told(mutant, verdict, "before")
    if todo := [mutant for mutant in tried if verdicts.get(mutant) is None]:
        try_in(aim, todo, verdicts, max(1, args.jobs))
    for mutant, why in nothing.items():
        print(f"{mutant.place}  changes nothing: {why}")
    found = [verdict for mutant in tried if (verdict := verdicts.get(mutant))]
    killed = sum(verdict.killed for verdict in found)
    print(f"killed {killed} of {len(found)}" + (f", and {len(tried) - len(found)} to try" * (len(found) < len(tried))))
    return 0 if killed == len(tried) else 1


if __name__ == "__main__":
    raise SystemExit(main())
