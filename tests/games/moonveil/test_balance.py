"""What a change of the bestiary does is seen where it is felt."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

from tablewright import lab
from tablewright.lab.balance import Balance, Figure
from tablewright.lab.diffing import baseline, between
from tablewright.lab.turned import figures_of, turned
from tablewright.run.shelf import find


def test_a_silt_widow_who_does_not_fall_is_seen_in_the_duel_against_her(tmp_path: Path) -> None:
    """39 Hit Points for her 9: the duel as it begins by itself is against another, and the one against her is lost."""
    box, alone = find("moonveil"), lab.Work(1, kept=None)
    folder = Path(copytree(box.path, tmp_path / "tough"))
    beasts = folder / "bestiary.py"
    beasts.write_text(beasts.read_text().replace('"Silt Widow", 9,', '"Silt Widow", 39,'))
    tough, kept = find(str(folder)), baseline(box)
    begun = {"duel": lab.run(tough, "duel", work=alone)}
    (one,) = (one for one in turned(tough, begun, True) if "=silt-widow" in one.called and "duel" in one.called)
    now = {f"{one.called}: {name}": Figure(*of) for name, of in figures_of(one, begun["duel"], alone).items()}
    was = {name: figure for name, figure in kept.scenarios.items() if name in now}
    found = between(Balance("", "", True, was, {}, {}), Balance("", "", True, now, {}, {}), "9", "39")
    moved = {m.name.rpartition(": ")[2]: m.by for m in found.moved}
    assert moved["the Seekers win"] < -0.5
    assert moved["the Seekers are dead"] > 0.5
    assert len(found.together()) == 1
