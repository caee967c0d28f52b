/** A request that was refused, with the server's own sentence and the field it is about, if it names one. */
export class Refused extends Error {
  readonly status: number
  readonly field: string

  constructor(message: string, status = 0, field = '') {
    super(message)
    this.status = status
    this.field = field
  }
}

/** The sentence to show for whatever was thrown. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
