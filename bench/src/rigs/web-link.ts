// Ours for the web: the real relay and agent programs and a link by HTTP. In the server's place stands the testkit's
// control plane.

import { join } from 'node:path'
import { createTempDir, eventually, freePort, startControlPlane, startProgram } from '@farport/testkit'
import type { Rig } from '../processes.ts'
import { modulePath, startRelayProgram } from './farport.ts'

export interface WebRig extends Rig {
  readonly host: string
}

export async function startWebLink(servicePort: number): Promise<WebRig> {
  await using disposables = new AsyncDisposableStack()
  const folder = disposables.use(await createTempDir('bench')).path
  const plane = disposables.use(await startControlPlane({ ticketMs: 3_600_000 }))
  const port = await freePort()
  const ports = { FARPORT_LINKS_HTTP_PORT: String(port), FARPORT_LINKS_HTTPS_PORT: '0' }
  const relay = disposables.use(await startRelayProgram(plane, join(folder, 'relay'), ports))
  const device = plane.planDevice('bench')
  const agent = disposables.use(
    startProgram({
      module: modulePath('agent'),
      args: ['run'],
      environment: {
        FARPORT_SERVER_URL: plane.url,
        FARPORT_STATE_DIR: join(folder, 'agent'),
        FARPORT_REGISTRATION_CODE: device.code,
        FARPORT_LOG_LEVEL: 'warn',
      },
    }),
  )
  await eventually(() => plane.isOnline(device), { timeoutMs: 30_000, what: `the agent is online: ${agent.output}` })
  const { code } = plane.serveLink(device, plane.addService(device, { port: servicePort }))
  const owned = disposables.move()
  return {
    name: 'farport',
    port,
    host: `${code}.localhost`,
    processIds: [relay.pid, agent.pid],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
