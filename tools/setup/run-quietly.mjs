// Runs a program and keeps what it prints, to show it only when something went wrong.

import { spawn } from 'node:child_process'
import { Obstacle, obstacleFromOutput } from './obstacle.mjs'
import { environment, root } from './places.mjs'

const outputCharactersMax = 200_000

/**
 * @param {string} what the step, as the start of a sentence
 * @param {string[]} command
 * @param {{ cwd?: string, env?: Record<string, string>, ifMissing?: string }} options
 */
export async function runQuietly(what, [program, ...words], { cwd = root, env = {}, ifMissing } = {}) {
  let output = ''
  const keep = (chunk) => (output = (output + chunk).slice(-outputCharactersMax))
  const child = spawn(program, words, {
    cwd,
    env: { ...environment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && program.endsWith('.cmd'),
  })
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const exitCode = await new Promise((resolve, reject) => {
    child.on('close', resolve)
    child.on('error', (fault) => {
      reject(fault.code === 'ENOENT' && ifMissing !== undefined ? new Obstacle(ifMissing) : fault)
    })
  })
  if (exitCode !== 0) throw obstacleFromOutput(what, output)
  return output
}
