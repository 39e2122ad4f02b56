// farport connect --public: opens a port on a relay for a service, tells it, and keeps it until Ctrl-C.

import { setTimeout as pause } from 'node:timers/promises'
import { parseAccountName } from '@farport/vocabulary'
import type { z } from 'zod'
import { connectDocument, disconnectDocument, sessionDocument } from '../../api/documents.ts'
import { ApiRefusal, ask, type Access } from '../../api/graphql.ts'
import type { Context } from '../../context.ts'
import { CommandRefusal } from '../../refusal.ts'
import { formatFacts } from '../../terminal/table.ts'
import { allowedText, commandFor } from './use-of-connection.ts'

type Connection = z.infer<typeof connectDocument.answer>['connect']

export interface PublicOptions {
  json?: true
  detach?: true
  /** Who may use the port, as the contract's `hostIP` says it. */
  allow: string
  user?: string
}

const lookEveryMs = 3000

export async function connectPublicly(
  context: Context,
  access: Access,
  serviceId: string,
  options: PublicOptions,
): Promise<void> {
  const { screen } = context
  const { connect: connection } = await ask(access, connectDocument, { serviceId, hostIP: options.allow })
  screen.result(options.json ? JSON.stringify(connection, undefined, 2) : describe(connection, options))
  if (options.detach) return
  screen.note('\nOpen until you press Ctrl-C.')
  if ((await waitForEnd(context, access, connection.id)) === 'by-itself') {
    screen.note('The connection ended: somebody disconnected it, nobody used it, or its time was up.')
    return
  }
  await ask(access, disconnectDocument, { serviceId: connection.service.id, connectionId: connection.id })
  screen.note('Disconnected.')
}

function describe(connection: Connection, { allow, user: wanted }: PublicOptions): string {
  const { host, port, url, service, timeout } = connection
  const user = wanted ?? parseAccountName(service.attributes.username)
  const command = commandFor({ application: service.application, host, port, url, user })
  const facts: [string, string][] = [
    ['Service', `${service.name} on ${service.device.name}`],
    ['Address', `${host}:${port}`],
    ...(command === undefined ? [] : [command]),
    ['Open to', allowedText(allow)],
    ['Closes', `after ${Math.round(timeout / 60)} minutes without use`],
  ]
  return formatFacts(facts)
}

async function waitForEnd({ ending, screen }: Context, access: Access, id: string): Promise<'by-itself' | 'asked'> {
  let isReachable = true
  while (!ending.aborted) {
    await pause(lookEveryMs, undefined, { signal: ending }).catch(() => undefined) // cut short by Ctrl-C
    if (ending.aborted) break
    try {
      const { login } = await ask(access, sessionDocument, { id })
      if (login.sessions.length === 0) return 'by-itself'
      isReachable = true
    } catch (error) {
      // What the server says counts; that it says nothing does not end a connection, which lives on the relay.
      if (error instanceof ApiRefusal || !(error instanceof CommandRefusal)) throw error
      if (isReachable) screen.note(error.message)
      isReachable = false
    }
  }
  return 'asked'
}
