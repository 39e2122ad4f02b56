// Gathers names and passes them on together: at once the first time, then at most once per interval.

export function gatherNames(intervalMs: number, deliver: (names: readonly string[]) => void) {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return (names: readonly string[]): void => {
    if (names.length === 0) return
    for (const name of names) waiting.add(name)
    if (timer === undefined) flush()
  }

  function flush(): void {
    timer = undefined
    if (waiting.size === 0) return
    const names = [...waiting]
    waiting.clear()
    timer = setTimeout(flush, intervalMs)
    deliver(names)
  }
}
