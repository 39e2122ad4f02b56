// Installing the agent as a service of systemd, and taking it away again.

import { execFile } from 'node:child_process'
import { access, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { CommandRefusal, exitCode } from '../commands/outcome.ts'
import { renderUnit, serviceStateDir, unitName, unitPath, type UnitPaths } from './systemd-unit.ts'

const execute = promisify(execFile)

export interface Installation {
  isRoot: boolean
  isRegistered: boolean
  stateDir: string
  /** The module that was started, as the command line names it. */
  program: string
}

/** The unit as it would be installed. */
export async function ownUnit(program: string): Promise<string> {
  return renderUnit(await unitPaths(program))
}

/** Returns the sentence to print. */
export async function installService({ isRoot, isRegistered, stateDir, program }: Installation): Promise<string> {
  await refuseWithoutSystemd(isRoot)
  if (resolve(stateDir) !== serviceStateDir) {
    throw new CommandRefusal(
      exitCode.usage,
      `The service keeps its state in ${serviceStateDir}, and FARPORT_STATE_DIR is ${stateDir}. Unset it, and register this machine again.`,
    )
  }
  if (!isRegistered) {
    throw new CommandRefusal(
      exitCode.registration,
      'This machine is not registered yet. Run "register <code>" first, then "install-service".',
    )
  }
  const paths = await unitPaths(program)
  await refuseUnreadable(paths.node)
  await refuseUnreadable(paths.program)
  await writeFile(unitPath, renderUnit(paths), { mode: 0o644 })
  await systemctl('daemon-reload')
  await systemctl('enable', '--now', unitName)
  return `The agent runs as ${unitName}, and starts with this machine. Its log: journalctl -u ${unitName}`
}

export async function uninstallService(options: { isRoot: boolean }): Promise<string> {
  await refuseWithoutSystemd(options.isRoot)
  const isInstalled = await access(unitPath).then(
    () => true,
    () => false,
  )
  if (!isInstalled) throw new CommandRefusal(exitCode.registration, 'The agent is not installed as a service.')
  await systemctl('disable', '--now', unitName)
  await rm(unitPath, { force: true })
  await systemctl('daemon-reload')
  return 'The service is gone. This machine stays registered; "unregister" makes it forget that, too.'
}

async function unitPaths(program: string): Promise<UnitPaths> {
  return { node: process.execPath, program: await realpath(program) }
}

async function refuseWithoutSystemd(isRoot: boolean): Promise<void> {
  const hasSystemd = await access('/run/systemd/system').then(
    () => true,
    () => false,
  )
  if (!hasSystemd)
    throw new CommandRefusal(
      exitCode.usage,
      'This machine has no systemd. Run the agent with "run" under the supervisor that it has.',
    )
  if (!isRoot) throw new CommandRefusal(exitCode.rights, 'Services are installed by root: try again with sudo.')
}

/** The service runs as a user of its own, who has to be able to read the program. */
async function refuseUnreadable(path: string): Promise<void> {
  for (let at = resolve(path); at !== '/'; at = dirname(at)) {
    const { mode } = await stat(at)
    if ((mode & 0o005) !== 0o005 && (at !== resolve(path) || (mode & 0o004) === 0)) {
      throw new CommandRefusal(
        exitCode.rights,
        `The service has a user of its own, who may not read ${at}. Put the agent where everybody may read it, like /opt/farport.`,
      )
    }
  }
}

async function systemctl(...words: string[]): Promise<void> {
  try {
    await execute('systemctl', words)
  } catch (error) {
    const detail = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new CommandRefusal(exitCode.failed, `systemctl ${words.join(' ')} failed: ${detail}`)
  }
}
