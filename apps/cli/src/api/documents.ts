// What the command line asks of the API. Each document stands beside the shape of its answer.

import { peerOrder } from '@farport/protocol'
import { z } from 'zod'
import { defineDocument } from './graphql.ts'

const connection = z.object({
  id: z.string(),
  created: z.string(),
  host: z.string(),
  port: z.number(),
  url: z.string().nullable(),
})
export type ConnectionFacts = z.infer<typeof connection>

/** A connection by the agent of some machine of the viewer's. */
const peer = z.object({ id: z.string(), created: z.string(), key: z.string() })

const service = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  application: z.number(),
  state: z.string(),
  host: z.string(),
  port: z.number(),
  connections: z.array(connection),
  peers: z.array(peer),
})

const device = z.object({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  version: z.string().nullable(),
  lastReported: z.string().nullable(),
  services: z.array(service),
})
export type DeviceFacts = z.infer<typeof device>
export type ServiceFacts = DeviceFacts['services'][number]

export const viewerDocument = defineDocument<Record<string, never>>()(
  'query Viewer { version login { id email } }',
  z.object({ version: z.string(), login: z.object({ id: z.string(), email: z.string() }) }),
)

export const devicesDocument = defineDocument<{ from: number; size: number; name?: string }>()(
  `query Devices($from: Int!, $size: Int!, $name: String) {
    login {
      devices(from: $from, size: $size, name: $name) {
        total
        hasMore
        items {
          id name state version lastReported
          services {
            id name type application state host port
            connections { id created host port url }
            peers { id created key }
          }
        }
      }
    }
  }`,
  z.object({
    login: z.object({ devices: z.object({ total: z.number(), hasMore: z.boolean(), items: z.array(device) }) }),
  }),
)

const connectedService = z.object({
  id: z.string(),
  name: z.string(),
  application: z.number(),
  attributes: z.object({ username: z.string().optional().catch(undefined) }),
  device: z.object({ name: z.string() }),
})

export const connectDocument = defineDocument<{ serviceId: string; hostIP: string }>()(
  `mutation Connect($serviceId: String!, $hostIP: String!) {
    connect(serviceId: $serviceId, hostIP: $hostIP) {
      id created host port url timeout
      service { id name application attributes device { name } }
    }
  }`,
  z.object({
    connect: connection.extend({
      timeout: z.number(),
      service: connectedService,
    }),
  }),
)

export const connectPeerDocument = defineDocument<{
  serviceId: string
  key: string
  route?: string
  platform: number
}>()(
  `mutation ConnectPeer($serviceId: String!, $key: String!, $route: RouteMode, $platform: Int) {
    connectPeer(serviceId: $serviceId, key: $key, route: $route, platform: $platform) {
      order
      connection { created service { id name application attributes device { name } } }
    }
  }`,
  z.object({
    connectPeer: z.object({
      order: peerOrder,
      connection: z.object({ created: z.string(), service: connectedService }),
    }),
  }),
)

export const disconnectDocument = defineDocument<{ serviceId: string; connectionId: string }>()(
  `mutation Disconnect($serviceId: String!, $connectionId: String!) {
    disconnect(serviceId: $serviceId, connectionId: $connectionId)
  }`,
  z.object({ disconnect: z.boolean() }),
)

export const sessionDocument = defineDocument<{ id: string }>()(
  'query Session($id: String!) { login { sessions(id: [$id]) { id source } } }',
  z.object({ login: z.object({ sessions: z.array(z.object({ id: z.string(), source: z.string().nullable() })) }) }),
)
