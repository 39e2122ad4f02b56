// Ours for the web: a device, and a link to its one service by HTTP.

import { freePort } from '@farport/testkit'
import type { Rig } from '../processes.ts'
import { startDevice } from './farport.ts'

export interface WebRig extends Rig {
  readonly host: string
}

export async function startWebLink(servicePort: number): Promise<WebRig> {
  await using disposables = new AsyncDisposableStack()
  const port = await freePort()
  const relayEnvironment = { FARPORT_LINKS_HTTP_PORT: String(port) }
  const { plane, device, service, processIds } = disposables.use(await startDevice({ servicePort, relayEnvironment }))
  const { code } = plane.serveLink(device, service)
  const owned = disposables.move()
  return {
    name: 'farport',
    port,
    host: `${code}.localhost`,
    processIds,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
