// For tests: a relay as a program of its own, that has joined the test control plane.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  createTempDir,
  eventually,
  freePortRange,
  startControlPlane,
  startProgram,
  type ControlPlane,
  type RunningProgram,
} from '@farport/testkit'
import type { RelayAddress } from './test-agent.ts'

export interface ProgramWorld extends AsyncDisposable {
  plane: ControlPlane
  program: RunningProgram
  relay: RelayAddress
}

export async function startProgramWorld(): Promise<ProgramWorld> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await createTempDir('relay'))
  const plane = stack.use(await startControlPlane())
  const ports = await freePortRange(2)
  const program = stack.use(
    startProgram({
      module: fileURLToPath(new URL('main.ts', import.meta.url)),
      environment: {
        FARPORT_SERVER_URL: plane.url,
        FARPORT_JOIN_SECRET: plane.joinSecret,
        FARPORT_RELAY_PORT: '0',
        FARPORT_RELAY_BIND: '127.0.0.1',
        FARPORT_PROXY_PORTS: `${ports.first}-${ports.last}`,
        FARPORT_STATE_DIR: join(folder.path, 'state'),
      },
    }),
  )
  const joined = await eventually(() => [...plane.relays.values()][0], {
    timeoutMs: 30_000,
    what: 'the relay has joined',
  })
  const owned = stack.move()
  return { plane, program, relay: joined.place, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
