// npm leaves out what the Node that it runs on is too old for, native parts of our tools among it. So a host with an
// older Node first gets Node 26 and an npm into a folder of their own, and they install the rest.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { hasHostNodeWanted, root, stampFolder } from './places.mjs'
import { runQuietly } from './run-quietly.mjs'

const npmVersion = '11.19.1'
const folder = join(stampFolder, 'bootstrap')
const platform = process.platform === 'win32' ? 'win' : process.platform
const nodePackage = `node-${platform}-${process.arch}`
const nodeFolder = join(folder, 'node_modules', nodePackage, 'bin')

/**
 * Calls `work` with the words that start npm, and with what must be added to its environment.
 * @param {string} ifMissing what to say when the host has no npm at all
 * @param {(npm: string[], env: Record<string, string>) => Promise<void>} work
 */
export async function withNpm(ifMissing, work) {
  if (hasHostNodeWanted()) return work(hostNpm(), {})
  try {
    await fetchNodeAndNpm(ifMissing)
    const npm = [join(nodeFolder, 'node'), join(folder, 'node_modules/npm/bin/npm-cli.js')]
    // Without what an npm of another version told its children.
    const path = [nodeFolder, join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter)
    await work(existsSync(npm[0]) ? npm : hostNpm(), { PATH: path, npm_execpath: npm[1], npm_node_execpath: npm[0] })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The npm that started us, if one did, else the one on the PATH. */
export function hostNpm() {
  const startedBy = process.env.npm_execpath
  if (startedBy !== undefined && /^npm(-cli)?\.c?js$/.test(basename(startedBy))) return [process.execPath, startedBy]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm']
}

/** On a platform without such a package there is no file afterwards, and the host's npm does what it can. */
async function fetchNodeAndNpm(ifMissing) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  mkdirSync(folder, { recursive: true })
  const optionalDependencies = { [nodePackage]: dependencies.node }
  const manifest = { private: true, dependencies: { npm: npmVersion }, optionalDependencies }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const flags = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
  await runQuietly(`Getting Node ${dependencies.node} from npm`, [...hostNpm(), 'install', ...flags], { ifMissing })
}
