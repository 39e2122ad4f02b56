// One hash over the contents of files and folders, to see whether something made from them is still fresh.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const foldersSkipped = new Set(['node_modules', 'dist', 'dist.next', '.cache'])

/**
 * @param {string} base
 * @param {string[]} paths files and folders below `base`; what does not exist counts as empty
 */
export function contentHash(base, paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((start) => filesBelow(base, start))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(base, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** @returns {string[]} */
function filesBelow(base, path) {
  const full = join(base, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [path]
  const entries = readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const below = `${path}/${entry.name}`
    if (entry.isDirectory()) return foldersSkipped.has(entry.name) ? [] : filesBelow(base, below)
    return entry.isFile() && !/\.test\.tsx?$/.test(entry.name) ? [below] : []
  })
}
