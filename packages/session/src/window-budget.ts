// What all windows of a session may hold together.

/** Nobody gets more than this part of what is left, so that something is left for whoever comes next. */
const shareOfTheRest = 1 / 4

export class WindowBudget {
  readonly #bytesTotal: number
  #bytesTaken = 0

  constructor(bytesTotal: number) {
    this.#bytesTotal = bytesTotal
  }

  take(byteCount: number): boolean {
    if (byteCount > (this.#bytesTotal - this.#bytesTaken) * shareOfTheRest) return false
    this.#bytesTaken += byteCount
    return true
  }

  give(byteCount: number): void {
    this.#bytesTaken -= byteCount
  }
}
