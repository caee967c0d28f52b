// Made by `npm run protocol` from protocol.json, SHA-256 8419f19ba1bc617182d19f5e13d0e5c8301dff8320b3cb62d5c8f94560e8f64d.

export interface Wire {
  frame?:
    Welcome | Feed | Sight | People | Done | No | Drafted | Counted | Counselled | Doables | AtHand | Foreseen | Behind;
  wish?:
    | Hello
    | Act
    | Answer
    | Roll
    | Throw
    | Withdraw
    | Edit
    | Undo
    | Redo
    | Chance
    | StepBack
    | Say
    | Hand
    | Rename
    | Leave
    | Close
    | Pause
    | Resume
    | Agree
    | Object
    | DraftOf
    | OddsOf
    | CounselOn
    | Actions
    | DeskOf
    | ForecastOf
    | ValuesOf
    | Drafting;
  [k: string]: unknown;
}
/**
 * Where one sits. The feed begins at `since`; `undoable` are the kinds of items that an undo takes back.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Welcome".
 */
export interface Welcome {
  by_hand: boolean;
  commitment: string;
  game: string;
  is: "welcome";
  master: boolean;
  most: number;
  name: string;
  said: string;
  seat: string;
  since: number;
  table: string;
  title: string;
  undoable: string[];
}
/**
 * What has been told, in order; `next` is the number to come back with. `announce` is the same for the ear.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Feed".
 */
export interface Feed {
  announce: string;
  is: "feed";
  items: Item[];
  next: number;
}
/**
 * One thing told. `entry` is the journal entry that told it, `of` the entry of the action it belongs to.
 *
 * `to` are the seats that may read it, besides a master; everyone, if it is None.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Item".
 */
export interface Item {
  against?: string;
  audience?: string[];
  by?: string;
  cites?: string;
  counted?: boolean[];
  entry: number;
  faces?: number[];
  hand?: boolean;
  kind:
    | "acted"
    | "agreed"
    | "carried"
    | "choice"
    | "closed"
    | "committed"
    | "draw"
    | "edited"
    | "given up"
    | "handed"
    | "joined"
    | "left"
    | "moved"
    | "objected"
    | "opened"
    | "outcome"
    | "paused"
    | "redone"
    | "renamed"
    | "reopened"
    | "resumed"
    | "roll"
    | "said"
    | "tell"
    | "undone"
    | "unplayed";
  number: number;
  of: number;
  reasons?: string[];
  sides?: number;
  text: string;
  to?: string[] | null;
  tone?: "" | "bad" | "even" | "good" | "great" | "mixed";
  upto?: number | null;
  whom?: string[];
}
/**
 * What has changed of what a seat sees. Nothing is said of what has not.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Sight".
 */
export interface Sight {
  asks?: Ask[] | null;
  cast?: Handable[] | null;
  closed?: boolean | null;
  entries: number;
  foremost?: Offer[] | null;
  guides?: Guide[] | null;
  is: "look";
  line?: [number, number][] | null;
  motions?: Motion[] | null;
  order?: string[] | null;
  over?: string | null;
  panels?: {
    [k: string]: Panel;
  };
  paused?: string | null;
  read_only?: string | null;
  seats?: SeatAt[] | null;
  stays?: number;
  undoes?: number | null;
  waiting?: string | null;
}
/**
 * One open question. `whom` are those who may answer, by name; `mine` whether this seat is among them.
 *
 * Options are for those who may choose; `answered` are those asked together with them who have spoken, not what they
 * said.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Ask".
 */
