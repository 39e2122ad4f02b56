// Which core a process runs on. The scheduler of a small virtual machine may keep two that wake each other on one core and
// leave the next one idle, which says nothing of programs that have a machine each.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { workingProcesses } from './processes.ts'

/** Keeps each process that works to a core of its own, in turn as far as the cores go. Throws where that cannot be. */
export function keepApart(processIds: readonly number[]): void {
  const cores = ownCores()
  for (const [index, pid] of workingProcesses(processIds).entries()) {
    const core = String(cores[index % cores.length])
    const { status, stderr } = spawnSync('taskset', ['--all-tasks', '--pid', '--cpu-list', core, String(pid)])
    if (status !== 0) throw new Error(`process ${pid} cannot be kept to core ${core}: ${String(stderr)}`)
  }
}

/** What to begin a command with that is kept to the last core. */
export const onLastCore = (): string[] => ['taskset', '--cpu-list', String(ownCores().at(-1))]

/** As proc(5) lists those that we may use: `0-3,8`. */
function ownCores(): number[] {
  const list = /^Cpus_allowed_list:\s*(.*)$/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1] ?? '0'
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
