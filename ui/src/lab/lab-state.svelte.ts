import { untrack } from 'svelte'
import { api } from '../http/api'
import { errorMessage } from '../http/errors'
import type { LabJobInfo, GameInfo, CurrentUser, ScenarioInfo, TableInfo } from '../live/protocol'
import { changedSettings, isUnfinished, jobOutcome, policyName } from './job'
import { LabForm, type LabFormContext } from './lab-form.svelte'

const POLL_INTERVAL = 600

/** What the address asks for: a game, and a job to show. */
export interface LabAddress {
  readonly game: string
  readonly job: string
  readonly me: CurrentUser
}

/** The state of the lab's page: games and scenarios to choose from, the form, and the jobs with the one shown. */
export class LabState implements LabFormContext {
  readonly #address: LabAddress
  readonly form = new LabForm(this)

  games = $state.raw<GameInfo[]>([])
  scenarios = $state.raw<ScenarioInfo[]>([])
  tables = $state.raw<TableInfo[]>([])
  jobs = $state.raw<LabJobInfo[]>([])
  shown = $state.raw<LabJobInfo | null>(null)
  error = $state('')

  game = $derived.by(() => {
    const byName = (name: string | undefined): GameInfo | undefined => this.games.find((game) => game.name === name)
    const { game } = this.#address
    return byName(this.shown?.game) ?? byName(game) ?? (game ? undefined : this.games[0])
  })
  /** The tables that the scenario can begin with: those one is master of, or any where nobody is the master. */
  possibleTables = $derived.by(() => {
    const { game } = this
    if (!game || !this.form.scenario?.from_table) return []
    const masterless = !game.roles.some((role) => role.master)
    return this.tables.filter((table) => table.game === game.name && (table.master || masterless) && !table.trashed_at)
  })
  isBusy = $derived(isUnfinished(this.shown))

  /** Create the state of a page. The address is read again whenever it changes. */
  constructor(address: LabAddress) {
    this.#address = address
  }

  get me(): CurrentUser {
    return this.#address.me
  }

  tableName(id: string): string {
    return this.tables.find((table) => table.id === id)?.name ?? 'a table that is yours no more'
  }

  /** What a job asked, as far as it was not as usual, and what came of it. */
  summary(job: LabJobInfo): string {
    const { table, policy } = job.question
    const settings = changedSettings(job)
    return [
      this.games.find((game) => game.name === job.game)?.title ?? job.game,
      ...(table ? [`from ${this.tableName(table)}`] : []),
      ...(settings.length ? [settings.join(', ')] : []),
      policyName(policy ?? ''),
      jobOutcome(job),
    ].join(' · ')
  }

  async loadGames(): Promise<void> {
    await this.#run(async () => {
      this.games = await api.games()
    })
  }

  /** Load one's own jobs and tables. Somebody without a name here has neither. */
  async loadOwn(): Promise<void> {
    if (!this.me.id) return
    const loadJobs = async (): Promise<void> => void (this.jobs = await api.labJobs())
    const loadTables = async (): Promise<void> => void (this.tables = await api.tables())
    await Promise.all([this.#run(loadJobs), this.#run(loadTables)])
  }

  /** Load the scenarios of a game, and show the job of that game or the first scenario in the form. */
  async loadScenarios(game: string | undefined): Promise<void> {
    this.scenarios = []
    if (!game) return
    await this.#run(async () => {
      this.scenarios = await api.scenarios(game)
      if (this.shown?.game === game) this.form.fill(this.shown)
      else this.form.clear(this.scenarios[0]?.name ?? '')
    })
  }

  /** Show a job, or none. */
  async show(id: string): Promise<void> {
    this.error = ''
    if (!id) this.shown = null
    else if (untrack(() => this.shown?.id) !== id)
      await this.#run(async () => {
        const job = await api.labJob(id)
        if (id !== this.#address.job) return
        this.shown = job
        this.form.fill(job)
      })
  }

  /** Load the shown job again until it is finished. Called in an effect; returns what stops it. */
  poll(): (() => void) | undefined {
    const { shown } = this
    if (!shown || !this.isBusy) return undefined
    const timer = setTimeout(() => void this.#reload(shown.id), POLL_INTERVAL)
    return () => clearTimeout(timer)
  }

  /** Start a job with the question of the form. */
  async start(): Promise<void> {
    const { game } = this
    if (!game || !this.form.scenario) return
    this.error = ''
    if (!this.form.isValid) return
    await this.#run(async () => {
      const job = await api.startLabJob(this.form.question())
      this.shown = job
      location.hash = `#/lab/${game.name}/${job.id}`
      this.jobs = [job, ...this.jobs.filter((one) => one.id !== job.id)]
    })
  }

  async stop(): Promise<void> {
    const { shown } = this
    if (shown) await this.#run(() => api.stopLabJob(shown.id))
  }

  async #reload(id: string): Promise<void> {
    await this.#run(async () => {
      const job = await api.labJob(id)
      if (this.shown?.id === id) this.shown = job
      if (!isUnfinished(job)) this.jobs = await api.labJobs()
    })
  }

  async #run(task: () => Promise<unknown>): Promise<void> {
    try {
      await task()
    } catch (error) {
      this.error = errorMessage(error)
    }
  }
}
