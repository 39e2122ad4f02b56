// How to reach a connection's endpoint with the programs of this computer: a command to paste, a link to open.

import { applicationId, applicationTypeOf, parseAccountName, type ApplicationType } from '@farport/vocabulary'

export interface LaunchTarget {
  application: number
  host: string
  port: number
  /** The name of the account on the device; empty when nobody has said. */
  username: string
}

/** What people type, where that is shorter or more usual than the type's own template. */
const commands: Readonly<Record<number, string>> = {
  [applicationId.ssh]: 'ssh -p [port] [username]@[host]',
  44: 'redis-cli -h [host] -p [port]',
  45: 'mysql -h [host] -P [port] -u [username] -p',
  46: 'psql -h [host] -p [port] -U [username]',
}

const placeholder = 'user'

/** A command for a terminal; undefined for kinds of service that have none. */
export function launchCommand(target: LaunchTarget): string | undefined {
  const type = applicationTypeOf(target.application)
  const template = commands[type.id] ?? type.launch.command?.default
  return template === undefined
    ? undefined
    : fill(template, type, { ...target, username: parseAccountName(target.username) ?? placeholder })
}

/** A link that the system opens by its scheme; undefined when that would miss something. */
export function launchUrl(target: LaunchTarget): string | undefined {
  const type = applicationTypeOf(target.application)
  const template = type.launch.url
  if (template === undefined) return undefined
  // Without a user name, its part of the address is left out rather than guessed.
  const wanted = target.username === '' ? template.replace('[username]@', '') : template
  return fill(wanted, type, { ...target, username: encodeURIComponent(target.username) })
}

/** Web pages open in a tab of their own; everything else is handed to the system. */
export function isWeb(application: number): boolean {
  const { scheme } = applicationTypeOf(application)
  return scheme === 'http' || scheme === 'https'
}

export function wantsUsername(application: number): boolean {
  const type = applicationTypeOf(application)
  return `${commands[type.id] ?? ''}${type.launch.url ?? ''}`.includes('[username]')
}

/** What a person types into other programs. An IPv6 address stands in brackets. */
export function endpointText({ host, port }: Pick<LaunchTarget, 'host' | 'port'>): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

function fill(template: string, type: ApplicationType, target: LaunchTarget): string {
  const tokens: Readonly<Record<string, string>> = {
    host: target.host,
    port: String(target.port),
    username: target.username,
    scheme: type.scheme ?? '',
  }
  return template.replace(/\[(\w+)\]/g, (token, name: string) => tokens[name] ?? token)
}
