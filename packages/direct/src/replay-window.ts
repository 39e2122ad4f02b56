// Which datagrams have come already. Each has a number that counts up; one that comes twice, or far too late, is refused.

/** So many numbers below the highest are still told apart. */
const windowNumbers = 2048

export class ReplayWindow {
  readonly #seen = new Uint8Array(windowNumbers)
  #highest = -1

  /** Whether this number is here for the first time. From now on it is not. */
  accept(number: number): boolean {
    if (number <= this.#highest - windowNumbers) return false
    if (number > this.#highest) this.#advance(number)
    const at = number % windowNumbers
    if (this.#seen[at] === 1) return false
    this.#seen[at] = 1
    return true
  }

  #advance(number: number): void {
    const from = Math.max(this.#highest + 1, number - windowNumbers + 1)
    for (let passed = from; passed <= number; passed += 1) this.#seen[passed % windowNumbers] = 0
    this.#highest = number
  }
}
