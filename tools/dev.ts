// `npm run dev`: everything that `npm start` starts, on a data directory of its own; a program starts anew when one of
// its sources changes, and vite serves the portal's sources at http://localhost:5173.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programsAffectedBy, type Program } from './dev/affected.ts'
import { childrenOf } from './dev/processes.ts'
import { root } from './run/step.ts'

const portalUrl = 'http://localhost:5173'
const serverPort = process.env['FARPORT_PORT'] ?? '8080'
/** An editor writes a file more than once, and a search-and-replace many. */
const restingMs = 200

const launcher = spawn(
  process.execPath,
  ['apps/launcher/src/main.ts', '--data-dir', '.farport/dev', '--port', serverPort, ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { FARPORT_PUBLIC_URL: portalUrl, ...process.env } },
)
const vite = spawn(
  process.execPath,
  [join(root, 'node_modules/vite/bin/vite.js'), '--strictPort', '--clearScreen', 'false'],
  {
    cwd: join(root, 'apps/portal'),
    stdio: 'inherit',
    env: { ...process.env, FARPORT_SERVER_URL: `http://127.0.0.1:${serverPort}` },
  },
)

const stopWatching = new AbortController()
const affected = new Set<Program>()
let resting: NodeJS.Timeout | undefined
for (const place of ['apps', 'packages']) {
  watch(join(root, place), { recursive: true, signal: stopWatching.signal }, (_, name) => {
    const path = `${place}/${name?.replaceAll('\\', '/') ?? ''}`
    for (const program of programsAffectedBy(path, needsOf)) affected.add(program)
    clearTimeout(resting)
    if (affected.size > 0) resting = setTimeout(() => void startAnew(), restingMs)
  })
}

// The terminal's signals reach all three; whichever ends first takes the others along.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => endBoth())
const ends = [once(launcher, 'exit'), once(vite, 'exit')]
await Promise.race(ends)
endBoth()
await Promise.all(ends)
process.exitCode = launcher.exitCode ?? 1

function endBoth(): void {
  stopWatching.abort()
  clearTimeout(resting)
  launcher.kill('SIGTERM')
  vite.kill('SIGTERM')
}

function needsOf(workspace: string): string[] {
  const manifest = readFileSync(join(root, workspace, 'package.json'), 'utf8')
  const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> } // our own file
  return Object.keys(dependencies).flatMap((name) =>
    name.startsWith('@farport/') ? [name.replace('@farport', 'packages')] : [],
  )
}

/** The launcher starts again what ends: all that is needed is to end it. */
async function startAnew(): Promise<void> {
  const modules = [...affected].map((program) => `apps/${program}/src/main.ts`)
  affected.clear()
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='])
  for (const { pid, command } of childrenOf(launcher.pid ?? 0, stdout)) {
    if (modules.some((module) => command.includes(module))) process.kill(pid, 'SIGTERM')
  }
}
