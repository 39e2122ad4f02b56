// A step is a program whose exit code says whether all is well. Its output is kept and shown when it is not.

import { spawn } from 'node:child_process'
import { join } from 'node:path'

export interface Step {
  name: string
  command: readonly [program: string, ...words: string[]]
}

export interface StepResult {
  name: string
  isOk: boolean
  durationMs: number
  output: string
}

export const root = join(import.meta.dirname, '../..')
const outputCharactersMax = 1_000_000

export async function runStep({ name, command: [program, ...words] }: Step): Promise<StepResult> {
  const startedAt = performance.now()
  let output = ''
  const keep = (bytes: Buffer) => (output = (output + bytes.toString()).slice(-outputCharactersMax))
  const child = spawn(program, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const { promise: ended, resolve } = Promise.withResolvers<boolean>()
  child.on('close', (code) => resolve(code === 0))
  child.on('error', (fault) => {
    output += `${program} could not be started: ${fault.message}`
    resolve(false)
  })
  const isOk = await ended
  return { name, isOk, durationMs: performance.now() - startedAt, output: output.trim() }
}

/** Runs all of them, some side by side, and tells of each as soon as it ends. */
export async function runSteps(
  steps: readonly Step[],
  { atOnce, onResult }: { atOnce: number; onResult: (result: StepResult) => void },
): Promise<StepResult[]> {
  const waiting = [...steps]
  const results: StepResult[] = []
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const result = await runStep(step)
      results.push(result)
      onResult(result)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

/** `ok     types          2.4 s`, and beneath it what a failed step printed. */
export function tellStep({ name, isOk, durationMs, output }: StepResult): string {
  const line = `${isOk ? 'ok    ' : 'FAILED'} ${name.padEnd(14)} ${(durationMs / 1000).toFixed(1).padStart(6)} s`
  return isOk || output === '' ? line : `${line}\n${output.replaceAll(/^/gm, '    ')}`
}
