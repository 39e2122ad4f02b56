// Real OpenSSH: a server with throw-away keys, and the clients `ssh` and `scp` against any host and port.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { acceptsConnections } from './accepts-connections.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { runProgram, startProgram, type RunningProgram } from './start-program.ts'
import { createTempDir } from './temp-dir.ts'

export interface OpensshServer extends AsyncDisposable {
  readonly host: string
  readonly port: number
  /** Signs in as the current user. */
  readonly clientKey: string
  readonly folder: string
  readonly log: string
}

export interface OpensshTarget {
  host: string
  port: number
  clientKey: string
  /** Default: the current user. */
  user?: string
}

export interface CommandAnswer {
  code: number | null
  output: string
}

/** Listens on loopback only, and lets in the key that it made, for the current user, and nobody else. */
export async function startOpensshServer(): Promise<OpensshServer> {
  await using disposables = new AsyncDisposableStack()
  const folder = disposables.use(await createTempDir('sshd')).path
  const [hostKey, clientKey] = [join(folder, 'host_key'), join(folder, 'client_key')]
  for (const key of [hostKey, clientKey]) await makeKey(key)
  const port = await freePort('127.0.0.1')
  await writeFile(join(folder, 'sshd_config'), serverConfig({ folder, port, hostKey, clientKey }))
  await makePrivilegeSeparationFolder()
  // sshd insists on an absolute path: it starts itself again for every connection.
  const server = disposables.use(
    startProgram({ command: '/usr/sbin/sshd', args: ['-D', '-e', '-f', join(folder, 'sshd_config')] }),
  )
  await eventually(() => acceptsConnections(port), { what: `sshd listens on ${port}: ${server.output}` })
  const owned = disposables.move()
  return {
    host: '127.0.0.1',
    port,
    clientKey,
    folder,
    get log() {
      return server.output
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Runs a command there by the real `ssh`. */
export function runSsh(target: OpensshTarget, command: string, timeoutMs = 60_000): Promise<CommandAnswer> {
  return runProgram({ command: 'ssh', args: sshArguments(target, command), timeoutMs })
}

/** A session that stays open until it is disposed of or cut. */
export function openSsh(target: OpensshTarget, command: string): RunningProgram {
  return startProgram({ command: 'ssh', args: sshArguments(target, command) })
}

/** Copies by the real `scp`; a path with the prefix `remote:` is over there. */
export function runScp(target: OpensshTarget, from: string, to: string, timeoutMs = 300_000): Promise<CommandAnswer> {
  const { host, port, user = userInfo().username } = target
  const place = (path: string) =>
    path.startsWith('remote:') ? `${user}@${host}:${path.slice('remote:'.length)}` : path
  const args = [...clientOptions(target), '-P', String(port), place(from), place(to)]
  return runProgram({ command: 'scp', args, timeoutMs })
}

function sshArguments(target: OpensshTarget, command: string): string[] {
  const { host, port, user = userInfo().username } = target
  return [...clientOptions(target), '-p', String(port), `${user}@${host}`, command]
}

/** Nothing of this machine's own set-up: no config file, no agent, no known hosts. */
function clientOptions({ clientKey }: OpensshTarget): string[] {
  const options = {
    IdentitiesOnly: 'yes',
    IdentityAgent: 'none',
    StrictHostKeyChecking: 'no',
    UserKnownHostsFile: '/dev/null',
    GlobalKnownHostsFile: '/dev/null',
    BatchMode: 'yes',
    ConnectTimeout: '20',
    LogLevel: 'ERROR',
  }
  return [
    '-F',
    'none',
    '-i',
    clientKey,
    ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
  ]
}

function serverConfig(facts: { folder: string; port: number; hostKey: string; clientKey: string }): string {
  return [
    'ListenAddress 127.0.0.1',
    `Port ${facts.port}`,
    `HostKey ${facts.hostKey}`,
    `PidFile ${join(facts.folder, 'sshd.pid')}`,
    `AuthorizedKeysFile ${facts.clientKey}.pub`,
    // The temporary folder belongs to all users, which sshd would refuse keys for.
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
    `AllowUsers ${userInfo().username}`,
    'MaxStartups 200',
    'MaxSessions 100',
    'PrintMotd no',
    'PrintLastLog no',
    'Subsystem sftp internal-sftp',
    '',
  ].join('\n')
}

async function makeKey(path: string): Promise<void> {
  const { code, output } = await runProgram({
    command: 'ssh-keygen',
    args: ['-q', '-t', 'ed25519', '-N', '', '-f', path],
  })
  if (code !== 0) throw new Error(`ssh-keygen failed: ${output}`)
  await chmod(path, 0o600)
}

/** As root, sshd wants this folder, which Debian makes only when the service starts. */
async function makePrivilegeSeparationFolder(): Promise<void> {
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 })
}

/** In hex, of a file of any size. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('hex')
}
