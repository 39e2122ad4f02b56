// Which processes run what, from /proc.

import { readdir, readFile } from 'node:fs/promises'
import { eventually } from '@farport/testkit'

/** The processes whose command line contains the text, oldest first; of one parent, when it is given. */
export async function processesRunning(text: string, parentPid?: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found: number[] = []
  for (const pid of pids.toSorted((one, other) => one - other)) {
    const facts = await factsOf(pid)
    if (facts === undefined || !facts.commandLine.includes(text)) continue
    if (parentPid === undefined || facts.parentPid === parentPid) found.push(pid)
  }
  return found
}

/** Of those, the ones that were started with this setting. */
export async function processesWith(text: string, setting: { name: string; value: string }): Promise<number[]> {
  const found = await Promise.all(
    (await processesRunning(text)).map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '') // it has ended meanwhile
      return environment.split('\0').includes(`${setting.name}=${setting.value}`) ? [pid] : []
    }),
  )
  return found.flat()
}

/** The processes that this one has started and that still run. */
export async function childrenOf(parentPid: number): Promise<number[]> {
  return processesRunning('', parentPid)
}

/** Kills at once, and waits until it is gone. */
export async function killProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await eventually(async () => (await factsOf(pid)) === undefined, { what: `process ${pid} is gone` })
}

async function factsOf(pid: number): Promise<{ parentPid: number; commandLine: string } | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8')
    const commandLine = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
    // The name in parentheses may contain anything; what follows it is numbers.
    const afterName = status.slice(status.lastIndexOf(')') + 2).split(' ')
    // A zombie has ended; its parent has not looked yet.
    return afterName[0] === 'Z' ? undefined : { parentPid: Number(afterName[1]), commandLine }
  } catch {
    return undefined // it ended while we looked
  }
}
