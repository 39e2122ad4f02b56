#!/usr/bin/env node
// `farport`: arguments in, exit code out. 0: done. 1: it could not be done. 2: the command is not right.

import process from 'node:process'
import { inspect } from 'node:util'
import { connectPatiently } from '@farport/program'
import { CommanderError } from 'commander'
import { readConfig } from './config.ts'
import { createProgram } from './program.ts'
import { CommandRefusal } from './refusal.ts'
import { createScreen } from './terminal/screen.ts'
import { version } from './version.ts'

connectPatiently()

const config = readConfig(process.env, process.stdout.isTTY)
const screen = createScreen(config.isColoured)

const ending = new AbortController()
process.once('SIGINT', () => ending.abort())
process.once('SIGTERM', () => ending.abort())

const program = createProgram({ config, screen, input: process.stdin, ending: ending.signal }, version, (exitCode) => {
  process.exitCode = exitCode
})

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = exitCodeOf(error)
}

function exitCodeOf(error: unknown): number {
  // Commander has printed its own words already: help, the version, or what is wrong with the arguments.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof CommandRefusal) {
    screen.note(`farport: ${error.message}`)
    return error.exitCode
  }
  // A fault of ours: nobody at a terminal can answer it, but somebody who reports it can tell it.
  screen.note(`farport met a fault of its own: ${error instanceof Error ? error.message : String(error)}`)
  if (['debug', 'trace'].includes(process.env['FARPORT_LOG_LEVEL'] ?? '')) screen.note(inspect(error))
  return 1
}
