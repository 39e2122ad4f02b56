// What must be built before it can run. Built again only when one of its sources has changed.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash } from './content-hash.mjs'
import { withLock } from './lock.mjs'
import { findNode, root, stampFolder } from './places.mjs'
import { runQuietly } from './run-quietly.mjs'

const bundles = [
  {
    name: 'portal',
    folder: 'apps/portal',
    sources: [
      'package-lock.json',
      'tsconfig.base.json',
      'apps/portal',
      'packages/basics',
      'packages/contract',
      'packages/design-system',
      'packages/vocabulary',
    ],
    command: (outputFolder) => [
      findNode(),
      join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      '--outDir',
      outputFolder,
      '--emptyOutDir',
    ],
  },
]

export async function buildBundles() {
  const stale = bundles.filter((bundle) => !isFresh(bundle))
  if (stale.length === 0) return
  await withLock(async () => {
    for (const bundle of stale) {
      if (!isFresh(bundle)) await build(bundle)
    }
  })
}

/** Built beside the old one and then put in its place, so that a running server never serves half of it. */
async function build(bundle) {
  console.error(`setup: building the ${bundle.name}`)
  const current = stamp(bundle)
  const [finished, next, old] = ['dist', 'dist.next', 'dist.old'].map((name) => join(root, bundle.folder, name))
  await runQuietly(`Building the ${bundle.name}`, bundle.command(next), {
    cwd: join(root, bundle.folder),
    env: { NODE_ENV: 'production' },
  })
  rmSync(old, { recursive: true, force: true })
  if (existsSync(finished)) renameSync(finished, old)
  renameSync(next, finished)
  rmSync(old, { recursive: true, force: true })
  mkdirSync(stampFolder, { recursive: true })
  writeFileSync(stampFile(bundle), current)
}

function isFresh(bundle) {
  const isBuilt = existsSync(join(root, bundle.folder, 'dist')) && existsSync(stampFile(bundle))
  return isBuilt && readFileSync(stampFile(bundle), 'utf8') === stamp(bundle)
}

const stampFile = (bundle) => join(stampFolder, `${bundle.name}.stamp`)
const stamp = (bundle) => contentHash(root, bundle.sources)
