// farport connections: what is open on this machine, and which public ports of relays are.

import type { LocalConnection } from '@farport/protocol'
import { reviveLocalAgent, type LocalAgent } from '../../agent/local-agent.ts'
import { findAccess, type Context } from '../../context.ts'
import { safeText } from '../../terminal/safe-text.ts'
import { formatTable } from '../../terminal/table.ts'
import { readDevices } from '../devices/read-devices.ts'
import { explainConnection, pathText, routeNames } from './explain-connection.ts'

interface Row {
  service: string
  device: string
  address: string
  route: string
  state: string
  path: string
  id: string
}

export async function listConnections(context: Context, options: { json?: true; explain?: true }): Promise<void> {
  const { screen } = context
  using agent = await reviveLocalAgent(context.config)
  const [local, open] = await Promise.all([localConnections(agent), publicPorts(context)])
  if (options.json) return screen.result(JSON.stringify({ local, public: open }, undefined, 2))
  const rows = [...local.map(localRow), ...open]
  if (rows.length === 0) return screen.note('You have no connections')
  screen.result(
    formatTable<Row>(
      [
        { heading: 'SERVICE', cell: ({ service }) => service },
        { heading: 'DEVICE', cell: ({ device }) => device },
        { heading: 'ADDRESS', cell: ({ address }) => address },
        { heading: 'ROUTE', cell: ({ route }) => route },
        { heading: 'STATE', cell: ({ state }) => state },
        { heading: 'PATH', cell: ({ path }) => path },
        { heading: 'ID', cell: ({ id }) => id },
      ],
      rows,
      screen.heading,
    ),
  )
  if (!options.explain) return
  for (const connection of local) {
    const { connectionId, serviceName, deviceName } = connection
    const samples = (await agent?.ask({ type: 'samples', connectionId }, 'samples'))?.samples ?? []
    const title = screen.heading(safeText(`${serviceName} on ${deviceName}`))
    screen.result(`\n${title}\n${explainConnection(connection, samples, Date.now())}`)
  }
}

async function localConnections(agent: LocalAgent | undefined): Promise<LocalConnection[]> {
  return agent === undefined ? [] : (await agent.ask({ type: 'list' }, 'connections')).connections
}

/** Those of the account; none where nobody is signed in. */
async function publicPorts(context: Context): Promise<Row[]> {
  const access = await findAccess(context)
  const devices = access === undefined ? [] : await readDevices(access)
  return devices.flatMap((device) =>
    device.services.flatMap((service) =>
      service.connections.map(({ id, host, port }) => ({
        service: service.name,
        device: device.name,
        address: `${host}:${port}`,
        route: 'Public proxy',
        state: 'open',
        path: '',
        id,
      })),
    ),
  )
}

function localRow(connection: LocalConnection): Row {
  const { serviceName, deviceName, host, port, route, state, connectionId, error } = connection
  return {
    service: serviceName,
    device: deviceName,
    address: `${host}:${port}`,
    route: routeNames[route],
    state: error === undefined ? state : `${state}, error ${error.code}`,
    path: pathText(connection, Date.now()),
    id: connectionId,
  }
}
