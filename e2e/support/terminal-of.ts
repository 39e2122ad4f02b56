// A person's terminal: the command line as they run it, with folders of their own.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createTempDir,
  runProgram,
  startProgram,
  type ProgramExit,
  type ProgramOptions,
  type RunningProgram,
} from '@farport/testkit'
import type { LocalConnection } from '@farport/protocol'
import { findLocalAgent } from '../../apps/cli/src/agent/local-agent.ts'
import { readConfig } from '../../apps/cli/src/config.ts'
import { clone } from './installation.ts'
import type { Person } from './person.ts'

export interface Terminal extends AsyncDisposable {
  readonly environment: Record<string, string>
  farport(...args: string[]): Promise<Pick<ProgramExit, 'code'> & { output: string }>
  /** Goes on until it is disposed of or ends. */
  start(...args: string[]): RunningProgram
  json<Answer>(...args: string[]): Promise<Answer>
}

const module = join(clone, 'apps/cli/src/main.ts')

/** What to start so that Node runs a module. */
type HowToRun = (module: string, args: readonly string[]) => Pick<ProgramOptions, 'module' | 'command' | 'args'>

/** Somebody is signed in there. */
export async function terminalOf(
  person: Person,
  serverUrl: string,
  howToRun: HowToRun = (file, args) => ({ module: file, args: [...args] }),
): Promise<Terminal> {
  await using disposables = new AsyncDisposableStack()
  const home = disposables.use(await createTempDir('terminal')).path
  const environment = { FARPORT_CONFIG_DIR: join(home, 'config'), FARPORT_STATE_DIR: join(home, 'agent') }
  await mkdir(environment.FARPORT_CONFIG_DIR)
  const signIn = JSON.stringify({ serverUrl, email: person.email, token: person.token })
  await writeFile(join(environment.FARPORT_CONFIG_DIR, 'sign-in.json'), signIn, { mode: 0o600 })
  disposables.defer(() => stopLocalAgent(environment))
  const farport: Terminal['farport'] = (...args) => runProgram({ ...howToRun(module, args), input: '', environment })
  const owned = disposables.move()
  return {
    environment,
    farport,
    start: (...args) => startProgram({ ...howToRun(module, args), environment }),
    async json<Answer>(...args: string[]) {
      const { code, output } = await farport(...args, '--json')
      if (code !== 0) throw new Error(`farport ${args.join(' ')}: ${output}`)
      return JSON.parse(output) as Answer // its shape is what the test goes on to check
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** What the local agent of this environment has open; it runs. */
export async function localConnections(environment: Record<string, string>): Promise<LocalConnection[]> {
  using agent = await findLocalAgent(readConfig(environment, false))
  if (agent === undefined) throw new Error('no local agent runs')
  return (await agent.ask({ type: 'list' }, 'connections')).connections
}

/** The one that connections of this environment have started, if it still runs. */
export async function stopLocalAgent(environment: Record<string, string>): Promise<void> {
  using agent = await findLocalAgent(readConfig(environment, false))
  if (agent === undefined) return
  await agent.ask({ type: 'stop' }, 'done')
  await agent.gone
}
