// The files of the repository as they lie on the disk, without what is installed, built or left over from a run.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run/step.ts'

const foldersSkipped = new Set([
  'node_modules',
  'dist',
  'dist.next',
  'dist.old',
  'test-results',
  'playwright-report',
  'violations',
  '.git',
  '.cache',
  '.farport',
])

/** Paths from the root, with `/` between folders. */
export function sourceFiles(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return foldersSkipped.has(entry.name) ? [] : sourceFiles(path)
    return entry.isFile() ? [path] : []
  })
}
