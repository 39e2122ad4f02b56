// Why a command ends without having done what it was asked. Thrown anywhere below a command, and told in one place:
// main.ts prints the sentence and leaves with the exit code.

export class CommandRefusal extends Error {
  readonly exitCode: 1 | 2

  /** 1: it could not be done. 2: the command itself is not right. */
  constructor(sentence: string, exitCode: 1 | 2 = 1, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'CommandRefusal'
    this.exitCode = exitCode
  }
}
