// Runs the command in our place: its output, its signals and its exit code are ours.

import { spawn } from 'node:child_process'
import { Obstacle } from './obstacle.mjs'
import { environment, findNode } from './places.mjs'

/** A terminal sends these to the child as well; forwarding them too would deliver them twice. */
const signalsOfTerminals = ['SIGINT', 'SIGHUP', 'SIGQUIT']

/**
 * @param {string} program `node` means Node 26
 * @param {string[]} words
 */
export async function runCommand(program, words) {
  const child = spawn(program === 'node' ? findNode() : program, words, { stdio: 'inherit', env: environment() })
  const forward = (signal) => {
    if (!(process.stdin.isTTY && signalsOfTerminals.includes(signal))) child.kill(signal)
  }
  const signals = process.platform === 'win32' ? ['SIGINT'] : ['SIGTERM', 'SIGUSR2', ...signalsOfTerminals]
  for (const signal of signals) process.on(signal, forward)

  const ending = await new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => resolve({ code, signal }))
    child.on('error', (fault) => {
      reject(fault.code === 'ENOENT' ? new Obstacle(`There is no program called ${program}.`) : fault)
    })
  })

  for (const signal of signals) process.off(signal, forward)
  if (ending.signal === null) process.exitCode = ending.code
  else process.kill(process.pid, ending.signal)
}
