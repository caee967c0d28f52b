"""Who is who: people by a token only they hold, members of tables, and the links that let people in.

A token is never kept, only its hash: who reads the store can be nobody with it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable

import msgspec

from tablewright.rules import Refused
from tablewright.table.stores import Document, DocumentStore

encode = msgspec.json.encode


class Account(msgspec.Struct, frozen=True):
    id: str
    name: str = ""
    host: bool = False
    """Whether this is whoever runs the server."""
    since: float = 0.0
    host_by: str = ""
    """Hash of the host's link they came by. Once there is another, they are the host no longer."""


class Member(msgspec.Struct, frozen=True):
    """That a person sits at a table: in which seat, and whether the table is theirs."""

    table: str
    person: str
    seat: str
    role: str = ""
    owner: bool = False
    gone: str = ""
    """How the seat was lost, if it was: whoever had it no longer belongs to the table."""


class InvitationLink(msgspec.Struct, frozen=True):
    """A way in. For one seat or one role, if it names one; anybody may sit down by it until it is revoked."""

    id: str
    table: str
    by: str
    role: str = ""
    seat: str = ""
    since: float = 0.0


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(32)


class Accounts:
    """The papers of a store, as people."""

    def __init__(self, papers: DocumentStore, clock: Callable[[], float]) -> None:
        self.kept, self.clock = papers, clock

    # people

    def of(self, token: str) -> Account | None:
        """Whoever holds this token."""
        paper = self.kept.document("person", hash_token(token)) if token else None
        return msgspec.json.decode(paper.body, type=Account) if paper else None

    def new(self, name: str = "", host_by: str = "") -> tuple[Account, str]:
        """Somebody new, and the token that only they will hold."""
        token, person = new_token(), Account(secrets.token_hex(8), name, bool(host_by), self.clock(), host_by)
        self.kept.put(Document("person", hash_token(token), encode(person), by=person.id))
        return person, token

    def again(self, host_by: str) -> tuple[Account, str] | None:
        """Whoever has been the host by a link, with one token more: rather somebody who sits at a table, the last one.

        Nobody, if there is none.
        """
        people = [msgspec.json.decode(paper.body, type=Account) for paper in self.kept.documents("person")]
        hosts = [person for person in people if person.host and person.host_by == host_by]
        if not hosts:
            return None
        token, person = new_token(), max(hosts, key=lambda one: (bool(self.members(person=one.id)), one.since))
        self.kept.put(Document("person", hash_token(token), encode(person), by=person.id))
        return person, token

    def change(self, token: str, person: Account) -> None:
        """Somebody is as they are now, whichever token they show."""
        keys = {hash_token(token), *(paper.key for paper in self.kept.documents("person", by=person.id))}
        self.kept.put(*(Document("person", key, encode(person), by=person.id) for key in keys))

    # members

    def member(self, table: str, person: str) -> Member | None:
        paper = self.kept.document("member", f"{table}/{person}")
        return msgspec.json.decode(paper.body, type=Member) if paper else None

    def members(self, table: str = "", person: str = "") -> list[Member]:
        """All who belong to a table, or wherever a person belongs."""
        found = self.kept.documents("member", of=table, by=person)
        known = (msgspec.json.decode(paper.body, type=Member) for paper in found)
        return [member for member in known if not member.gone]

    def enrol(self, member: Member) -> None:
        key = f"{member.table}/{member.person}"
        self.kept.put(Document("member", key, encode(member), of=member.table, by=member.person))

    def let_go(self, table: str, seat: str, how: str) -> None:
        """A seat has been given up: whose it was no longer belongs to the table, unless the table is theirs."""
        for member in self.members(table=table):
            if member.seat == seat and not member.owner:
                self.enrol(msgspec.structs.replace(member, gone=how))

    # links

    def new_link(self, table: str, by: str, role: str = "", seat: str = "") -> tuple[InvitationLink, str]:
        token, link = new_token(), InvitationLink(secrets.token_hex(4), table, by, role, seat, self.clock())
        self.kept.put(Document("link", hash_token(token), encode(link), of=table, by=by))
        return link, token

    def link(self, token: str) -> InvitationLink:
        """What a link is for; refused if it never was one, or is none any more."""
        paper = self.kept.document("link", hash_token(token))
        if paper is None:
            raise Refused("This link is not valid, or no longer: ask for another.")
        return msgspec.json.decode(paper.body, type=InvitationLink)

    def links(self, table: str) -> list[InvitationLink]:
        return [msgspec.json.decode(paper.body, type=InvitationLink) for paper in self.kept.documents("link", of=table)]

    def revoke(self, table: str, id: str) -> None:
        keys = [
            paper.key
            for paper in self.kept.documents("link", of=table)
            if msgspec.json.decode(paper.body, type=InvitationLink).id == id
        ]
        if not keys:
            raise Refused("There is no such link.")
        self.kept.remove("link", *keys)
