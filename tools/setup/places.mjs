// Where things are, seen from the root of the clone.

import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const binFolder = join(root, 'node_modules', '.bin')
export const stampFolder = join(root, '.cache', 'setup')

const nodeVersionWanted = 26
const ownNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Whether the host's own Node could run everything. */
export function hasHostNodeWanted() {
  return Number(process.versions.node.split('.')[0]) >= nodeVersionWanted
}

/** The Node that runs everything after the set-up; undefined when neither npm's nor the host's will do. */
export function findNode() {
  if (existsSync(ownNode)) return ownNode
  return hasHostNodeWanted() ? process.execPath : undefined
}

/** The surroundings of every program that the set-up starts: our own programs come first. */
export function environment() {
  return { ...process.env, PATH: [binFolder, process.env.PATH].join(delimiter) }
}
