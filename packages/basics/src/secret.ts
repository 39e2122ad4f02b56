// A secret that can be passed around, but neither printed nor serialised by accident.

const inspect = Symbol.for('nodejs.util.inspect.custom')

export class Secret<Value = string> {
  readonly #value: Value

  constructor(value: Value) {
    this.#value = value
  }

  /** The value itself, for the one call that needs it. */
  reveal(): Value {
    return this.#value
  }

  toString(): string {
    return '***'
  }

  toJSON(): string {
    return '***'
  }

  [inspect](): string {
    return '***'
  }
}
