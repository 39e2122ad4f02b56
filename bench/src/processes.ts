// Programs that take part in a measurement: started, measured and ended.

import { readdirSync, readFileSync } from 'node:fs'
import { startProgram, type RunningProgram } from '@farport/testkit'

/** What can be measured: a port that leads to the service, and the processes that carry the bytes there. */
export interface Rig extends AsyncDisposable {
  readonly name: string
  /** Absent: 127.0.0.1. */
  readonly address?: string
  readonly port: number
  readonly processIds: readonly number[]
  /** The relay's among them. */
  readonly relayIds?: readonly number[]
}

export interface ReadyProgram extends AsyncDisposable {
  readonly pid: number
  readonly port: number
  readonly program: RunningProgram
}

/** Starts a module of ours, which tells over IPC when it is ready and where. */
export async function startReady(
  module: URL,
  args: readonly string[] = [],
  inside: readonly string[] = [],
): Promise<ReadyProgram> {
  const program = startProgram({ module: module.pathname, args: [...args], inside })
  const port = await program.message(readyPort)
  return { pid: program.pid, port, program, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() }
}

function readyPort(message: unknown): number | undefined {
  if (typeof message !== 'object' || message === null || !('port' in message)) return undefined
  return typeof message.port === 'number' ? message.port : undefined
}

/** Seconds of CPU that the processes and all their descendants have used, with those that are gone counted by their parents. */
export function cpuSeconds(processIds: readonly number[]): number {
  const ticks = withDescendants(processIds).map((pid) => {
    const fields = statOf(pid)
    // utime, stime, and those of children that were waited for: fields 14 to 17 of proc(5), the first two cut off.
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  })
  return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond
}

/** Resident bytes of one process. */
export function residentBytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1])
  return pages * pageBytes
}

/** The processes and their descendants without those that only look after children. */
export function workingProcesses(processIds: readonly number[]): number[] {
  const family = withDescendants(processIds)
  const parents = new Set(family.map((pid) => Number(statOf(pid)[1])))
  return family.filter((pid) => !parents.has(pid)).toSorted((left, right) => left - right)
}

const ticksPerSecond = 100
const pageBytes = 4096

function withDescendants(processIds: readonly number[]): number[] {
  const parents = new Map(allProcesses().map((pid) => [pid, Number(statOf(pid)[1])]))
  const family = new Set(processIds)
  // A child's id may be lower than its parent's, so look until nobody new is found.
  for (let sizeBefore = -1; sizeBefore !== family.size;) {
    sizeBefore = family.size
    for (const [pid, parent] of parents) if (family.has(parent)) family.add(pid)
  }
  return [...family]
}

const allProcesses = (): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)

/** The fields of proc(5)'s stat after the command, which may contain anything. None for a process that is gone. */
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return [] // it ended meanwhile
  }
}
