// `npm test`: the check, the unit tests, the stories and the browser tests, in this order. It stops at the first stage
// that fails, and names them all.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from './run/step.ts'

type Stage = readonly [name: string, program: string, ...words: string[]]

const stages: readonly Stage[] = [
  ['check', 'node', 'tools/check.ts'],
  ['unit', 'vitest', 'run', '--project', 'unit'],
  ['stories', 'vitest', 'run', '--project', 'stories'],
  ['browser', 'playwright', 'test', '--config', 'e2e/browser/playwright.config.ts'],
]

const lines: string[] = []
let hasFailed = false
for (const [name, program, ...words] of stages) {
  if (hasFailed) {
    lines.push(`not run  ${name}`)
    continue
  }
  console.log(`\n── ${name} ──`)
  const startedAt = performance.now()
  const child = spawn(program, words, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  await once(child, 'exit')
  hasFailed = child.exitCode !== 0
  lines.push(
    `${hasFailed ? 'FAILED ' : 'ok     '}  ${name.padEnd(8)} ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  )
}

console.log(`\n${lines.join('\n')}`)
process.exitCode = hasFailed ? 1 : 0
