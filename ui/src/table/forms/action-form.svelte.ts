import { untrack } from 'svelte'
import { errorMessage, Refused } from '../../http/errors'
import type { Draft, DraftField, JsonValue, OddsSummary, Offer, Values } from '../../live/protocol'
import type { Seat } from '../../live/seat.svelte'
import { tooLong } from './text-length'

/** How long somebody must pause before the form is drafted again, in milliseconds. */
const DRAFT_DELAY = 60

type FormSeat = Pick<Seat, 'version' | 'draft' | 'odds' | 'act'>

/** The form of an action: its values, the server's draft of them, the odds, and what was refused. */
export class ActionFormState {
  readonly #seat: FormSeat
  readonly #action: string

  /** What the server is asked to draft. */
  values = $state.raw<Values>({})
  /** What somebody has filled in, as it stands in the form: also what was emptied and what is not valid. */
  typed = $state.raw<Values>({})
  draft = $state.raw<Draft | null>(null)
  odds = $state.raw<OddsSummary | null>(null)
  counting = $state(false)
  busy = $state(false)
  error = $state('')
  #refusedField = $state.raw({ name: '', reason: '' })

  /** The values that `draft` was made of. */
  #drafted: Values | null = null
  /** The draft that is under way or was answered last: of which values, at which version of the table. */
  #request: { values: Values; version: number; answer: Promise<Draft> } | null = null

  #hasTooLong = $derived(!!this.draft?.fields.some((field) => this.#tooLong(field)))
  ready = $derived(!!this.draft && !this.draft.why_not && !this.draft.missing && !this.#hasTooLong)
  mainFields = $derived(this.draft?.fields.filter((field) => field.main && isOpen(field)) ?? [])
  moreFields = $derived(this.draft?.fields.filter((field) => !field.main && isOpen(field)) ?? [])
  /** Whether the odds say more than one certain outcome. */
  hasOdds = $derived(
    !!this.odds &&
      (this.odds.groups.length > 1 || !!this.odds.quantity || this.odds.changes.length > 0 || !!this.odds.note),
  )

  constructor(seat: FormSeat, offer: Offer) {
    this.#seat = seat
    this.#action = offer.action
    this.values = { ...offer.params }
  }

  set(name: string, value: JsonValue): void {
    const isEmpty = value === null || value === '' || (Array.isArray(value) && !value.length)
    const values = Object.entries({ ...this.values, [name]: value })
    this.values = Object.fromEntries(values.filter(([other]) => !isEmpty || other !== name))
    this.typed = { ...this.typed, [name]: value }
    this.#refusedField = { name: '', reason: '' }
  }

  fieldError(field: DraftField): string {
    return this.#tooLong(field) || (this.#refusedField.name === field.name ? this.#refusedField.reason : field.wrong)
  }

  /** Draft the values and count their odds. Called in an effect, it does so again when they or the table change. */
  keepDrafted(): (() => void) | undefined {
    const { values } = this
    const { version } = this.#seat
    return untrack(() => {
      if (this.#hasTooLong) return undefined
      let cancelled = false
      const refresh = (): void => void this.#refresh(values, version, () => cancelled)
      const timer = setTimeout(refresh, this.draft ? DRAFT_DELAY : 0)
      return () => {
        cancelled = true
        clearTimeout(timer)
      }
    })
  }

  /** Take the action as the form stands. Returns whether it was taken. */
  async submit(): Promise<boolean> {
    if (!this.ready || this.busy) return false
    this.busy = true
    try {
      await this.#seat.act(this.#action, await this.#completeValues())
      return true
    } catch (error) {
      const name = error instanceof Refused ? error.field : ''
      const reason = errorMessage(error)
      if (this.draft?.fields.some((field) => field.name === name)) this.#refusedField = { name, reason }
      else this.error = reason
      return false
    } finally {
      this.busy = false
    }
  }

  #tooLong(field: DraftField): string {
    return field.kind === 'text' && !field.many ? tooLong(this.values[field.name], field.most) : ''
  }

  /** The draft of these values. It is requested once, whoever wants it. */
  #requestDraft(values: Values, version: number): Promise<Draft> {
    if (this.#request?.values === values && this.#request.version === version) return this.#request.answer
    const answer = this.#seat.draft(this.#action, values)
    this.#request = { values, version, answer }
    answer.catch(() => {
      if (this.#request?.answer === answer) this.#request = null
    })
    return answer
  }

  #show(draft: Draft, values: Values): void {
    this.draft = draft
    this.#drafted = values
  }

  async #refresh(values: Values, version: number, isCancelled: () => boolean): Promise<void> {
    try {
      const draft = await this.#requestDraft(values, version)
      if (isCancelled()) return
      this.#show(draft, values)
      this.error = ''
      if (draft.why_not || draft.missing) return
      if (draft.odds) this.odds = draft.odds
      else await this.#countOdds(draft, isCancelled)
    } catch (error) {
      if (!isCancelled()) this.error = errorMessage(error)
    } finally {
      if (!isCancelled()) this.counting = false
    }
  }

  /** Ask for odds that took too long to come with the draft. */
  async #countOdds({ values }: Draft, isCancelled: () => boolean): Promise<void> {
    this.counting = true
    const odds = await this.#seat.odds(this.#action, values)
    if (!isCancelled()) this.odds = odds
  }

  /** The values at this moment, with those that the draft adds. Refused if they cannot be taken. */
  async #completeValues(): Promise<Values> {
    const { values, typed } = this
    const before = this.draft?.values ?? {}
    if (this.#drafted === values) return before
    let draft: Draft
    try {
      draft = await this.#requestDraft(values, this.#seat.version)
    } catch {
      // Nothing can be drafted just now: send what was typed over the last draft, and let the table decide.
      return { ...Object.fromEntries(Object.entries(before).filter(([name]) => !(name in typed))), ...values }
    }
    if (this.values === values) this.#show(draft, values)
    if (draft.why_not || draft.missing) throw new Refused(draft.why_not || draft.missing)
    return draft.values
  }
}

/** Whether a field is asked: one whose only choice is already made is not. */
const isOpen = (field: DraftField): boolean =>
  field.many || field.kind !== 'choice' || field.choices.length !== 1 || !field.given || !field.required
