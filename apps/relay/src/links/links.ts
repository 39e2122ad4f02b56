// All connect links of this relay: served as the server orders, told of in visits and in usage.

import { createHmac, type KeyObject } from 'node:crypto'
import type { Result } from '@farport/basics'
import {
  seedOf,
  verifyTicket,
  type LinkClaims,
  type LinkKind,
  type LinkState,
  type RelayToServer,
  type ServerToRelay,
  type Usage,
} from '@farport/protocol'
import type { Session } from '@farport/session'
import type { ConnectionId, DeviceId } from '@farport/vocabulary'
import type { Logger } from 'pino'
import type { RelayIdentity } from '../identity.ts'
import type { Limits } from '../limits.ts'
import type { ClosedFact } from '../server-link/closed-facts.ts'
import { LinkDirectory } from './link-directory.ts'
import { createLinkGate } from './link-gate.ts'
import { LinkVisits, type Visit } from './link-visits.ts'
import { Link, type LinkTerms } from './link.ts'
import { PasswordDesk } from './password/link-password.ts'
import { PortLink } from './port-link.ts'
import { AcmeAuthority } from './tls/acme-authority.ts'
import { Certificates } from './tls/certificates.ts'
import { linkCertificates } from './tls/link-certificates.ts'
import { loadLocalAuthority } from './tls/local-authority.ts'
import { WebDoors } from './web/web-doors.ts'
import { WebSite } from './web/site.ts'

export interface LinksConfig {
  /** Under which links have their names, in lower case. */
  domain: string
  /** Undefined: none. 0: any free one. */
  httpPort: PortWish
  httpsPort: PortWish
  /** Where certificates are ordered; undefined: from our own authority alone. */
  acmeDirectory: string | undefined
  acmeEmail: string | undefined
}

/** `isWished`: somebody said so, and must hear when it is taken. */
export interface PortWish {
  port: number
  isWished: boolean
}

export interface LinksOptions {
  config: LinksConfig
  stateDir: string
  bindHost: string | undefined
  identity: RelayIdentity
  limits: Limits
  log: Logger
  now: () => number
  /** By the server's clock. */
  serverNow: () => number
  /** To the agent of a device and back. */
  roundTripMsOf: (deviceId: DeviceId) => number | undefined
  ticketKeys: () => readonly KeyObject[]
  openSession: (claims: LinkClaims) => Promise<Result<Session, string>>
  /** False while the server is away. */
  tell: (message: RelayToServer) => boolean
  onRefused: (reason: 'address' | 'limit' | 'device' | 'target') => void
  onClosed: (fact: ClosedFact) => void
}

type ServeOrder = Extract<ServerToRelay, { type: 'serve-link' }>

const sweepMs = 5000

export class Links implements Disposable {
  readonly #options: LinksOptions
  readonly #directory: LinkDirectory
  readonly #doors: WebDoors
  readonly #ports = new Map<Link, PortLink>()
  /** Told since the server was joined; the others are not served any more once all are told. */
  readonly #told = new Set<string>()
  /** Ports that are being listened on one after the other, so that a link that is served anew finds its port free. */
  #listening: Promise<void> = Promise.resolve()
  readonly #sweep: NodeJS.Timeout
  readonly #authorityPem: string
  readonly #acme: AcmeAuthority | undefined
  ports: { http: number | undefined; https: number | undefined } = { http: undefined, https: undefined }

