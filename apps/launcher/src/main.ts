// `npm start`: arguments, signals and the exit code; everything else is in launch.ts.

import { join } from 'node:path'
import process from 'node:process'
import { inspect } from 'node:util'
import { launch } from './launch.ts'
import { helpText, parseOptions } from './options.ts'
import type { Screen } from './screen.ts'

const nodeMajorMin = 26
const clone = join(import.meta.dirname, '../../..')

const screen: Screen = {
  isColoured: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
  line: (text) => console.log(text),
  error: (text) => console.error(text),
}

try {
  process.exitCode = await main()
} catch (error) {
  // A fault of ours: nobody who starts Farport can answer it, but somebody who reports it can tell it.
  screen.error(`Farport met a fault of its own and stopped: ${error instanceof Error ? error.message : String(error)}`)
  if (['debug', 'trace'].includes(process.env['FARPORT_LOG_LEVEL'] ?? '')) screen.error(inspect(error))
  process.exitCode = 1
}

async function main(): Promise<0 | 1 | 2> {
  if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
    screen.error(
      `Farport needs Node ${nodeMajorMin} or later, and this is ${process.versions.node}. Run it by: npm start`,
    )
    return 1
  }
  const command = parseOptions(process.argv.slice(2), process.env, clone)
  if (!command.ok) {
    screen.error(command.refusal)
    return 2
  }
  if (command.value.command === 'help') {
    screen.line(helpText())
    return 0
  }
  const { options } = command.value
  const result = await launch({
    clone,
    options,
    environment: process.env,
    workingFolder: process.cwd(),
    screen,
    ending: untilEnded(),
  })
  if (result.ok) return 0
  screen.error(result.refusal)
  return 1
}

/** The first signal asks for an ordered end. A second one changes nothing: the programs are ended by force after a while. */
function untilEnded(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
  return ending.signal
}
