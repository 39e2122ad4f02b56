// The demo device's SSH server: a password, the small shell, and nothing else.

import { timingSafeEqual, createHash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import ssh2, { type AuthContext, type Connection, type ServerChannel, type Session } from 'ssh2'
import { commandNames, createDemoShell, type DemoShell, type ShellFacts } from './demo-shell.ts'
import type { DemoAccount } from './demo-account.ts'

export interface DemoSshServer extends AsyncDisposable {
  readonly port: number
}

export interface DemoSshOptions {
  host: string
  /** 0: any free one. */
  port: number
  account: DemoAccount
  hostKey: string
  facts: ShellFacts
}

/** Beyond these a client is cut off: it is a program that guesses, or one that hangs. */
const signInsMax = 6
const signInTimeoutMs = 60_000
const connectionsMax = 64
const sessionsPerConnectionMax = 8
const idleMsMax = 30 * 60_000
const lineLengthMax = 4096

export async function startDemoSshServer({
  host,
  port,
  account,
  hostKey,
  facts,
}: DemoSshOptions): Promise<DemoSshServer> {
  const connections = new Set<Connection>()
  const server = new ssh2.Server(
    { hostKeys: [hostKey], ident: 'Farport-demo', keepaliveInterval: 30_000 },
    (connection) => {
      // A client that vanishes or talks nonsense ends its connection, and only that.
      connection.on('error', () => connection.end())
      connection.once('close', () => connections.delete(connection))
      connections.add(connection)
      if (connections.size > connectionsMax) connection.end()
      else welcome(connection, account, facts)
    },
  )
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port, // a TCP server has no other kind of address
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const connection of connections) connection.end()
      await closed
    },
  }
}

function welcome(connection: Connection, account: DemoAccount, facts: ShellFacts): void {
  let signIns = 0
  let sessionCount = 0
  const deadline = setTimeout(() => connection.end(), signInTimeoutMs)
  connection.once('close', () => clearTimeout(deadline))
  connection.on('authentication', (attempt) => {
    if (attempt.method !== 'none') signIns += 1
    if (signIns > signInsMax) connection.end()
    else decideSignIn(attempt, account)
  })
  connection.once('ready', () => clearTimeout(deadline))
  connection.on('session', (acceptSession, reject) => {
    sessionCount += 1
    if (sessionCount > sessionsPerConnectionMax) {
      reject()
      return
    }
    const session = acceptSession()
    session.once('close', () => (sessionCount -= 1))
    serveSession(session, facts)
  })
}

function decideSignIn(attempt: AuthContext, account: DemoAccount): void {
  const methods: ('password' | 'keyboard-interactive')[] = ['password', 'keyboard-interactive']
  const decide = (password: string) => {
    if (attempt.username === account.name && isSame(password, account.password)) attempt.accept()
    else attempt.reject(methods)
  }
  if (attempt.method === 'password') decide(attempt.password)
  else if (attempt.method === 'keyboard-interactive') {
    attempt.prompt([{ prompt: 'Password: ', echo: false }], (answers) => decide(answers[0] ?? ''))
  } else attempt.reject(methods)
}

const digest = (text: string) => createHash('sha256').update(text).digest()

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function serveSession(session: Session, facts: ShellFacts): void {
  const shell = createDemoShell(facts)
  const terminal = { isTerminal: false, columns: 80 }
  session.on('pty', (accept, _reject, { cols }) => {
    terminal.isTerminal = true
    terminal.columns = cols
    // A client may ask without wanting an answer; then there is nothing to call.
    accept?.()
  })
  session.on('window-change', (accept, _reject, { cols }) => {
    terminal.columns = cols
    session.emit('farport-resize')
    accept?.()
  })
  session.on('shell', (accept) => talk(session, accept(), shell, terminal, facts))
  session.on('exec', (accept, _reject, { command }) => {
    const channel = accept()
    const answer = shell.run(command.slice(0, lineLengthMax))
    channel.stderr.write(answer.errors)
    channel.write(answer.output)
    end(channel, answer.exitStatus)
  })
  session.on('subsystem', (accept, _reject, { name }) => {
    const channel = accept()
    channel.stderr.write(shell.run(name === 'sftp' ? 'sftp-server' : name).errors)
    end(channel, 1)
  })
}

/** A conversation, with line editing when there is a terminal. */
function talk(
  session: Session,
  channel: ServerChannel,
  shell: DemoShell,
  terminal: { isTerminal: boolean; columns: number },
  facts: ShellFacts,
): void {
  // Readline asks its output for `columns` and listens for `resize`, as of a terminal.
  const output = Object.defineProperty(channel, 'columns', { get: () => terminal.columns })
  session.on('farport-resize', () => output.emit('resize'))
  const lines = createInterface({
    input: channel,
    output,
    terminal: terminal.isTerminal,
    historySize: 100,
    completer: (line: string) => [commandNames.filter((name) => name.startsWith(line)), line],
  })
  const newline = terminal.isTerminal ? '\r\n' : '\n'
  const say = (text: string) => channel.write(text.replaceAll('\n', newline))
  const ask = () => {
    lines.setPrompt(
      terminal.isTerminal ? `${facts.account}@${facts.hostname}:${shell.folder.replace('/home/demo', '~')}$ ` : '',
    )
    lines.prompt()
  }
  let exitStatus = 0
  const idle = setTimeout(() => {
    say('\nGood-bye: nobody typed for half an hour.\n')
    lines.close()
  }, idleMsMax)

  channel.on('data', () => {
    idle.refresh()
    // Kills a line that no person types: it would only fill the memory.
    if (lines.line.length > lineLengthMax) lines.write(null, { ctrl: true, name: 'u' })
  })
  channel.on('error', () => lines.close())
  lines.on('line', (line) => {
    const answer = shell.run(line.slice(0, lineLengthMax))
    exitStatus = answer.exitStatus
    say(answer.errors + answer.output)
    if (answer.ends) lines.close()
    else ask()
  })
  lines.on('SIGINT', () => {
    say('^C\n')
    lines.write(null, { ctrl: true, name: 'u' })
    ask()
  })
  // Without a listener readline would suspend this whole process.
  lines.on('SIGTSTP', () => {})
  lines.once('close', () => {
    clearTimeout(idle)
    end(channel, exitStatus)
  })
  if (terminal.isTerminal) say(`${shell.run('cat /etc/motd').output}Type help to see what you can do here.\n\n`)
  ask()
}

function end(channel: ServerChannel, exitStatus: number): void {
  if (!channel.writable) return
  channel.exit(exitStatus)
  channel.end()
}
