// Where NATS is, as NATS_URL says it: nats://user:password@host:4222, or tls://; several servers of one cluster with
// commas between. Credentials stand in the first. A user without a password is a token.

import { accept, refuse, type Result } from '@farport/basics'

export interface NatsPlace {
  /** As host:port. */
  servers: string[]
  isTls: boolean
  credentials: { user: string; pass: string } | { token: string } | undefined
}

const defaultPort = 4222

/** The refusal continues a sentence that begins with the setting's name. */
export function parseNatsUrl(text: string): Result<NatsPlace, string> {
  const addresses = text.split(',').map((address) => parseAddress(address.trim()))
  const known = addresses.filter((address) => address !== undefined)
  const [first] = known
  if (first === undefined || known.length < addresses.length) {
    return refuse('must be an address such as nats://user:password@host:4222')
  }
  if (known.some(({ protocol }) => protocol !== first.protocol)) return refuse('must not mix nats:// and tls://')
  return accept({
    servers: known.map(({ hostname, port }) => `${hostname}:${port === '' ? defaultPort : port}`),
    isTls: first.protocol === 'tls:',
    credentials: credentialsIn(first),
  })
}

interface Address {
  protocol: string
  hostname: string
  port: string
  user: string
  password: string
}

function parseAddress(text: string): Address | undefined {
  const url = URL.parse(text)
  if (url === null) return undefined
  const { protocol, hostname, port, pathname, search } = url
  const isPlace = ['nats:', 'tls:'].includes(protocol) && hostname !== '' && ['', '/'].includes(pathname)
  const [user, password] = [decode(url.username), decode(url.password)]
  if (!isPlace || search !== '' || user === undefined || password === undefined) return undefined
  return { protocol, hostname, port, user, password }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // no address has it, which is the answer
  }
}

function credentialsIn({ user, password }: Address): NatsPlace['credentials'] {
  if (user === '') return undefined
  return password === '' ? { token: user } : { user, pass: password }
}
