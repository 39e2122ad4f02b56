// The name of an account on a device, as it stands in commands that people copy into a shell.

const pattern = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/

/** The name if a shell and a program read it as one plain word, else undefined: a service may be somebody else's. */
export function parseAccountName(text: unknown): string | undefined {
  return typeof text === 'string' && pattern.test(text) ? text : undefined
}
