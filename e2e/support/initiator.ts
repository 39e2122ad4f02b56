// A person's end of connections, in this process.

import { generatePrivateKey } from '@farport/protocol'
import { createInitiator, type Initiator, type InitiatorOptions } from '../../apps/agent/src/initiator/initiator.ts'
import { sessionParts } from '../../apps/agent/src/initiator/session-parts.ts'
import { silentLog } from './data-plane.ts'

export async function startInitiator(changes: Partial<InitiatorOptions> = {}): Promise<Initiator> {
  return await createInitiator({
    ...sessionParts({ isAllowed: true, mayMapPorts: false }),
    privateKey: generatePrivateKey(),
    version: 'test',
    log: silentLog,
    ports: new Map(),
    keepPorts: () => Promise.resolve(),
    kept: [],
    keepConnections: () => Promise.resolve(),
    ...changes,
  })
}
