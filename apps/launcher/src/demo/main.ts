// The demo device's services as a program of its own: an SSH server and a web page, on loopback only.

import process from 'node:process'
import { readOrMakeDemoAccount, readOrMakeHostKey } from './demo-account.ts'
import { startDemoSshServer } from './ssh-server.ts'
import { startDemoWebServer } from './web-page.ts'

const { FARPORT_DEMO_DIR: folder, FARPORT_DEMO_SSH_PORT: sshPort, FARPORT_DEMO_WEB_PORT: webPort } = process.env
if (folder === undefined || sshPort === undefined || webPort === undefined) {
  throw new Error('FARPORT_DEMO_DIR, FARPORT_DEMO_SSH_PORT and FARPORT_DEMO_WEB_PORT must be set')
}

const ended = Promise.withResolvers<void>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.resolve())
// The launcher is gone: nobody would end us any more.
process.once('disconnect', () => ended.resolve())

{
  const startedAt = Date.now()
  const [account, hostKey] = await Promise.all([readOrMakeDemoAccount(folder), readOrMakeHostKey(folder)])
  const facts = { account: account.name, hostname: 'demo-device', startedAt, now: () => Date.now() }
  const host = '127.0.0.1'
  await using _ssh = await startDemoSshServer({ host, port: Number(sshPort), account, hostKey, facts })
  await using _web = await startDemoWebServer({ host, port: Number(webPort), startedAt })
  process.send?.({ type: 'ready' })
  await ended.promise
}
if (process.connected) process.disconnect?.()
