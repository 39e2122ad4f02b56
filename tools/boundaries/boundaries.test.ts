import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requireTypescript, tell, type Finding } from './boundaries.ts'
import { rules } from './rules.ts'

const violations = join(import.meta.dirname, 'violations')

/** In a process of its own: the cruiser remembers what it resolved, and two trees have files of the same name. */
function check(tree: string): Finding {
  const words = [join(import.meta.dirname, 'boundaries.ts'), join(violations, tree), '--json']
  return JSON.parse(spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout) as Finding // the program's own type
}

/** Each violation in the tree is announced in the first line of its file. */
function announced(tree: string): string[] {
  const files = readdirSync(join(violations, tree), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const rule = /^\/\/ Violates ([a-z-]+)\./.exec(readFileSync(join(violations, tree, file), 'utf8'))?.[1]
      return rule === undefined ? [] : [`${file}: ${rule}`]
    })
}

describe('the rules of import', () => {
  it('find each violation in a tree of violations, and nothing else', () => {
    const found = check('broken').violations.map(({ from, rule }) => `${from}: ${rule}`)
    expect(found.toSorted()).toEqual(announced('broken').toSorted())
  })

  it('are each proven by a violation', () => {
    const proven = new Set(announced('broken').map((line) => line.split(': ')[1]))
    expect([...new Set(rules.map(({ name }) => name))].filter((name) => !proven.has(name))).toEqual([])
  })

  it('each have their reason', () => {
    expect(rules.filter(({ comment }) => !comment)).toEqual([])
  })

  it('find nothing in a clean tree that does all that is allowed', () => {
    const finding = check('clean')
    expect(tell(finding)).toEqual([])
    expect(finding.imports).toBeGreaterThan(10)
  })
})

describe('the checker does not trust itself', () => {
  const seen: Finding = { files: 3, imports: 2, unread: [], violations: [] }

  it.each([
    ['all files read', seen, 0],
    ['a file that it could not read', { ...seen, unread: ['apps/server/src/main.ts'] }, 1],
    ['no import in any file', { ...seen, imports: 0 }, 1],
  ])('with %s', (_, finding, complaints) => {
    expect(tell(finding)).toHaveLength(complaints)
  })

  it('and refuses to start with no TypeScript, or with one that it does not understand', () => {
    expect(() => requireTypescript([{ name: 'swc', available: true }])).toThrow('no TypeScript')
    expect(() => requireTypescript([{ name: 'typescript', available: false }])).toThrow('no TypeScript')
  })
})
