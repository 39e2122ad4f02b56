// farport connect: a port of this machine leads to the service, by the agent of this machine, until Ctrl-C, whatever
// becomes of that agent meanwhile.

import { networkInterfaces } from 'node:os'
import { applicationTypeOf, parseAccountName } from '@farport/vocabulary'
import type { LocalConnection, RouteMode } from '@farport/protocol'
import type { z } from 'zod'
import { requireLocalAgent, type LocalAgent, type LocalQuestion } from '../../agent/local-agent.ts'
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

/** With more losses of the local agent in so short a time something is broken, and opening again only hides it. */
const lossesMax = 3
const lossesCountMs = 60_000

type Service = z.infer<typeof connectPeerDocument.answer>['connectPeer']['connection']['service']

/** In the order of their names on the command line. */
export const routeWords: Readonly<Record<string, RouteMode>> = { adaptive: 'failover', p2p: 'p2p', proxy: 'proxy' }

export async function connectHere(
  context: Context,
  access: Access,
  serviceId: string,
  options: LocalOptions,
): Promise<void> {
  const { screen } = context
  const binding = localBindingOf(options, ownAddress())
  if (!binding.ok) throw new CommandRefusal(binding.refusal, 2)
  const port = portOf(options.port)
  const { host, allowed } = binding.value
  const wanted: Wanted = {
    serviceId,
    route: routeOf(options.route),
    isHeld: options.detach !== true,
    host,
    ...(port !== undefined && { port }),
    ...(allowed !== undefined && { allowed }),
  }
  using opened = await open(context, access, wanted)
  const { agent, connection, made } = opened
  const shown = options.explain === true ? await checked(agent, connection) : connection
  const url = urlOf(connection)
  const answer = { ...shown, id: connection.connectionId, created: made.created, url, service: made.service }
  screen.result(options.json ? JSON.stringify(answer, undefined, 2) : describe(shown, made.service, options))
  if (options.explain === true && !options.json) screen.result(`\n${explainConnection(shown, [], Date.now())}`)
  if (options.detach !== true) await hold(context, access, opened, { ...wanted, port: connection.port }, options)
}

type OpenQuestion = Extract<LocalQuestion, { type: 'open' }>

interface Wanted extends Omit<OpenQuestion, 'type' | 'serverUrl' | 'order'> {
  readonly serviceId: string
  readonly route: RouteMode | undefined
}

interface Opened extends Disposable {
  readonly agent: LocalAgent
  readonly connection: LocalConnection
  readonly made: z.infer<typeof connectPeerDocument.answer>['connectPeer']['connection']
}

/** Asks the server for a connection, and the local agent to open it: one that is there already is the same again. */
async function open({ config }: Context, access: Access, wanted: Wanted): Promise<Opened> {
  const { serviceId, route, ...local } = wanted
  const agent = await requireLocalAgent(config)
  try {
    const { order, connection: made } = (
      await ask(access, connectPeerDocument, {
        serviceId,
        key: agent.publicKey,
        platform: platformOf(process.platform),
        ...(route !== undefined && { route: route.toUpperCase() }),
      })
    ).connectPeer
    const question: OpenQuestion = { type: 'open', serverUrl: access.serverUrl, order, ...local }
    const { connection } = await agent.ask(question, 'connection')
    return { agent, connection, made, [Symbol.dispose]: () => agent[Symbol.dispose]() }
  } catch (error) {
    agent[Symbol.dispose]()
    throw error
  }
}

/** Until Ctrl-C, or the connection's own end. A local agent that falls is started again, and the same port opened. */
async function hold(
  context: Context,
  access: Access,
  first: Opened,
  wanted: Wanted,
  options: LocalOptions,
): Promise<void> {
  let lostAtMs: readonly number[] = []
  let end = await followConnection(context, first.agent, first.connection, options)
  while (end === 'agent-lost') {
    const nowMs = performance.now()
    lostAtMs = [...lostAtMs.filter((atMs) => nowMs - atMs < lossesCountMs), nowMs]
    if (lostAtMs.length > lossesMax) throw new CommandRefusal('The local agent ends again and again.')
    context.screen.note('The local agent has ended. It is started again.')
    using again = await open(context, access, wanted)
    end = await followConnection(context, again.agent, again.connection, options)
  }
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
