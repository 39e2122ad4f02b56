// farport devices list

import { requireAccess, type Context } from '../../context.ts'
import { formatTable } from '../../terminal/table.ts'
import { readDevices } from './read-devices.ts'

export async function listDevices(context: Context, options: { json?: true; name?: string }): Promise<void> {
  const devices = await readDevices(await requireAccess(context), options.name)
  if (options.json) {
    const shown = devices.map(({ services, ...device }) => ({
      ...device,
      services: services.map(({ id, name }) => ({ id, name })),
    }))
    context.screen.result(JSON.stringify(shown, undefined, 2))
    return
  }
  if (devices.length === 0) {
    context.screen.note('There are no devices. Add one in the portal ("Add device"), or here: farport register <code>')
    return
  }
  const table = formatTable(
    [
      { heading: 'NAME', cell: ({ name }) => name },
      { heading: 'STATE', cell: ({ state }) => state },
      { heading: 'SERVICES', cell: ({ services }) => services.map(({ name }) => name).join(', ') },
      { heading: 'LAST REPORTED', cell: ({ lastReported }) => lastReported ?? '' },
      { heading: 'ID', cell: ({ id }) => id },
    ],
    devices,
    context.screen.heading,
  )
  context.screen.result(table)
}
