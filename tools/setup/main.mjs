// The order of the set-up: dependencies, bundles, the system packages of tests or benches, then the command itself.

import { buildBundles } from './bundles.mjs'
import { installForBenches, installForTests } from './debian-packages.mjs'
import { installDependencies } from './dependencies.mjs'
import { Obstacle } from './obstacle.mjs'
import { runCommand } from './run-command.mjs'

const usage = 'Usage: node tools/setup.mjs [--for-tests] [--for-benches] [--without-bundles] <command> [arguments…]'
const known = new Set(['--for-tests', '--for-benches', '--without-bundles'])

/** @param {string[]} words what stands after `tools/setup.mjs` */
export async function main(words) {
  const commandAt = words.findIndex((word) => !word.startsWith('--'))
  const flags = commandAt < 0 ? words : words.slice(0, commandAt)
  const unknown = flags.find((flag) => !known.has(flag))
  try {
    if (unknown !== undefined) throw new Obstacle(`The set-up does not know ${unknown}. ${usage}`)
    await installDependencies()
    if (!flags.includes('--without-bundles')) await buildBundles()
    if (flags.includes('--for-tests')) await installForTests()
    if (flags.includes('--for-benches')) await installForBenches()
    if (commandAt >= 0) await runCommand(words[commandAt], words.slice(commandAt + 1))
  } catch (fault) {
    if (!(fault instanceof Obstacle)) throw fault
    console.error(fault.message)
    process.exitCode = 1
  }
}
