// The npm dependencies: installed when there are none, or when a package.json or the lock file has changed since.

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hostNpm, withNpm } from './bootstrap.mjs'
import { contentHash } from './content-hash.mjs'
import { withLock } from './lock.mjs'
import { Obstacle, obstacleFromOutput } from './obstacle.mjs'
import { findNode, root } from './places.mjs'
import { runQuietly } from './run-quietly.mjs'

const ifMissing = 'npm is missing. It comes with Node: please install both from https://nodejs.org or your system.'
const stampFile = join(root, 'node_modules', '.farport-setup')

export async function installDependencies() {
  if (!areFresh()) {
    await withLock(async () => {
      if (!areFresh()) await install()
    })
  }
  if (findNode() === undefined) {
    throw new Obstacle(
      'npm did not install Node 26, probably because its setting "ignore-scripts" is on. ' +
        'Please run: npm install --ignore-scripts=false',
    )
  }
}

/**
 * `npm install`, not `npm ci`: a lock file made where a platform's package is missing from the registry lacks it.
 * `--no-save`, because another version of npm would write the lock file in its own way.
 */
async function install() {
  console.error('setup: installing the dependencies from npm (the first time takes about a minute)')
  const what = 'Installing the dependencies from npm'
  const flags = ['--no-save', '--no-audit', '--no-fund']
  const whyUnreachable = await findWhyUnreachable()
  try {
    if (whyUnreachable !== undefined) flags.push('--offline')
    await withNpm(ifMissing, (npm, env) => runQuietly(what, [...npm, 'install', ...flags], { env }))
  } catch (fault) {
    throw whyUnreachable === undefined ? fault : obstacleFromOutput(what, whyUnreachable)
  }
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp())
}

/** Asked once, so that without a network npm does not try each of a thousand packages again and again. */
async function findWhyUnreachable() {
  const flags = ['--fetch-retries=0', '--fetch-timeout=20000', '--prefer-online']
  try {
    await runQuietly('Asking the npm registry', [...hostNpm(), 'view', 'node', 'name', ...flags], { ifMissing })
    return undefined
  } catch (fault) {
    if (fault.output === undefined) throw fault
    return fault.output
  }
}

function areFresh() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp()
}

function stamp() {
  return `${process.platform} ${process.arch} ${contentHash(root, ['package-lock.json', ...manifests()])}`
}

/** The package.json of the root and of every workspace. */
export function manifests() {
  const { workspaces = [] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const folders = workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern]
    const parent = pattern.slice(0, -2)
    return existsSync(join(root, parent)) ? readdirSync(join(root, parent)).map((name) => `${parent}/${name}`) : []
  })
  return ['package.json', ...folders.sort().map((folder) => `${folder}/package.json`)]
}
