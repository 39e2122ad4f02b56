// How a command ends: sentences for the person, and a number for the program that called it.

export const exitCode = {
  done: 0,
  /** Something broke that should not have. */
  failed: 1,
  /** A wrong option or variable. */
  usage: 2,
  /** This machine is not registered, or already. */
  registration: 3,
  /** The server said no. */
  refused: 4,
  /** The server could not be reached. */
  unreachable: 5,
  /** More rights are needed. */
  rights: 6,
} as const
export type ExitCode = (typeof exitCode)[keyof typeof exitCode]

/** A command that cannot go on throws it; its message is the sentence that is printed. */
export class CommandRefusal extends Error {
  readonly exitCode: ExitCode

  constructor(code: ExitCode, sentence: string) {
    super(sentence)
    this.exitCode = code
  }
}

/** A sentence for any failure: never a stack. */
export function sentenceFor(error: unknown): { sentence: string; exitCode: ExitCode } {
  if (error instanceof CommandRefusal) return { sentence: error.message, exitCode: error.exitCode }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const path = error instanceof Error && 'path' in error ? String(error.path) : 'its state directory'
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return {
        sentence: `The agent may not use ${path}. Run it as root, or set FARPORT_STATE_DIR.`,
        exitCode: exitCode.rights,
      }
    case 'EROFS':
      return {
        sentence: `${path} cannot be written: the file system is read-only. Set FARPORT_STATE_DIR.`,
        exitCode: exitCode.failed,
      }
    case 'ENOSPC':
      return {
        sentence: `The disk is full: ${path} cannot be written. Make room and try again.`,
        exitCode: exitCode.failed,
      }
    default:
      return { sentence: error instanceof Error ? error.message : String(error), exitCode: exitCode.failed }
  }
}
