// `npm test`: the check, the unit tests, those of the server once more on the oldest PostgreSQL that we support, those
// that ask it over HTTP once more with two processes of it that meet over NATS, the stories and the browser tests, in
// this order. It stops at the first stage that fails, and names them all.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
    words: ['run', '--project', 'unit', 'apps/server/src'],
    environment: { FARPORT_TEST_POSTGRES_BIN: '/usr/lib/postgresql/15/bin' },
  },
  {
    name: 'two servers',
    program: 'vitest',
    words: ['run', '--project', 'unit', ...testsOverHttp()],
    environment: { FARPORT_TEST_SERVERS: '2', FARPORT_TEST_NATS: '1' },
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

/** The tests of the server that start it whole. */
function testsOverHttp(): string[] {
  const all = globSync('apps/server/src/**/*.test.ts', { cwd: root })
  return all.filter((file) => readFileSync(join(root, file), 'utf8').includes('startTestServer(')).toSorted()
}
