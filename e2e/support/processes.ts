// Which processes run what, from /proc.

import { readdir, readFile } from 'node:fs/promises'
import { eventually } from '@farport/testkit'

/** The processes whose command line contains the text, oldest first; of one parent, when it is given. */
export async function processesRunning(text: string, parentPid?: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found: { pid: number; startTicks: number }[] = []
  for (const pid of pids) {
    const facts = await factsOf(pid)
    if (facts === undefined || !facts.commandLine.includes(text)) continue
    if (parentPid === undefined || facts.parentPid === parentPid) found.push({ pid, startTicks: facts.startTicks })
  }
  // Numbers of processes begin again at the lowest once the highest was given.
  return found.toSorted((one, other) => one.startTicks - other.startTicks || one.pid - other.pid).map(({ pid }) => pid)
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

/** Kills at once, and waits until it is gone with all that it held open. */
export async function killProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await eventually(async () => !(await runs(pid)), { what: `process ${pid} is gone` })
}

/** A process whose first thread has ended goes on, and listens, for as long as another one of it ends. */
async function runs(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []) // it is gone
  return threads.length > 1 || (await factsOf(pid)) !== undefined
}

interface ProcessFacts {
  parentPid: number
  commandLine: string
  /** From the machine's start, in ticks of the kernel's clock. */
  startTicks: number
}

/** Of `/proc/<pid>/stat` (proc_pid_stat(5)). */
async function factsOf(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8')
    const commandLine = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
    // The name in parentheses may contain anything; what follows it is numbers.
    const afterName = status.slice(status.lastIndexOf(')') + 2).split(' ')
    // A zombie has ended; its parent has not looked yet.
    if (afterName[0] === 'Z') return undefined
    return { parentPid: Number(afterName[1]), commandLine, startTicks: Number(afterName[19]) }
  } catch {
    return undefined // it ended while we looked
  }
}
