// What Node is told for a program that answers many questions at once.

const gibibyte = 2 ** 30

/**
 * Words before the module; NODE_OPTIONS may not hold all of them. With Node's own choice of room for young objects, which
 * starts at a megabyte and shrinks again when little is asked, collecting them holds up one long list in twenty. `own`: what
 * the operator has in NODE_OPTIONS, whose choice of room stands.
 */
export function nodeFlagsForAnswering(machineBytes: number, own: string | undefined): string[] {
  const isSmall = machineBytes < 4 * gibibyte
  const isChosen = own?.includes('semi-space-size') ?? false
  return isSmall || isChosen ? [] : ['--min-semi-space-size=64', '--max-semi-space-size=128']
}
