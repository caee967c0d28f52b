"""Changes of the bestiary show up in the fights they affect."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

from tablewright import lab
from tablewright.catalog.installed import find_game
from tablewright.lab.studies.balance import Balance, BalanceFigure
from tablewright.lab.studies.balance_diff import baseline, diff_balances
from tablewright.lab.studies.balance_variants import figures_of, list_variants


def test_a_silt_widow_who_does_not_fall_is_seen_in_the_duel_against_her(tmp_path: Path) -> None:
    """39 Hit Points for her 9: the duel as it begins by itself is against another, and the one against her is lost."""
    box, alone = find_game("moonveil"), lab.WorkOptions(1, kept=None)
    folder = Path(copytree(box.path, tmp_path / "tough"))
    beasts = folder / "bestiary.py"
    beasts.write_text(beasts.read_text().replace('"Silt Widow", 9,', '"Silt Widow", 39,'))
    tough, kept = find_game(str(folder)), baseline(box)
    begun = {"duel": lab.run(tough, "duel", work=alone)}
    (one,) = (one for one in list_variants(tough, begun, True) if "=silt-widow" in one.called and "duel" in one.called)
    now = {f"{one.called}: {name}": BalanceFigure(*of) for name, of in figures_of(one, begun["duel"], alone).items()}
    was = {name: figure for name, figure in kept.scenarios.items() if name in now}
    found = diff_balances(Balance("", "", True, was, {}, {}), Balance("", "", True, now, {}, {}), "9", "39")
    moved = {m.name.rpartition(": ")[2]: m.by for m in found.moved}
    assert moved["the Seekers win"] < -0.5
    assert moved["the Seekers are dead"] > 0.5
    assert len(found.together()) == 1
