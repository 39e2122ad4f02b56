// Programs of the lab: each runs in a namespace and exchanges messages with the test.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { commandIn, type Namespace } from './namespaces.ts'

export interface LabProgram<Order, Report> extends AsyncDisposable {
  send(order: Order): void
  /** What it says from now on. */
  onReport(listener: (report: Report) => void): void
}

const endsWithinMs = 5000

/** Runs a module of this folder, and waits until it says that it is there. */
export async function startLabProgram<Order, Report>(
  namespace: Namespace,
  module: string,
  args: readonly string[] = [],
): Promise<LabProgram<Order, Report>> {
  const file = fileURLToPath(new URL(module, import.meta.url))
  const started = commandIn(namespace, process.execPath, [file, ...args])
  const child = spawn(started.command, started.args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    exited.then(() => {
      throw new Error(`${module} ended at once`)
    }),
  ])
  return {
    send: (order) => void child.send(order as object), // orders are objects
    onReport: (listener) => void child.on('message', listener as (message: unknown) => void), // the module says nothing else
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      // One that has left something open does not end by itself.
      const force = setTimeout(() => child.kill('SIGKILL'), endsWithinMs)
      await exited
      clearTimeout(force)
    },
  }
}
