// The demo device's SSH server: a password, the small shell, and nothing else.

import { timingSafeEqual, createHash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ssh2, { type AuthContext, type Connection } from 'ssh2'
import type { ShellFacts } from './demo-shell.ts'
import type { DemoAccount } from './demo-account.ts'
import { serveSession } from './ssh-session.ts'

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
