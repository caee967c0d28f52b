"""What a host's monitoring reads: counts and sizes, never a name, a word or a secret."""

from __future__ import annotations

import time

from tablewright.server.context import ServerContext


def prometheus_text(house: ServerContext) -> str:
    """Prometheus text."""
    values = {
        "tables_open": ("gauge", "Tables in memory.", len(house.rooms.open)),
        "connections": ("gauge", "People connected.", house.connections),
        "deeds_total": ("counter", "Deeds done.", house.counts["deeds"]),
        "refused_total": ("counter", "Deeds refused.", house.counts["refused"]),
        "faults_total": ("counter", "What failed for a fault of ours or of a game's.", house.counts["faults"]),
        "questions_total": ("counter", "Drafts and odds asked for.", house.counts["questions"]),
        "counted_total": ("counter", "Drafts and odds counted, not shared.", house.counters.counted),
        "kept_total": ("counter", "Bundles of records kept.", house.keeper.committed),
        "groups_total": ("counter", "Groups they were kept in, each with one sync.", house.keeper.groups),
        "cpu_seconds_total": ("counter", "Processor time of this process.", time.process_time()),
        "up_seconds": ("gauge", "Seconds since it was started.", time.time() - house.started),
    }
    lines = []
    for name, (kind, doc, value) in values.items():
        full = f"tablewright_{name}"
        lines += [f"# HELP {full} {doc}", f"# TYPE {full} {kind}", f"{full} {value:.10g}"]
    return "\n".join(lines) + "\n"
