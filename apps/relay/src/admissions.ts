// How many may be under way at once, in all and from one address.

export interface AdmissionsOptions {
  totalMax: number
  perAddressMax: number
}

export class Admissions {
  readonly #options: AdmissionsOptions
  /** Holds only addresses that have somebody under way, so it never outgrows totalMax. */
  readonly #byAddress = new Map<string, number>()
  #total = 0

  constructor(options: AdmissionsOptions) {
    this.#options = options
  }

  get total(): number {
    return this.#total
  }

  /** False when one of the bounds is reached. Each true is matched by one `leave`. */
  tryEnter(address: string): boolean {
    const fromAddress = this.#byAddress.get(address) ?? 0
    if (this.#total >= this.#options.totalMax || fromAddress >= this.#options.perAddressMax) return false
    this.#byAddress.set(address, fromAddress + 1)
    this.#total += 1
    return true
  }

  leave(address: string): void {
    const fromAddress = this.#byAddress.get(address)
    if (fromAddress === undefined) return
    this.#total -= 1
    if (fromAddress === 1) this.#byAddress.delete(address)
    else this.#byAddress.set(address, fromAddress - 1)
  }
}
