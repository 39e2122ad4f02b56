// farport services list

import { requireAccess, type Context } from '../../context.ts'
import { CommandRefusal } from '../../refusal.ts'
import { formatTable } from '../../terminal/table.ts'
import { readDevices } from '../devices/read-devices.ts'

export async function listServices(context: Context, options: { json?: true; device?: string }): Promise<void> {
  const { screen } = context
  const wanted = options.device?.toLowerCase()
  const all = await readDevices(await requireAccess(context))
  const devices = all.filter(({ id, name }) => wanted === undefined || id === wanted || name.toLowerCase() === wanted)
  if (wanted !== undefined && devices.length === 0) {
    throw new CommandRefusal(`There is no device "${options.device}". See them all: farport devices list`)
  }
  const rows = devices.flatMap((device) => device.services.map((service) => ({ device, service })))
  if (options.json) {
    const shown = rows.map(({ device, service }) => ({ ...service, device: { id: device.id, name: device.name } }))
    screen.result(JSON.stringify(shown, undefined, 2))
    return
  }
  if (rows.length === 0) {
    screen.note('There are no services here. Add one to a device in the portal.')
    return
  }
  const table = formatTable(
    [
      { heading: 'DEVICE', cell: ({ device }) => device.name },
      { heading: 'SERVICE', cell: ({ service }) => service.name },
      { heading: 'TYPE', cell: ({ service }) => service.type },
      { heading: 'TARGET', cell: ({ service }) => `${service.host}:${service.port}` },
      { heading: 'STATE', cell: ({ service }) => service.state },
      {
        heading: 'OPEN AT',
        cell: ({ service }) => service.connections.map(({ host, port }) => `${host}:${port}`).join(', '),
      },
      { heading: 'ID', cell: ({ service }) => service.id },
    ],
    rows,
    screen.heading,
  )
  screen.result(table)
}
