// Where things are, seen from the root of the clone.

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const binFolder = join(root, 'node_modules', '.bin')
export const stampFolder = join(root, '.cache', 'setup')

const nodeVersionWanted = 24
const ownNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The Node that runs everything after the set-up; undefined when neither npm's nor the host's will do. */
export function findNode() {
  if (existsSync(ownNode)) return ownNode
  return Number(process.versions.node.split('.')[0]) >= nodeVersionWanted ? process.execPath : undefined
}

/** The surroundings of every program that the set-up starts: our own programs come first. */
export function environment() {
  const separator = process.platform === 'win32' ? ';' : ':'
  return { ...process.env, PATH: [binFolder, process.env.PATH].join(separator) }
}
