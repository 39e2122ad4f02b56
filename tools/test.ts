// `npm test`: the check, the unit tests, those of the server once more on the oldest PostgreSQL that we support, those
// that ask it over HTTP once more with two processes of it that meet over NATS, the stories and the browser tests, in
// this order. It ends with a line for each stage, and with the names of the tests that failed.
//
// Real networks, browsers and killed processes on a machine that others use as well: what fails in a few files is run
// once more, by itself. If it passes then, the stage has passed, and the last lines name it all the same: a test that
// failed once has found something, in the program or in itself.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './run/step.ts'

interface Stage {
  name: string
  program: string
  words: string[]
  environment?: Record<string, string>
}

type Outcome = 'passed' | 'passed again' | 'failed'

/** With more than these something is broken for good, and trying again only takes time. */
const filesTriedAgainMax = 3

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

const outcomeWords: Readonly<Record<Outcome, string>> = { passed: 'ok', 'passed again': 'ok again', failed: 'FAILED' }
const folder = mkdtempSync(join(tmpdir(), 'farport-test-run-'))
const lines: string[] = []
const remarks: string[] = []
let hasFailed = false
for (const stage of stages) {
  console.log(`\n── ${stage.name} ──`)
  const startedAt = performance.now()
  const outcome = await runStage(stage)
  hasFailed ||= outcome === 'failed'
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  lines.push(`${outcomeWords[outcome].padEnd(9)}${stage.name.padEnd(12)}${seconds} s`)
  // What does not compile or is not ours to commit needs no tests.
  if (stage.name === 'check' && hasFailed) break
}
rmSync(folder, { recursive: true })

console.log(`\n${[...remarks, ...lines].join('\n')}`)
process.exitCode = hasFailed ? 1 : 0

async function runStage(stage: Stage): Promise<Outcome> {
  if (await run(stage, 'first')) return 'passed'
  const again = failedFilesOf(stage)
  if (again === undefined) return 'failed'
  console.log(`\n── ${stage.name}, what failed, once more ──`)
  return (await run(again, 'second')) ? 'passed again' : 'failed'
}

async function run({ name, program, words, environment }: Stage, attempt: string): Promise<boolean> {
  const reporters = ['--reporter', 'default', '--reporter', join(root, 'tools/test/failed-files.ts')]
  const child = spawn(program, program === 'vitest' ? [...words, ...reporters] : words, {
    cwd: root,
    env: { ...process.env, ...environment, FARPORT_TEST_FAILED: join(folder, name) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await once(child, 'exit')
  const isOk = child.exitCode === 0
  if (!isOk) remarks.push(...failuresOf(name).map(([file, test]) => `${attempt} try: ${name}: ${file} ${test}`))
  return isOk
}

/** Undefined: not known by file, or too many. */
function failedFilesOf(stage: Stage): Stage | undefined {
  const files = [...new Set(failuresOf(stage.name).map(([file]) => file))]
  const isWorthIt = files.length > 0 && files.length <= filesTriedAgainMax && !files.includes('')
  // Whole files: tests of the browser stand on those before them. What says which to run comes last, after three words.
  return isWorthIt ? { ...stage, words: [...stage.words.slice(0, 3), ...files] } : undefined
}

function failuresOf(name: string): [file: string, test: string][] {
  const place = join(folder, name)
  if (!existsSync(place)) return []
  return readFileSync(place, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [file = '', test = ''] = line.split('\t')
      return [file, test]
    })
}

/** The tests of the server that start it whole. */
function testsOverHttp(): string[] {
  const all = globSync('apps/server/src/**/*.test.ts', { cwd: root })
  return all.filter((file) => readFileSync(join(root, file), 'utf8').includes('startTestServer(')).toSorted()
}
