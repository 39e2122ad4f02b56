// Removes each question to access once, in a copy of what is committed, and runs the tests that should notice:
// `node tools/mutants/main.ts [part of a file's name [first]]`. Takes about twenty seconds a question; npm test does not run it.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { root } from '../run/step.ts'
import { sourceFiles } from '../source-files.ts'
import { mutantsOf, type Mutant } from './mutants.ts'

const wanted = process.argv[2] ?? ''
/** To go on where a run was interrupted. */
const first = Number(process.argv[3] ?? 1)

/** Rows of the matrix that are likely to notice, by the word of the product. */
const likelyRows: Readonly<Record<string, string>> = {
  connections: 'connect|link',
  devices: 'device|registration|restore|claim|transfer|rename|attributes|permissions|viewerCan',
  graphs: 'timeSeries',
  logs: 'events',
  networks: 'network',
  organizations: 'organization|member|role|guest',
  services: 'service|devices',
  sharing: 'share|reach|access|transfer',
  tags: 'tag',
}

/** Vitest takes a pattern without flags. */
const anyCase = (words: string): string =>
  words.replaceAll(/\b[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

const matrix = 'apps/server/src/access/matrix'

/** What vitest is called with, quickest first; a mutant is noticed when one of them fails. */
function suitesOf({ file }: Mutant): string[][] {
  const [folder = file, , word = ''] = /^apps\/server\/src\/(domains\/)?([^/]+)/.exec(file) ?? []
  const likely = likelyRows[word]
  return [
    ...(likely === undefined ? [] : [[matrix, '--testNamePattern', anyCase(likely)]]),
    [matrix, 'apps/server/src/access/access.test.ts'],
    [folder],
    ['apps/server/src/access/foreign-rows.test.ts'],
    ['apps/server/src/domains'],
  ]
}

const isAsking = (file: string) =>
  file.startsWith('apps/server/src/') && file.endsWith('.ts') && !/test|access\/access|compliance/.test(file)

async function allMutants(copy: string): Promise<Mutant[]> {
  const files = sourceFiles().filter((file) => isAsking(file) && file.includes(wanted))
  const texts = await Promise.all(
    files.map(async (file) => [file, await fs.readFile(path.join(copy, file), 'utf8')] as const),
  )
  return texts.flatMap(([file, text]) => mutantsOf(file, text))
}

async function run(program: string, words: readonly string[], cwd: string): Promise<boolean> {
  const child = spawn(program, words, { cwd, stdio: 'ignore' })
  await once(child, 'exit')
  return child.exitCode === 0
}

async function copyOfRepository(): Promise<string> {
  const copy = await fs.mkdtemp(path.join(os.tmpdir(), 'farport-mutants-'))
  if (!(await run('git', ['clone', '--quiet', root, copy], root))) throw new Error('the repository cannot be cloned')
  for (const place of ['.', 'apps/server']) {
    await fs.symlink(path.join(root, place, 'node_modules'), path.join(copy, place, 'node_modules'))
  }
  return copy
}

/** The suite that noticed; undefined when none did. */
async function noticedBy(mutant: Mutant, copy: string): Promise<string | undefined> {
  const place = path.join(copy, mutant.file)
  const original = await fs.readFile(place, 'utf8')
  await fs.writeFile(place, mutant.text)
  try {
    for (const suite of suitesOf(mutant)) {
      const passes = await run('vitest', ['run', '--project', 'unit', '--bail', '1', ...suite], copy)
      if (!passes) return suite[0]
    }
    return undefined
  } finally {
    await fs.writeFile(place, original)
  }
}

const copy = await copyOfRepository()
try {
  const mutants = await allMutants(copy)
  let survivors = 0
  for (const [index, mutant] of mutants.entries()) {
    if (index + 1 < first) continue
    const suite = await noticedBy(mutant, copy)
    if (suite === undefined) survivors += 1
    const what = `${mutant.file}:${mutant.line}  ${mutant.question.replaceAll(/\s+/g, ' ')}`
    console.log(`${index + 1}/${mutants.length}  ${suite === undefined ? 'SURVIVED' : 'noticed '}  ${what}`)
  }
  console.log(`\n${survivors === 0 ? 'All' : `All but ${survivors}`} of ${mutants.length - first + 1} were noticed.`)
  process.exitCode = survivors === 0 ? 0 : 1
} finally {
  await fs.rm(copy, { recursive: true })
}
