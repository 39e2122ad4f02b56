// What to say when a service, or a place that is asked for, does not answer. Pure.

import { isLoopback, socksReply, type ProbeResult, type SocksReply } from '@farport/protocol'

export interface TargetPlace {
  readonly host: string
  readonly port: number
}

/** As connecting fails: `systemCode` is what the system called it, such as ECONNREFUSED. */
export interface TargetFailure {
  readonly code: string
  readonly message: string
  readonly systemCode?: string
}

/** For the person who connects. The machine that the agent runs on is "the remote machine" to that person. */
export function unreachableSentence(place: TargetPlace, failure: TargetFailure): string {
  const where = placeText(place)
  switch (kindOf(failure)) {
    case 'refused':
      return isOwn(place.host)
        ? 'Farport connected, but there is no service running on the remote machine.'
        : `Farport connected, but there is no service running on ${where}, which the remote machine connects to.`
    case 'unknown':
      return `Farport connected, but the remote machine knows no host by the name ${place.host}.`
    case 'silent':
      return `Farport connected, but ${where} did not answer the remote machine in time.`
    case 'cut-off':
      return `Farport connected, but the remote machine has no way to ${where}.`
    case 'other':
      return `Farport connected, but the remote machine could not connect to ${where}: ${failure.message}.`
  }
}

export function probeAnswer(
  place: TargetPlace,
  failure: TargetFailure | undefined,
): { readonly result: ProbeResult; readonly message?: string } {
  if (failure === undefined) return { result: 'reachable' }
  return kindOf(failure) === 'unknown'
    ? { result: 'invalid', message: `There is no host by the name ${place.host}.` }
    : { result: 'unreachable', message: `No service found running on ${placeText(place)}` }
}

export function socksReplyTo(failure: TargetFailure): SocksReply {
  switch (kindOf(failure)) {
    case 'refused':
      return socksReply.connectionRefused
    case 'silent':
      return socksReply.timedOut
    case 'cut-off':
      return failure.systemCode === 'ENETUNREACH' ? socksReply.networkUnreachable : socksReply.hostUnreachable
    case 'unknown':
      return socksReply.hostUnreachable
    case 'other':
      return socksReply.failed
  }
}

/** The device itself, by the names that services have it by. */
export function isOwn(host: string): boolean {
  return /^localhost\.?$/i.test(host) || isLoopback(host)
}

const placeText = ({ host, port }: TargetPlace): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

type FailureKind = 'refused' | 'silent' | 'unknown' | 'cut-off' | 'other'

const systemKinds: Readonly<Record<string, FailureKind>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'refused',
  ETIMEDOUT: 'silent',
  ENOTFOUND: 'unknown',
  EAI_AGAIN: 'unknown',
  EAI_NONAME: 'unknown',
  ENETUNREACH: 'cut-off',
  EHOSTUNREACH: 'cut-off',
  ENETDOWN: 'cut-off',
  EHOSTDOWN: 'cut-off',
  EADDRNOTAVAIL: 'cut-off',
}

function kindOf({ code, systemCode }: TargetFailure): FailureKind {
  if (code === 'timeout') return 'silent'
  return (systemCode === undefined ? undefined : systemKinds[systemCode]) ?? 'other'
}