  private constructor(
    options: LinksOptions,
    means: { local: Awaited<ReturnType<typeof loadLocalAuthority>>; acme: AcmeAuthority | undefined },
  ) {
    const { config, limits, now, log } = options
    this.#options = options
    this.#authorityPem = means.local.certificatePem
    this.#acme = means.acme
    this.#directory = new LinkDirectory({
      statesMax: limits.linkStatesMax,
      stateMs: limits.linkStateMs,
      asksMax: limits.linkAsksMax,
      askMs: limits.linkAskMs,
      now,
      tell: options.tell,
    })
    const desk = new PasswordDesk({
      atOnceMax: limits.passwordsAtOnceMax,
      waitingMax: limits.passwordsWaitingMax,
      wrongPerAddressMax: limits.passwordsWrongPerAddressMax,
      wrongPerLinkMax: limits.passwordsWrongPerLinkMax,
      windowMs: limits.passwordWindowMs,
      countersMax: limits.passwordCountersMax,
      now,
    })
    const site = new WebSite({
      domain: config.domain,
      directory: this.#directory,
      desk,
      cookieKey: createHmac('sha256', seedOf(options.identity.privateKey)).update('farport-link-cookies-1').digest(),
      now: options.serverNow,
      authorityPem: () => this.#authorityPem,
      challengeAt: (path) => this.#acme?.challengeAt(path),
    })
    const certificates = new Certificates({
      source: linkCertificates({
        domain: config.domain,
        local: means.local,
        acme: means.acme,
        isServed: (name) => this.#directory.get(name.split('.', 1)[0] ?? '') !== undefined,
        onFailed: (name, error) => log.warn({ name, err: error }, 'no certificate could be had for a link'),
        now,
      }),
      contextsMax: limits.linkCertificatesMax,
      renewBeforeMs: limits.linkCertificateRenewMs,
      now,
      onFailed: (name, error) => log.warn({ name, err: error }, 'the certificate of a link could not be renewed'),
    })
    this.#doors = new WebDoors({
      site,
      contextFor: (name) => certificates.contextFor(name),
      bindHost: options.bindHost,
      limits,
      now,
      onRefused: options.onRefused,
    })
    this.#sweep = setInterval(() => this.#lookAround(), sweepMs).unref()
  }

  static async start(options: LinksOptions): Promise<Links> {
    const { config, stateDir, now, limits } = options
    const local = await loadLocalAuthority(stateDir, config.domain, now)
    const { acmeDirectory, acmeEmail } = config
    const acme =
      acmeDirectory === undefined
        ? undefined
        : await AcmeAuthority.load({
            directoryUrl: acmeDirectory,
            email: acmeEmail,
            stateDir,
            ordersMax: limits.acmeOrdersMax,
            failedMs: limits.acmeFailedMs,
            failedMax: limits.linkCertificatesMax,
            renewBeforeMs: limits.linkCertificateRenewMs,
            now,
          })
    const links = new Links(options, { local, acme })
    links.ports = {
      http: await links.#listen('http', config.httpPort),
      https: await links.#listen('https', config.httpsPort),
    }
    return links
  }

  get streams(): number {
    let streams = 0
    for (const link of this.#directory.served()) streams += link.visits.streams
    return streams
  }

  serve(order: ServeOrder): void {
    const { identity, ticketKeys, serverNow, log } = this.#options
    const { code } = order
    this.#told.add(code)
    const ticket = verifyTicket(order.ticket, ticketKeys(), 'link', serverNow())
    const gate = ticket.ok ? createLinkGate(ticket.value) : undefined
    if (!ticket.ok || ticket.value.code !== code || ticket.value.relayId !== identity.id || gate?.ok !== true) {
      log.warn({ code }, 'the ticket of a link does not hold')
      return this.#stop(code, 'unknown')
    }
    const terms: LinkTerms = { claims: ticket.value, gate: gate.value, streamTicket: order.streams }
    const present = this.#directory.get(code)
    if (present !== undefined && isSameLink(present.claims, terms.claims)) return present.renew(terms)
    if (present !== undefined) this.#end(present)
    this.#begin(terms)
  }

  state({ code, state }: { code: string; state: LinkState }): void {
    this.#told.delete(code)
    this.#stop(code, state)
  }

  /** A new channel to the server: it tells all links, and then that these are all. */
  joined(): void {
    this.#told.clear()
    for (const link of this.#directory.served()) {
      for (const visit of link.visits.all()) {
        visit.reported = undefined
        this.#tellVisit(link.claims.code, visit)
      }
    }
  }

  allTold(): void {
    for (const { claims } of [...this.#directory.served()]) {
      if (!this.#told.has(claims.code)) this.#stop(claims.code, 'offline')
    }
  }

  /** Its tunnel is gone for good: whoever asks hears so, and a new ticket comes with the next one. */
  deviceIsOffline(deviceId: DeviceId): void {
    for (const { claims } of [...this.#directory.served()]) {
      if (claims.deviceId === deviceId) this.#stop(claims.code, 'offline')
    }
  }

  /** The server does not know of this visit (any more). */
  forgetVisit(connectionId: ConnectionId): void {
    for (const link of this.#directory.served()) {
      for (const visit of link.visits.all())
        if (visit.id === connectionId) return link.visits.end(visit, 'disconnected')
    }
  }

  takeUsage(): Usage[] {
    const { roundTripMsOf } = this.#options
    return [...this.#directory.served()].flatMap(({ visits, claims }) =>
      visits.takeUsage(roundTripMsOf(claims.deviceId)),
    )
  }

  stopListening(): void {
    this.#doors.stopListening()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sweep)
    for (const link of [...this.#directory.served()]) this.#end(link)
    this.#directory[Symbol.dispose]()
    this.#doors[Symbol.dispose]()
  }

  #begin(terms: LinkTerms): void {
    const { claims } = terms
    const { limits, now, openSession, onClosed } = this.#options
    const visits = new LinkVisits({
      accountId: claims.accountId,
      now,
      onBegun: (visit) => this.#tellVisit(claims.code, visit),
      onEnded: (usage, end) => onClosed({ type: 'proxy-closed', end, at: this.#options.serverNow(), usage }),
    })
    const link = new Link(terms, { visits, limits, openSession, now })
    this.#directory.serve(claims.code, link)
    const { kind } = claims
    if (kind.type !== 'web') this.#listening = this.#listening.then(() => this.#openPort(link, kind))
  }

  async #openPort(link: Link, kind: Exclude<LinkKind, { type: 'web' }>): Promise<void> {
    const { bindHost, limits, now, onRefused, log } = this.#options
    const isServed = () => this.#directory.get(link.claims.code) === link
    if (!isServed()) return
    const open = await PortLink.open(kind, { link, bindHost, limits, now, onRefused })
    if (open === undefined) log.warn({ ...kind }, 'the port of a link is taken by another program')
    else if (isServed()) this.#ports.set(link, open)
    else open[Symbol.dispose]()
  }

  #stop(code: string, state: LinkState): void {
    const link = this.#directory.get(code)
    this.#directory.absent(code, state)
    if (link !== undefined) this.#end(link)
  }

  #end(link: Link): void {
    this.#ports.get(link)?.[Symbol.dispose]()
    this.#ports.delete(link)
    link.close()
  }

  #tellVisit(code: string, visit: Visit): void {
    const at = Math.max(0, this.#options.serverNow() - (this.#options.now() - visit.beganAtMs))
    this.#options.tell({ type: 'link-visit', connectionId: visit.id, code, source: visit.address, at })
  }

  #lookAround(): void {
    const nowMs = this.#options.serverNow()
    for (const link of [...this.#directory.served()]) {
      link.visits.endOverdue()
      link.services.closeIdle()
      const { code, expiresAt } = link.claims
      if (expiresAt <= nowMs) this.#stop(code, 'offline')
      else if (link.isRenewalDue(nowMs)) this.#options.tell({ type: 'ask-link', code })
    }
  }

  async #listen(scheme: 'http' | 'https', { port, isWished }: PortWish): Promise<number | undefined> {
    try {
      return await (scheme === 'http' ? this.#doors.listenPlain(port) : this.#doors.listenSecure(port))
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (!isTaken || isWished) throw error
      this.#options.log.warn({ port, scheme }, 'web links are not served on their usual port: it is taken')
      return undefined
    }
  }
}

/** Whether what goes on under the one may go on under the other. */
function isSameLink(one: LinkClaims, other: LinkClaims): boolean {
  const identity = ({ deviceId, serviceId, agentKey, kind, allow, deny, visitsFrom, passwordHash }: LinkClaims) =>
    JSON.stringify([deviceId, serviceId, agentKey, kind, allow, deny, visitsFrom, passwordHash])
  return identity(one) === identity(other)
}
