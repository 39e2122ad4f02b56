// What Node is told for a program that answers many questions at once.

const gibibyte = 2 ** 30

/**
 * As NODE_OPTIONS. With Node's own choice of room for young objects, collecting them holds up one long list in twenty; with
 * this, one in fifty, for up to 200 MB more. `own`: what the operator has set, which comes last and so wins.
 */
export function nodeOptionsForAnswering(machineBytes: number, own: string | undefined): string {
  const isSmall = machineBytes < 4 * gibibyte
  return [...(isSmall ? [] : ['--max-semi-space-size=128']), ...(own ? [own] : [])].join(' ')
}
