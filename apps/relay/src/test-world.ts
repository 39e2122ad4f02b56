// For tests: a relay in this process that has joined the test control plane.

import { join } from 'node:path'
import { Secret } from '@farport/basics'
import { createTempDir, eventually, freePortRange, startControlPlane, type ControlPlane } from '@farport/testkit'
import pino from 'pino'
import type { RelayConfig } from './config.ts'
import type { Limits } from './limits.ts'
import type { LinksConfig } from './links/links.ts'
import { startRelay, type Relay } from './relay.ts'

export interface World extends AsyncDisposable {
  plane: ControlPlane
  relay: Relay
}

/** On ports of its own, under the name of this machine. */
const testLinks: LinksConfig = {
  domain: 'localhost',
  httpPort: { port: 0, isWished: true },
  httpsPort: { port: 0, isWished: true },
  acmeDirectory: undefined,
  acmeEmail: undefined,
}

export async function startWorld(limits: Partial<Limits> = {}, changes: Partial<RelayConfig> = {}): Promise<World> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await createTempDir('relay'))
  const plane = stack.use(await startControlPlane())
  const relay = stack.use(
    await startRelay(
      {
        serverUrl: new URL(plane.url),
        joinSecret: new Secret(plane.joinSecret),
        port: 0,
        publicHost: '127.0.0.1',
        bindHost: '127.0.0.1',
        proxyPorts: await freePortRange(3),
        stunPort: 0,
        links: testLinks,
        stateDir: join(folder.path, 'state'),
        metricsPort: 0,
        logLevel: 'silent',
        ...changes,
      },
      { log: pino({ level: 'silent' }), version: 'test', limits },
    ),
  )
  await eventually(() => plane.relays.size === 1, { what: 'the relay has joined' })
  const owned = stack.move()
  return { plane, relay, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
