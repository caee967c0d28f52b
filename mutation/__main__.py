"""`./table mutate GAME`: spoils the game's rules one place at a time and says what no test noticed."""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from queue import SimpleQueue

from .arena import Arena, Known, Verdict
from .kept import Verdicts, equivalents, known_of, reason
from .mutants import Mutant, mutants
from .targets import names, target


def chosen(all_: Sequence[Mutant], sample: int | None, seed: int) -> list[Mutant]:
    """So many of them, the same for the same seed; or all."""
    return list(all_) if sample is None else random.Random(seed).sample(all_, min(sample, len(all_)))


def told(mutant: Mutant, verdict: Verdict, progress: str) -> None:
    """Progress on the one side; on the other whom nobody noticed, with place and change."""
    how = f"killed by {verdict.by}" if verdict.killed else "survived"
    print(f"{progress}: {mutant.place} {how}", file=sys.stderr, flush=True)
    if not verdict.killed:
        print("\n".join([f"{mutant.place}  {mutant.operator.removeprefix('core/')}", *mutant.diff(), ""]), flush=True)


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
        except BaseException:
            people.shutdown(wait=False, cancel_futures=True)
            raise


def main() -> int:
    parser = argparse.ArgumentParser(prog="mutate", description=__doc__)
    parser.add_argument("what", choices=names(), metavar="GAME", help=f"one of {', '.join(names())}")
    parser.add_argument("--sample", type=int, help="try so many, chosen by the seed (all, if left out)")
    parser.add_argument("--seed", type=int, default=0, help="which are chosen (default 0)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time (default: every core)"
    )
    args = parser.parse_args()
    aim = target(args.what)
    named, verdicts = equivalents(), Verdicts(aim)
    taken = chosen([mutant for path in aim.files() for mutant in mutants(path)], args.sample, args.seed)
    harmless = {mutant: why for mutant in taken if (why := reason(mutant, named))}
    tried = [mutant for mutant in taken if mutant not in harmless]
    if todo := [mutant for mutant in tried if verdicts.get(mutant) is None]:
        with ExitStack() as stack:
            folders = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(max(1, args.jobs))]
            arenas = [Arena(folder, aim) for folder in folders]
            print("running the tests once as they are", file=sys.stderr, flush=True)
            known = Known(**known_of(aim, arenas[0].learn))
            try_all(todo, arenas, known, verdicts)
    before = set(tried) - set(todo)
    for mutant in tried:
        verdict = verdicts.get(mutant)
        if mutant in before and verdict and not verdict.killed:
            told(mutant, verdict, "before")
    for mutant, why in harmless.items():
        print(f"{mutant.place}  changes nothing: {why}")
    killed = sum(1 for mutant in tried if (verdict := verdicts.get(mutant)) and verdict.killed)
    print(f"killed {killed} of {len(tried)}")
    return 0 if killed == len(tried) else 1


if __name__ == "__main__":
    raise SystemExit(main())
