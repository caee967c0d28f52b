import { errorMessage } from '../http/errors'

/** Something a person may try here: whether it is under way, and why it was refused the last time. */
export class Attempt {
  busy = $state(false)
  error = $state('')

  /** Run a task. Returns whether it succeeded; the sentence of a refusal is shown until the next success. */
  async run(task: () => Promise<unknown>): Promise<boolean> {
    this.busy = true
    try {
      await task()
      this.error = ''
      return true
    } catch (error) {
      this.error = errorMessage(error)
      return false
    } finally {
      this.busy = false
    }
  }
}
