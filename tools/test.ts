// `npm test`: the check, the unit tests, those of the server once more on the oldest PostgreSQL that we support, the
// stories and the browser tests, in this order. It stops at the first stage that fails, and names them all.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from './run/step.ts'

interface Stage {
  name: string
  program: string
  words: string[]
  environment?: Record<string, string>
}

const stages: readonly Stage[] = [
  { name: 'check', program: 'node', words: ['tools/check.ts'] },
  { name: 'unit', program: 'vitest', words: ['run', '--project', 'unit'] },
  {
    name: 'postgres 15',
    program: 'vitest',
    words: ['run', '--project', 'unit', 'apps/server/src/domains', 'apps/server/src/platform'],
    environment: { FARPORT_TEST_POSTGRES_BIN: '/usr/lib/postgresql/15/bin' },
  },
  { name: 'stories', program: 'vitest', words: ['run', '--project', 'stories'] },
  { name: 'browser', program: 'playwright', words: ['test', '--config', 'e2e/browser/playwright.config.ts'] },
]

const lines: string[] = []
let hasFailed = false
for (const { name, program, words, environment } of stages) {
  if (hasFailed) {
    lines.push(`not run  ${name}`)
    continue
  }
  console.log(`\n── ${name} ──`)
  const startedAt = performance.now()
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await once(child, 'exit')
  hasFailed = child.exitCode !== 0
  lines.push(
    `${hasFailed ? 'FAILED ' : 'ok     '}  ${name.padEnd(11)} ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  )
}

console.log(`\n${lines.join('\n')}`)
process.exitCode = hasFailed ? 1 : 0
