import { api } from '../http/api'
import { errorMessage } from '../http/errors'
import type {
  LabJobBody,
  LabJobInfo,
  GameInfo,
  CurrentUser,
  RulingInfo,
  ScenarioInfo,
  StartInfo,
  Values,
} from '../live/protocol'
import { settingText } from './job'
import { isJson, startValueError, valuesByPath, type StartValue } from './start-values'

/** What the form needs to know of the lab: who asks, and which game and scenarios there are. */
export interface LabFormContext {
  readonly me: CurrentUser
  readonly game: GameInfo | undefined
  readonly scenarios: ScenarioInfo[]
  /** The job that is shown: what it was refused for stands at its field. */
  readonly shown: LabJobInfo | null
}

/** The form of the lab: a scenario with its fields, values by path, policy and house rulings. */
export class LabForm {
  readonly #lab: LabFormContext

  #scenarioName = $state('')
  /** The fields that were changed, by name. */
  values = $state.raw<Record<string, string>>({})
  startValues = $state.raw<StartValue[]>([])
  rulings = $state.raw<Record<string, string>>({})
  policy = $state('')
  #measures = $state(false)
  /** The table to begin with as it stands; none is the scenario's own start. */
  table = $state('')
  /** Where the scenario begins: its values by path, and the house rulings of a table. */
  start = $state.raw<StartInfo | null>(null)
  startError = $state('')
  #startLoadedFor = ''

  scenario = $derived.by(() => {
    const { scenarios } = this.#lab
    return scenarios.find((one) => one.name === this.#scenarioName) ?? scenarios[0]
  })
  /** A table begins as it stands, and so has no fields. */
  fields = $derived.by(() => (this.table ? [] : (this.scenario?.fields ?? [])))
  #fieldNames = $derived(this.fields.map((field) => field.name))
  /** The game with the house rulings in force: the table's own, where it begins with one. */
  ruledGame = $derived.by(() => {
    const { game } = this.#lab
    const ofTable = this.table ? (this.start?.rulings ?? []) : []
    const usual = ({ name, usual }: RulingInfo): string => ofTable.find((fact) => fact.name === name)?.value ?? usual
    return game && { ...game, rulings: game.rulings.map((ruling) => ({ ...ruling, usual: usual(ruling) })) }
  })

  constructor(lab: LabFormContext) {
    this.#lab = lab
  }

  /** Begin with a scenario: nothing set, and the first free option taken. */
  selectScenario(name: string): void {
    this.#scenarioName = name
    this.values = {}
    this.startValues = []
    this.table = ''
    this.policy = ''
    this.#measures = false
  }

  /** Begin anew with a scenario of another game, which has other house rulings. */
  clear(scenario: string): void {
    this.rulings = {}
    this.selectScenario(scenario)
  }

  /** Show what a job asked. */
  fill({ question }: LabJobInfo): void {
    const scenario = this.#lab.scenarios.find((one) => one.name === question.scenario)
    const names = scenario?.fields.map((field) => field.name) ?? []
    const settings = Object.entries(asTexts(question.settings))
    const isField = ([name, value]: [string, string]): boolean => names.includes(name) && !isJson(value)
    this.#scenarioName = question.scenario
    this.values = Object.fromEntries(settings.filter(isField))
    this.startValues = settings.filter((one) => !isField(one)).map(([path, value]) => ({ path, value }))
    this.table = question.table ?? ''
    this.rulings = asTexts(question.rulings)
    this.policy = question.policy ?? ''
    this.#measures = question.measures ?? false
  }

  setField(name: string, value: string): void {
    this.values = { ...this.values, [name]: value }
  }

  get isValid(): boolean {
    return this.startValues.every((_, index) => !startValueError(this.startValues, index, this.#fieldNames))
  }

  /** Why the value of a field was refused, while it is still the same. */
  fieldError(name: string, value = this.values[name]): string {
    const { shown } = this.#lab
    return shown?.reason && shown.field === name && shown.question.settings?.[name] === value ? shown.reason : ''
  }

  startValueError(index: number): string {
    const row = this.startValues[index]
    const error = startValueError(this.startValues, index, this.#fieldNames)
    return error || (row ? this.fieldError(row.path.trim(), row.value) : '')
  }

  /** The question as the form asks it. Only what is not as usual is part of it. */
  question(): LabJobBody {
    const { settings, ...question } = this.#questionWithoutPaths()
    return { ...question, settings: { ...settings, ...valuesByPath(this.startValues) } }
  }

  /** Load where the scenario begins, unless that is known. Only whoever may ask is told. */
  async loadStart(): Promise<void> {
    if (!this.#lab.me.may_begin) return
    const { game, scenario, settings, rulings, table } = this.#questionWithoutPaths()
    const question = { game, scenario, settings, rulings: table ? {} : rulings, table }
    const key = JSON.stringify(question)
    if (key === this.#startLoadedFor) return
    this.#startLoadedFor = key
    let start: StartInfo | null = null
    let error = ''
    try {
      start = await api.labStart(question)
    } catch (refused) {
      error = errorMessage(refused)
    }
    if (this.#startLoadedFor !== key) return // another start is loading
    this.start = start
    this.startError = error
  }

  #questionWithoutPaths(): Required<LabJobBody> {
    // A field that the form no longer has, as once a table is chosen, is not asked.
    const ofFields = Object.entries(this.values).filter(([name]) => this.#fieldNames.includes(name))
    return {
      game: this.#lab.game?.name ?? '',
      scenario: this.scenario?.name ?? '',
      settings: changed(Object.fromEntries(ofFields), this.fields),
      rulings: changed(this.rulings, this.ruledGame?.rulings ?? []),
      policy: this.policy,
      measures: this.#measures,
      table: this.table,
    }
  }
}

/** The values that are not as usual. */
const changed = (
  values: Record<string, string>,
  usual: readonly { name: string; usual: string }[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !usual.some((one) => one.name === name && one.usual === value)),
  )

const asTexts = (values: Values | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, settingText(value)]))