export interface Ask {
  action: string;
  answered: string[];
  at: string;
  cards: number;
  cites: string;
  dice: number;
  kind: "choose" | "draw" | "roll" | "write";
  mine: boolean;
  most: number;
  of: number;
  options: Option[];
  question: string;
  secret: boolean;
  sides: number;
  whom: string[];
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Option".
 */
export interface Option {
  cost: number;
  key: string;
  label: string;
}
/**
 * A character that somebody may hand over: who plays it now, by seat; nobody, if none is named.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Handable".
 */
export interface Handable {
  name: string;
  seat: string;
  who: string;
}
/**
 * An action a word invites to, with the parameters already known.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Offer".
 */
export interface Offer {
  action: string;
  params: {
    [k: string]: unknown;
  };
  title: string;
}
/**
 * A path somebody may walk now. `of` is whom it is about, `name` what they are called; nothing, for one who is
 * still to come, or for the table as a whole. `chance`: what is left of it may be left to the dice.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Guide".
 */
export interface Guide {
  chance: boolean;
  doc: string;
  name: string;
  of: string;
  path: string;
  ready: Offer[];
  steps: GuideStep[];
  title: string;
}
/**
 * A step as it stands: what was chosen in it, what is left to spend, what can be done in it now.
 *
 * `back` is the entry to undo to, for somebody who wants to take it anew; nothing, where it is not theirs to undo.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "GuideStep".
 */
export interface GuideStep {
  back: number | null;
  chosen: string;
  doc: string;
  left: string;
  offers: Offer[];
  optional: boolean;
  stage: "done" | "later" | "now" | "open";
  title: string;
}
/**
 * What somebody proposes, where everybody has to consent; `agreed` are the seats that have.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Motion".
 */
export interface Motion {
  agreed: string[];
  number: number;
  seat: string;
  what: string;
}
/**
 * A titled group of words. `of` is the character or thing it shows, if it is one.
 *
 * `folded` is for what people look up rather than watch: only its title shows until somebody opens it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Panel".
 */
export interface Panel {
  folded: boolean;
  note: string;
  of: string;
  title: string;
  word: "panel";
  words: (Panel | Text | Field | Track | Ruler | Token | Pool | Clock | Card | Deck | Table | Order)[];
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Text".
 */
export interface Text {
  cites: string;
  kind: "bad" | "good" | "plain" | "quiet";
  text: string;
  word: "text";
}
/**
 * A name and a value.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Field".
 */
export interface Field {
  cites: string;
  label: string;
  offer: Offer | null;
  value: string;
  word: "field";
}
/**
 * Pips: so many of so many. `marks` puts words at places of the track, such as levels or lines.
 *
 * A track may begin below nothing: `least` is its first place.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Track".
 */
export interface Track {
  cites: string;
  label: string;
  least: number;
  marks: [number, string][];
  most: number;
  offer: Offer | null;
  value: number;
  word: "track";
}
/**
 * A row of numbers from `first` to `last`, cut by lines: one stands left of each number in `cuts`.
 *
 * A die may stand on one of them: `at` is its place, which may lie beyond the row, and `face` what it shows.
 * `zones` say what the stretches between the lines mean.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Ruler".
 */
export interface Ruler {
  at: number | null;
  cites: string;
  cuts: number[];
  face: number;
  first: number;
  label: string;
  last: number;
  offer: Offer | null;
  word: "ruler";
  zones: string[];
}
/**
 * Something one has or has not.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Token".
 */
export interface Token {
  cites: string;
  label: string;
  note: string;
  offer: Offer | null;
  on: boolean;
  word: "token";
}
/**
 * Dice, with where they come from: ("2 NAV", "1 AFTERBURNERS"); what is taken away begins with a minus.
 *
 * Dice that lie somewhere and can be laid elsewhere say so: `place` is what the action that `moves` them calls how
 * many lie there. Neighbours that the same action moves share their dice.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Pool".
 */
export interface Pool {
  cites: string;
  dice: number;
  faces: number[];
  label: string;
  moves: Offer | null;
  offer: Offer | null;
  place: string;
  reasons: string[];
  sides: number;
  word: "pool";
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Clock".
 */
export interface Clock {
  cites: string;
  filled: number;
  kind: string;
  label: string;
  note: string;
  offer: Offer | null;
  size: number;
  word: "clock";
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Card".
 */
export interface Card {
  cites: string;
  offer: Offer | null;
  state: string;
  text: string;
  title: string;
  word: "card";
}
/**
 * Cards still in it, and those this seat may read.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Deck".
 */
export interface Deck {
  cites: string;
  drawn: Card[];
  known: Card[];
  label: string;
  left: number;
  offer: Offer | null;
  word: "deck";
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Table".
 */
export interface Table {
  cites: string;
  columns: string[];
  label: string;
  offer: Offer | null;
  rows: string[][];
  word: "table";
}
/**
 * Who acts when; `turn` is the place of whoever acts now.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Order".
 */
export interface Order {
  cites: string;
  label: string;
  names: string[];
  round: number;
  turn: number | null;
  word: "order";
}
/**
 * Somebody at the table, as everybody knows them.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SeatAt".
 */
export interface SeatAt {
  called: string;
  id: string;
  master: boolean;
  name: string;
  plays: string[];
  role: string;
}
/**
 * Who is here, and who of them prepares something.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "People".
 */
export interface People {
  drafting: string[];
  here: string[];
  is: "people";
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Done".
 */
export interface Done {
  entry: number;
  id: string;
  is: "done";
}
/**
 * Refused, and why: nothing has changed. `field` is the field of the form it is about, if it is about one.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "No".
 */
export interface No {
  field: string;
  id: string;
  is: "no";
  why: string;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Drafted".
 */
export interface Drafted {
  draft: Draft;
  entries: number;
  id: string;
  is: "drafted";
}
/**
 * An action as far as it has been filled in. `why_not` says why it cannot be taken at all; `missing` what is still
 * to be said; `preview` what would be told before the first die falls, and what falls first.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Draft".
 */
export interface Draft {
  action: string;
  cites: string[];
  doc: string;
  fields: DraftField[];
  group: string;
  missing: string;
  preview: string[];
  title: string;
  values: {
    [k: string]: unknown;
  };
  why_not: string;
}
/**
 * One thing asked. `value` is what has been said, `shown` what people call that; `wrong` why it will not do.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DraftField".
 */
export interface DraftField {
  budget: string;
  choices: Choice[];
  doc: string;
  examples: string[];
  given: boolean;
  kind: "choice" | "flag" | "number" | "text";
  label: string;
  least: number | null;
  main: boolean;
  many: boolean;
  most: number | null;
  name: string;
  required: boolean;
  shown: string;
  typed: boolean;
  usual: string;
  value: unknown;
  wrong: string;
}
/**
 * One thing a field may be: as it is written, what it is called, a note, and why not, if it cannot be now.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Choice".
 */
export interface Choice {
  label: string;
  note: string;
  value: unknown;
  why_not: string;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Counted".
 */
export interface Counted {
  entries: number;
  id: string;
  is: "counted";
  odds: Prospect;
}
/**
 * What may come of an action. `how` says what best play means; `assumed` what others are taken to say; `note` why
 * something is not counted, if so.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Prospect".
 */
export interface Prospect {
  assumed: string[];
  changes: Change[];
  costs: Change[];
  counted: "headline" | "hidden" | "tried" | "whole";
  groups: Group[];
  how: "best" | "equilibrium" | "minimax";
  note: string;
  plays: number;
  quantity: Quantity | null;
  title: string;
  worth: number;
}
/**
 * A measure that may change: how likely, and by how much on average.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Change".
 */
export interface Change {
  called: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  chance: [number, number];
  good: number;
  label: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  mean: [number, number];
  whose: string;
  yes: boolean;
}
/**
 * What a player would call an outcome before the roll, with its chances; what is inside it is folded away.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Group".
 */
export interface Group {
  /**
   * @minItems 2
   * @maxItems 2
   */
  chance: [number, number];
  inside: [string, [number, number]][];
  label: string;
  tone: "" | "bad" | "even" | "good" | "great" | "mixed";
}
/**
 * A number that the action comes to: on average, and at least so many.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Quantity".
 */
export interface Quantity {
  at_least: [number, [number, number]][];
  /**
   * @minItems 2
   * @maxItems 2
   */
  mean: [number, number];
  unit: string;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Counselled".
 */
export interface Counselled {
  counsel: Counsel;
  entries: number;
  id: string;
  is: "counselled";
}
/**
 * An open question: what each option would come to, and the best of them for whoever is asked, if one is.
 *
 * `note` says why there is nothing to tell of them, if so.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Counsel".
 */
export interface Counsel {
  best: string;
  note: string;
  options: {
    [k: string]: Prospect;
  };
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Doables".
 */
export interface Doables {
  actions: Doable[];
  entries: number;
  id: string;
  is: "doables";
}
/**
 * An action as a list shows it. Its number is its own for as long as the game has it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Doable".
 */
export interface Doable {
  doc: string;
  group: string;
  instant: boolean;
  name: string;
  number: number;
  title: string;
  why_not: string;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "AtHand".
 */
export interface AtHand {
  desk: Desk;
  entries: number;
  id: string;
  is: "at hand";
}
/**
 * What lies in reach: rulings of one tap, tools, and what can be foreseen.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Desk".
 */
export interface Desk {
  forecasts: Foreseeable[];
  taps: Tap[];
  tools: Offer[];
}
/**
 * Something that can be played on from here to its end, many times over: by which policies, or why not now.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Foreseeable".
 */
export interface Foreseeable {
  doc: string;
  name: string;
  policies: string[];
  title: string;
  why_not: string;
}
/**
 * An action that lacks one choice, or whom and a choice: `values` is all that goes without saying.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Tap".
 */
export interface Tap {
  action: string;
  fields: DraftField[];
  title: string;
  values: {
    [k: string]: unknown;
  };
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Foreseen".
 */
export interface Foreseen {
  entries: number;
  forecast: Forecast;
  id: string;
  is: "foreseen";
}
/**
 * How it may end, how long it takes and what is left on average. `plays` is 0 where it was solved exactly; there is
 * `more` to be known by asking for the next round.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Forecast".
 */
export interface Forecast {
  endings: Share[];
  left: Mean[];
  more: boolean;
  plays: number;
  policy: string;
  steps: Mean;
  title: string;
}
/**
 * A chance, with half its 95 % interval; 0, where it is exact.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Share".
 */
export interface Share {
  chance: number;
  name: string;
  wide: number;
}
/**
 * How much of something there is on average, with half its 95 % interval; 0, where it is exact.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Mean".
 */
export interface Mean {
  mean: number;
  name: string;
  wide: number;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Behind".
 */
export interface Behind {
  entries: number;
  id: string;
  is: "behind";
  values: Value[];
}
/**
 * A value that can be set by hand: where it stands, what it is called there, and what it may be.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Value".
 */
export interface Value {
  choices: string[];
  kind: "choice" | "flag" | "number" | "text";
  label: string;
  path: string;
  value: unknown;
}
/**
 * The first thing said: `since` is the number of the first item of the feed that is not known yet.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Hello".
 */
export interface Hello {
  do: "hello";
  since?: number;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Act".
 */
export interface Act {
  action: string;
  do: "act";
  id: string;
  nonce?: string;
  seen?: number;
  values?: {
    [k: string]: unknown;
  };
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Answer".
 */
export interface Answer {
  at: string;
  choice: string;
  do: "answer";
  id: string;
  nonce?: string;
  of: number;
  seen?: number;
}
/**
 * Dice from somebody's own hand.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Roll".
 */
export interface Roll {
  at: string;
  do: "roll";
  /**
   * @maxItems 1000
   */
  faces: number[];
  id: string;
  nonce?: string;
  of: number;
}
/**
 * The table throws what is waited for.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Throw".
 */
export interface Throw {
  do: "throw";
  id: string;
  nonce?: string;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Withdraw".
 */
export interface Withdraw {
  do: "withdraw";
  id: string;
  of: number;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Edit".
 */
export interface Edit {
  do: "edit";
  id: string;
  path: string;
  value: unknown;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Undo".
 */
export interface Undo {
  do: "undo";
  id: string;
  to?: number | null;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Redo".
 */
export interface Redo {
  do: "redo";
  id: string;
  to?: number | null;
}
/**
 * The next thing on a guided path, left to chance: as often as is wished, one thing at a time.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Chance".
 */
export interface Chance {
  do: "chance";
  id: string;
  nonce?: string;
  of?: string;
  path: string;
}
/**
 * Back to how it was when a step of a guided path was begun, counted from 0.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "StepBack".
 */
export interface StepBack {
  do: "step-back";
  id: string;
  of: string;
  path: string;
  step: number;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Say".
 */
export interface Say {
  do: "say";
  id: string;
  text: string;
  /**
   * @maxItems 100
   */
  to?: string[];
}
/**
 * A character for another seat; for nobody, if none is named.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Hand".
 */
export interface Hand {
  do: "hand";
  id: string;
  to?: string;
  who: string;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Rename".
 */
export interface Rename {
  do: "rename";
  id: string;
  name: string;
  seat?: string;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Leave".
 */
export interface Leave {
  do: "leave";
  id: string;
  seat?: string;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Close".
 */
export interface Close {
  do: "close";
  id: string;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Pause".
 */
export interface Pause {
  do: "pause";
  id: string;
  why?: string;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Resume".
 */
export interface Resume {
  do: "resume";
  id: string;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Agree".
 */
export interface Agree {
  do: "agree";
  id: string;
  of: number;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Object".
 */
export interface Object {
  do: "object";
  id: string;
  of: number;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DraftOf".
 */
export interface DraftOf {
  action: string;
  do: "draft";
  id: string;
  values?: {
    [k: string]: unknown;
  };
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OddsOf".
 */
export interface OddsOf {
  action: string;
  do: "odds";
  id: string;
  values?: {
    [k: string]: unknown;
  };
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "CounselOn".
 */
export interface CounselOn {
  at: string;
  do: "counsel";
  id: string;
  of: number;
}
/**
 * Everything this seat might do, the impossible with its reason.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Actions".
 */
export interface Actions {
  do: "actions";
  id: string;
}
/**
 * What this seat does in one tap, and what it can foresee.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DeskOf".
 */
export interface DeskOf {
  do: "desk";
  id: string;
}
/**
 * How something is likely to go on from here: for the master, or for all where nobody is. Later rounds tell it
 * better.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ForecastOf".
 */
export interface ForecastOf {
  do: "forecast";
  id: string;
  name: string;
  policy?: string;
  round?: number;
}
/**
 * What stands behind a word of a panel, for whoever may set it by hand.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ValuesOf".
 */
export interface ValuesOf {
  do: "values";
  id: string;
  label: string;
  panel: string;
}
/**
 * That somebody prepares an action, or no longer does. Not which.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Drafting".
 */
export interface Drafting {
  do: "drafting";
  on: boolean;
}
/**
 * An experiment to begin.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Asked".
 */
export interface Asked {
  game: string;
  measures?: boolean;
  policy?: string;
  rulings?: {
    [k: string]: unknown;
  };
  scenario: string;
  settings?: {
    [k: string]: unknown;
  };
  table?: string;
}
/**
 * Best play as well as it is known, beside the policies of the game.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Bettered".
 */
export interface Bettered {
  habits: Taken[];
  policies: Share[];
  proven: boolean;
  sentence: string;
  situations: Situation[];
}
/**
 * A question as best play meets it: how often, and how often each answer is what it takes; and what to go by, the
 * first line that fits, with what that costs, in words.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Taken".
 */
export interface Taken {
  answers: Share[];
  costs: string;
  lines: Guideline[];
  often: number;
  question: string;
}
/**
 * A line of what to go by: where, what to do then, how often of all times asked, and how often it is the best.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Guideline".
 */
export interface Guideline {
  answer: string;
  right: number;
  share: number;
  where: string;
}
/**
 * Where best play is decided: how often one comes there, what a random answer loses, and what each is worth.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Situation".
 */
export interface Situation {
  loses: number;
  often: number;
  options: Weighed[];
  question: string;
  where: string[];
}
/**
 * An answer best play may give, and what it is worth in words, as far as that is known.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Weighed".
 */
export interface Weighed {
  best: boolean;
  name: string;
  worth: string;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Brought".
 */
export interface Brought {
  name: string;
  said: string;
  table: string;
}
/**
 * An experiment: how far it is, and what is known of it by now.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Experiment".
 */
export interface Experiment {
  about: string;
  asked: number;
  best: Bettered | null;
  endings: Share[];
  exact: boolean;
  field: string;
  fields: Fact[];
  figures: Figure[];
  first: Share[];
  found: string;
  game: string;
  id: string;
  note: string;
  policy: string;
  private: boolean;
  question: Asked;
  scenario: string;
  step: string;
  title: string;
  why: string;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Fact".
 */
export interface Fact {
  name: string;
  value: string;
}
/**
 * A number that may come out one way or another: each value with its chance, and with that of so much or more. One
 * that says something on average only has neither.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Figure".
 */
export interface Figure {
  chances: [number, number][];
  curve: [number, number][];
  mean: number;
  name: string;
  said: string;
  wide: number;
}
/**
 * A game on the shelf.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "GameOf".
 */
export interface GameOf {
  about: string;
  actions: number;
  font: string;
  look: Look;
  name: string;
  roles: RoleOf[];
  rules: number;
  rulings: Ruled[];
  title: string;
  version: string;
}
/**
 * `font` is a woff2 file in the game's folder, for titles; `texture` an SVG tile, drawn faintly behind everything.
 *
 * `about` is the game in two sentences; `facts` are what somebody choosing tonight's game wants to know: dice, how
 * many, how long. `clocks` says how each kind of clock sounds.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Look".
 */
export interface Look {
  about: string;
  chroma: number;
  clocks: {
    [k: string]: "" | "bad" | "even" | "good" | "great" | "mixed";
  };
  emblem: Stroke[];
  facts: string[];
  font: string;
  hue: number;
  scale: number;
  texture: string;
  track: number;
  weight: number;
}
/**
 * A path of an emblem, in a square of 48 by 48; `filled` ones are tinted as well as drawn.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Stroke".
 */
export interface Stroke {
  d: string;
  filled: boolean;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RoleOf".
 */
export interface RoleOf {
  called: string;
  doc: string;
  fewest: number;
  master: boolean;
  most: number;
  name: string;
}
/**
 * A house ruling: the question, its usual answer and the others, as they are written.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Ruled".
 */
export interface Ruled {
  choices: string[];
  cites: string;
  name: string;
  question: string;
  usual: string;
}
/**
 * A game's rules in short: what it is, and each section's rules one after the other.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "InShort".
 */
export interface InShort {
  about: string;
  sections: [string, string][];
  title: string;
}
/**
 * A stretch of the feed.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Items".
 */
export interface Items {
  items: Item[];
  next: number;
}
/**
 * Sits down by a link: in a free seat, or in a new one of a role.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Join".
 */
export interface Join {
  name: string;
  role?: string;
  seat?: string;
  token: string;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LinkOf".
 */
export interface LinkOf {
  id: string;
  role: string;
  seat: string;
  since: number;
  token: string;
}
/**
 * Who one is here; nobody yet, without an id.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Me".
 */
export interface Me {
  host: boolean;
  id: string;
  may_begin: boolean;
  name: string;
}
/**
 * A table to begin: with the game's ready-made people and opening, or with nothing on it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewTable".
 */
export interface NewTable {
  by_hand?: boolean;
  empty?: boolean;
  game: string;
  me?: string;
  name?: string;
  rulings?: {
    [k: string]: unknown;
  };
}
/**
 * What one action told: who did what, what came of it, and the sentences between.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Paragraph".
 */
export interface Paragraph {
  by: string;
  deed: string;
  of: number;
  outcome: string;
  sentences: string[];
  tone: "" | "bad" | "even" | "good" | "great" | "mixed";
}
/**
 * A field of a scenario: what it means, its usual value, and what it takes, as they are written. One that may be
 * empty has "none", or its own word for that, among its choices.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Range".
 */
export interface Range {
  choices: string[];
  doc: string;
  kind: string;
  label: string;
  least: number | null;
  most: number | null;
  name: string;
  usual: string;
}
/**
 * Why not, in a sentence.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Refusal".
 */
export interface Refusal {
  field: string;
  why: string;
}
/**
 * One rule of a game's ledger.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RuleOf".
 */
export interface RuleOf {
  id: string;
  ours: string;
  section: string;
  text: string;
  title: string;
}
/**
 * Something the lab can run, and who may decide in it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ScenarioOf".
 */
export interface ScenarioOf {
  doc: string;
  fields: Range[];
  from_table: boolean;
  name: string;
  policies: string[];
  title: string;
}
/**
 * A seat that can be taken.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SeatOf".
 */
export interface SeatOf {
  id: string;
  name: string;
  plays: string[];
  role: string;
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Seated".
 */
export interface Seated {
  seat: string;
  table: string;
}
/**
 * Where an experiment would begin: the house rulings in force, and every value with the path it is set by.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Start".
 */
export interface Start {
  rulings: Fact[];
  values: Fact[];
}
/**
 * A table as one seat was told it. `deeds` are how many actions each took, most first.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Story".
 */
export interface Story {
  by_hand: number;
  commitment: string;
  deeds: [string, number][];
  dice: number;
  name: string;
  paragraphs: Paragraph[];
  seed: string;
  throws: number;
  title: string;
  undone: number;
}
/**
 * A table of mine.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TableOf".
 */
export interface TableOf {
  closed: boolean;
  entries: number;
  game: string;
  here: string[];
  id: string;
  master: boolean;
  name: string;
  owner: boolean;
  seat: string;
  thrown_away: number;
  title: string;
  touched: number;
}
/**
 * Where a link leads: the table, the seats nobody sits in, the roles one may still sit down as.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Way".
 */
export interface Way {
  called: {
    [k: string]: string;
  };
  game: string;
  mine: string;
  name: string;
  roles: string[];
  seats: SeatOf[];
  table: string;
  title: string;
}
