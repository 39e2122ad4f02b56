// Checks the rules of import over a tree of source files. Also a program: `node tools/boundaries/boundaries.ts [folder]`.

import './typescript-6.ts'
import { readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { cruise, getAvailableTranspilers, type ICruiseResult } from 'dependency-cruiser'
import { rules } from './rules.ts'

export interface Violation {
  rule: string
  reason: string
  from: string
  to: string
}

export interface Finding {
  files: number
  imports: number
  /** Source files that the checker could not read: with any of them, nothing it says can be trusted. */
  unread: string[]
  violations: Violation[]
}

const places = ['apps', 'packages', 'e2e', 'bench']
const foldersSkipped = new Set(['node_modules', 'dist', 'dist.next', 'fixtures'])

export async function checkBoundaries(root: string): Promise<Finding> {
  requireTypescript(getAvailableTranspilers())
  const files = places.flatMap((place) => sourceFiles(root, join(root, place)))
  const { output } = await cruise(files, {
    baseDir: root,
    ruleSet: { forbidden: rules },
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '^\\.\\./'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'browser', 'default'],
      mainFields: ['module', 'main', 'types', 'typings'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.json'],
    },
  })
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with text instead of a result.')
  return toFinding(files, output)
}

/** Without it another parser may step in, which sees no import of a type, or none at all sees nothing. */
export function requireTypescript(transpilers: readonly { name: string; available: boolean }[]): void {
  if (transpilers.some(({ name, available }) => name === 'typescript' && available)) return
  throw new Error('dependency-cruiser found no TypeScript that it understands: see tools/boundaries/typescript-6.ts.')
}

function toFinding(files: readonly string[], { modules, summary }: ICruiseResult): Finding {
  const read = new Set(modules.filter(({ coreModule }) => coreModule !== true).map(({ source }) => source))
  return {
    files: files.length,
    imports: modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0),
    unread: files.filter((file) => !read.has(file)),
    violations: summary.violations.map(({ rule, from, to, cycle }) => ({
      rule: rule.name,
      reason: rules.find(({ name }) => name === rule.name)?.comment ?? '',
      from,
      to: cycle === undefined ? to : cycle.map(({ name }) => name).join(' → '),
    })),
  }
}

function sourceFiles(root: string, folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: false })
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return foldersSkipped.has(entry.name) ? [] : sourceFiles(root, path)
    return /(?<!\.d)\.(ts|tsx|mjs)$/.test(entry.name) ? [relative(root, path)] : []
  })
}

/** An empty list means: all is well. */
export function tell({ files, imports, unread, violations }: Finding): string[] {
  if (unread.length > 0) return [`${unread.length} of ${files} files could not be read, such as ${unread[0]}.`]
  if (imports === 0) return [`${files} files and not one import among them: the checker does not see.`]
  return violations.map(({ rule, reason, from, to }) => `${from} → ${to}\n    ${rule}: ${reason}`)
}

if (import.meta.main) {
  const [folder, ...flags] = process.argv.slice(2)
  const finding = await checkBoundaries(resolve(folder ?? join(import.meta.dirname, '../..')))
  const told = tell(finding)
  if (flags.includes('--json')) console.log(JSON.stringify(finding))
  else if (told.length > 0) console.log(told.join('\n'))
  else console.log(`${finding.files} files, ${finding.imports} imports, no violation.`)
  process.exitCode = told.length === 0 ? 0 : 1
}
