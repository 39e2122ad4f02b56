// Asked of the kernel by `ss`, which sees each end of a connection.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { eventually } from '@farport/testkit'
import { describe, expect, it } from 'vitest'
import { connectTcp, listenForSockets } from './tcp.ts'
import { staysOnThisMachine } from './unpace-local.ts'

const run = promisify(execFile)

describe('what stays on this machine', () => {
  it.each([
    { localAddress: '127.0.0.1', remoteAddress: '127.0.0.1' },
    { localAddress: '127.0.0.1', remoteAddress: '127.9.8.7' },
    { localAddress: '::1', remoteAddress: '::1' },
    { localAddress: '::ffff:127.0.0.1', remoteAddress: '::ffff:127.0.0.1' },
    { localAddress: '192.0.2.7', remoteAddress: '192.0.2.7' },
  ])('from $localAddress to $remoteAddress', (addresses) => expect(staysOnThisMachine(addresses)).toBe(true))

  it.each([
    { localAddress: '192.0.2.7', remoteAddress: '192.0.2.8' },
    { localAddress: '192.0.2.7', remoteAddress: '192.127.0.1' },
    { localAddress: '2001:db8::1', remoteAddress: '2001:db8::127' },
  ])('not from $localAddress to $remoteAddress', (addresses) => expect(staysOnThisMachine(addresses)).toBe(false))

  it('not one that is gone already', () => expect(staysOnThisMachine({ remoteAddress: undefined })).toBe(false))
})

it.runIf(process.platform === 'linux')('neither end paces what does not leave this machine', async () => {
  await using disposables = new AsyncDisposableStack()
  const listener = disposables.use(
    await listenForSockets({ host: '127.0.0.1', port: 0 }, (socket) => disposables.defer(() => void socket.destroy())),
  )
  const connected = await connectTcp(listener.place)
  if (!connected.ok) throw new Error(connected.refusal.message)
  disposables.defer(() => void connected.value.destroy())
  await eventually(async () => {
    const { port } = listener.place
    const { stdout } = await run('ss', ['-tinH', 'state', 'established', `( sport = :${port} or dport = :${port} )`])
    return stdout.match(/\breno\b/g)?.length === 2
  })
})
