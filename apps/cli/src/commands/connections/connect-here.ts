// farport connect: a port of this machine leads to the service, by the agent of this machine, until Ctrl-C.

import { networkInterfaces } from 'node:os'
import { applicationTypeOf, parseAccountName } from '@farport/vocabulary'
import type { LocalConnection, RouteMode } from '@farport/protocol'
import type { z } from 'zod'
import { requireLocalAgent, type LocalAgent } from '../../agent/local-agent.ts'
import { connectPeerDocument } from '../../api/documents.ts'
import { ask, type Access } from '../../api/graphql.ts'
import type { Context } from '../../context.ts'
import { CommandRefusal } from '../../refusal.ts'
import { formatFacts } from '../../terminal/table.ts'
import { explainConnection, routeNames } from './explain-connection.ts'
import { allowedLocallyText, localBindingOf, type LanOptions } from './lan-options.ts'
import { commandFor } from './use-of-connection.ts'
import { followConnection } from './follow-connection.ts'

export interface LocalOptions extends LanOptions {
  json?: true
  detach?: true
  explain?: true
  user?: string
  route?: string
  port?: string
}

type Service = z.infer<typeof connectPeerDocument.answer>['connectPeer']['connection']['service']

/** In the order of their names on the command line. */
export const routeWords: Readonly<Record<string, RouteMode>> = { adaptive: 'failover', p2p: 'p2p', proxy: 'proxy' }

export async function connectHere(
  context: Context,
  access: Access,
  serviceId: string,
  options: LocalOptions,
): Promise<void> {
  const { screen, config } = context
  const binding = localBindingOf(options, ownAddress())
  if (!binding.ok) throw new CommandRefusal(binding.refusal, 2)
  const port = portOf(options.port)
  const route = routeOf(options.route)
  using agent = await requireLocalAgent(config)
  const { publicKey } = await agent.ask({ type: 'hello' }, 'hello')
  const { order, connection: made } = (
    await ask(access, connectPeerDocument, {
      serviceId,
      key: publicKey,
      platform: platformOf(process.platform),
      ...(route !== undefined && { route: route.toUpperCase() }),
    })
  ).connectPeer
  const { host, allowed } = binding.value
  const { connection } = await agent.ask(
    {
      type: 'open',
      serverUrl: access.serverUrl,
      order,
      host,
      isHeld: options.detach !== true,
      ...(port !== undefined && { port }),
      ...(allowed !== undefined && { allowed }),
    },
    'connection',
  )
  const shown = options.explain === true ? await checked(agent, connection) : connection
  const url = urlOf(connection)
  const answer = { ...shown, id: connection.connectionId, created: made.created, url, service: made.service }
  screen.result(options.json ? JSON.stringify(answer, undefined, 2) : describe(shown, made.service, options))
  if (options.explain === true && !options.json) screen.result(`\n${explainConnection(shown, [], Date.now())}`)
  if (options.detach !== true) await followConnection(context, agent, connection, options)
}

async function checked(agent: LocalAgent, { connectionId }: LocalConnection): Promise<LocalConnection> {
  return (await agent.ask({ type: 'check', connectionId }, 'connection')).connection
}

function describe(connection: LocalConnection, service: Service, options: LocalOptions): string {
  const { host, port, boundTo, application, serviceName, deviceName, allowed, route } = connection
  const own = ownAddress()
  const user = options.user ?? parseAccountName(service.attributes.username)
  const command = commandFor({ application, host, port, url: urlOf(connection), user })
  const facts: [string, string][] = [
    ['Service', `${serviceName} on ${deviceName}`],
    ['Address', `${host.includes(':') ? `[${host}]` : host}:${port}`],
    ...(command === undefined ? [] : [command]),
    ...(boundTo === '0.0.0.0' && own !== undefined
      ? [['In the network', `${own}:${port}`] satisfies [string, string]]
      : []),
    ['Open to', allowedLocallyText(allowed)],
    ['Route', routeNames[route]],
  ]
  return formatFacts(facts)
}

function urlOf({ application, host, port, protocol }: LocalConnection): string | null {
  const { scheme } = applicationTypeOf(application)
  return scheme === undefined || protocol === 'UDP' ? null : `${scheme}://${host}:${port}`
}

function routeOf(word: string | undefined): RouteMode | undefined {
  if (word === undefined) return undefined
  const route = routeWords[word.toLowerCase()]
  if (route === undefined) throw new CommandRefusal(`--route takes ${Object.keys(routeWords).join(', ')}.`, 2)
  return route
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) throw new CommandRefusal(`"${text}" is no port: it is a number from 1 to 65535.`, 2)
  return port
}

/** This machine's first address in a network. */
function ownAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address
}

/** What the agent of this machine runs on, as session initiators are told apart. */
function platformOf(platform: string): number {
  return { win32: 2, darwin: 4, linux: 7, freebsd: 18, openbsd: 18, netbsd: 18, android: 14 }[platform] ?? 17
}
