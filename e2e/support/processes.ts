// Which processes run what, from /proc.

import { readdir, readFile } from 'node:fs/promises'

/** The children of a process whose command line contains the text, oldest first. */
export async function childrenRunning(parentPid: number, text: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found: number[] = []
  for (const pid of pids.toSorted((one, other) => one - other)) {
    const facts = await factsOf(pid)
    if (facts?.parentPid === parentPid && facts.commandLine.includes(text)) found.push(pid)
  }
  return found
}

async function factsOf(pid: number): Promise<{ parentPid: number; commandLine: string } | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8')
    const commandLine = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
    // The name in parentheses may contain anything; what follows it is numbers.
    const afterName = status.slice(status.lastIndexOf(')') + 2).split(' ')
    return { parentPid: Number(afterName[1]), commandLine }
  } catch {
    return undefined // it ended while we looked
  }
}
