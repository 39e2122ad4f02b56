// farport disconnect: closes the connections to a service, or one connection.

import { parseConnectionId } from '@farport/vocabulary'
import { findLocalAgent } from '../../agent/local-agent.ts'
import { disconnectDocument, type DeviceFacts } from '../../api/documents.ts'
import { ask } from '../../api/graphql.ts'
import { requireAccess, type Context } from '../../context.ts'
import { CommandRefusal } from '../../refusal.ts'
import { safeText } from '../../terminal/safe-text.ts'
import { readDevices } from '../devices/read-devices.ts'
import { findService } from './find-service.ts'

export async function disconnect(context: Context, word: string, options: { json?: true }): Promise<void> {
  const access = await requireAccess(context)
  const closing = toClose(await readDevices(access), word)
  for (const { serviceId, connectionId } of closing) await ask(access, disconnectDocument, { serviceId, connectionId })
  await closeHere(context, closing)
  if (options.json) context.screen.result(JSON.stringify(closing, undefined, 2))
  else for (const { name } of closing) context.screen.result(`Disconnected from ${safeText(name)}.`)
}

/** The local agent hears it from the relay, too; from here at once. */
async function closeHere({ config }: Context, closing: readonly Closing[]): Promise<void> {
  using agent = await findLocalAgent(config)
  if (agent === undefined) return
  const { connections } = await agent.ask({ type: 'list' }, 'connections')
  const wanted = new Set(closing.map(({ connectionId }) => connectionId))
  for (const { connectionId } of connections.filter((each) => wanted.has(each.connectionId))) {
    // One that has ended meanwhile is what was wanted.
    await agent.ask({ type: 'close', connectionId }, 'connection').catch(ignoreRefusal)
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CommandRefusal)) throw error
}

interface Closing {
  serviceId: string
  connectionId: string
  name: string
}

function toClose(devices: DeviceFacts[], word: string): Closing[] {
  if (parseConnectionId(word) !== undefined) {
    const found = devices
      .flatMap((device) => closingsOf(device, device.services))
      .find(({ connectionId }) => connectionId === word)
    if (found === undefined)
      throw new CommandRefusal(`There is no open connection ${word}. See what is open: farport connections`)
    return [found]
  }
  const found = findService(devices, word)
  if (!found.ok) throw new CommandRefusal(found.refusal)
  const closing = closingsOf(found.value.device, [found.value.service])
  if (closing.length === 0)
    throw new CommandRefusal(`You have no open connection to ${safeText(found.value.service.name)}.`)
  return closing
}

function closingsOf(device: DeviceFacts, services: DeviceFacts['services']): Closing[] {
  return services.flatMap(({ id: serviceId, name, connections, peers }) =>
    [...connections, ...peers].map(({ id: connectionId }) => ({
      serviceId,
      connectionId,
      name: `${name} on ${device.name}`,
    })),
  )
}
