// Samples of what the server sends, complete in their types; a test names only what it is about.
import type {
  SeatPrompt,
  Draft,
  DraftField,
  GuideView,
  FeedItem,
  TurnOrderWidget,
  Panel,
  PoolWidget,
} from '../src/live/protocol.ts'
import type { WidgetOf } from '../src/widgets/widget.ts'

export const item = (number: number, kind: FeedItem['kind'], more: Partial<FeedItem> = {}): FeedItem => ({
  number,
  event: more.action_id ?? number,
  action_id: number,
  kind,
  text: `${kind} ${number}`,
  ...more,
})

export const prompt = (more: Partial<SeatPrompt> = {}): SeatPrompt => ({
  action: 'act',
  answered: [],
  cards: 0,
  cites: '',
  dice: 0,
  kind: 'choose',
  is_mine: true,
  most: 0,
  action_id: 1,
  options: [],
  path: '0',
  question: 'Which?',
  secret: false,
  sides: 0,
  asked: [],
  ...more,
})

export const pool = (label: string, more: Partial<PoolWidget> = {}): PoolWidget => ({
  widget: 'pool',
  label,
  dice: 2,
  sides: 6,
  reasons: [],
  faces: [],
  offer: null,
  moves: null,
  place: '',
  cites: '',
  ...more,
})

export const field = (label: string, value: string): WidgetOf<'field'> => ({
  widget: 'field',
  label,
  value,
  offer: null,
  cites: '',
})

export const track = (label: string): WidgetOf<'track'> => ({
  widget: 'track',
  label,
  value: 1,
  most: 3,
  marks: [],
  offer: null,
  cites: '',
  least: 0,
})

export const order = (names: string[], turn: number, round: number): TurnOrderWidget => ({
  widget: 'order',
  label: 'Turns',
  names,
  turn,
  round,
  cites: '',
})

export const panel = (title: string, words: Panel['words'], more: Partial<Panel> = {}): Panel => ({
  widget: 'panel',
  title,
  words,
  of: '',
  note: '',
  folded: false,
  ...more,
})

type Stage = GuideView['steps'][number]['stage']

/** A guide whose steps all offer to end the fight. */
export const guide = (stages: Stage[], more: Partial<GuideView> = {}): GuideView => ({
  name: 'session',
  subject: '',
  title: 'End the session',
  doc: '',
  subject_name: '',
  chance: false,
  ready: [],
  steps: stages.map((stage) => ({
    title: stage,
    stage,
    back: null,
    chosen: '',
    doc: '',
    left: '',
    optional: false,
    offers: [{ action: 'end_fight', params: {}, title: 'End the fight' }],
  })),
  ...more,
})

export const textField = (name: string, more: Partial<DraftField> = {}): DraftField => ({
  budget: '',
  choices: [],
  doc: '',
  examples: [],
  given: false,
  kind: 'text',
  label: name,
  least: null,
  main: true,
  many: false,
  most: null,
  name,
  required: true,
  shown: '',
  typed: false,
  usual: '',
  value: null,
  wrong: '',
  ...more,
})

export const draft = (values: Draft['values'], more: Partial<Draft> = {}): Draft => ({
  action: 'act',
  cites: [],
  doc: '',
  fields: [],
  group: '',
  missing: '',
  odds: null,
  preview: [],
  title: 'Act',
  values,
  why_not: '',
  ...more,
})
