// Asks a router for a port by UPnP (Internet Gateway Device 1 and 2): found by multicast, described in XML, ordered by SOAP
// over HTTP. Only what the router itself says of itself is believed.

import { createSocket } from 'node:dgram'
import { request as httpRequest } from 'node:http'

const searchPlace = { host: '239.255.255.250', port: 1900 }
const deviceTypes = [1, 2].map((version) => `urn:schemas-upnp-org:device:InternetGatewayDevice:${version}`)
const answerWithinMs = 1200
const requestWithinMs = 2000
const answerBytesMax = 131_072

export interface UpnpGateway {
  readonly controlUrl: URL
  readonly serviceType: string
}

/** `router`: the only one that is listened to. */
export async function findUpnpGateway(router: string, own: string): Promise<UpnpGateway | undefined> {
  const location = await search(router, own)
  if (location === undefined) return undefined
  const description = await ask(location, { method: 'GET' })
  return description === undefined ? undefined : readDescription(description, location)
}

/** The first service for connections that the description names, if its orders are taken at the same place. */
export function readDescription(xml: string, location: URL): UpnpGateway | undefined {
  for (const [, service = ''] of xml.matchAll(/<service>(.*?)<\/service>/gs)) {
    const serviceType = /<serviceType>\s*(urn:schemas-upnp-org:service:WAN(?:IP|PPP)Connection:[12])\s*</.exec(
      service,
    )?.[1]
    const path = /<controlURL>\s*([^<\s]+)\s*</.exec(service)?.[1]
    if (serviceType === undefined || path === undefined || !URL.canParse(path, location.href)) continue
    const controlUrl = new URL(path, location)
    if (controlUrl.host === location.host && controlUrl.protocol === 'http:') return { controlUrl, serviceType }
  }
  return undefined
}

export interface UpnpMapping {
  readonly protocol: 'tcp' | 'udp'
  readonly ownHost: string
  readonly ownPort: number
  readonly port: number
  readonly lifetimeSeconds: number
}

/** Whether the router has done it. */
export async function addUpnpMapping(gateway: UpnpGateway, mapping: UpnpMapping): Promise<boolean> {
  const answer = await order(gateway, 'AddPortMapping', [
    ['NewRemoteHost', ''],
    ['NewExternalPort', mapping.port],
    ['NewProtocol', mapping.protocol.toUpperCase()],
    ['NewInternalPort', mapping.ownPort],
    ['NewInternalClient', mapping.ownHost],
    ['NewEnabled', 1],
    ['NewPortMappingDescription', 'Farport'],
    ['NewLeaseDuration', mapping.lifetimeSeconds],
  ])
  return answer !== undefined
}

export async function deleteUpnpMapping(
  gateway: UpnpGateway,
  mapping: Pick<UpnpMapping, 'protocol' | 'port'>,
): Promise<void> {
  await order(gateway, 'DeletePortMapping', [
    ['NewRemoteHost', ''],
    ['NewExternalPort', mapping.port],
    ['NewProtocol', mapping.protocol.toUpperCase()],
  ])
}

export async function askUpnpAddress(gateway: UpnpGateway): Promise<string | undefined> {
  const answer = await order(gateway, 'GetExternalIPAddress', [])
  return /<NewExternalIPAddress>\s*([^<\s]+)\s*</.exec(answer ?? '')?.[1]
}

function search(router: string, own: string): Promise<URL | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    const settle = (location?: URL): void => {
      clearTimeout(timer)
      socket.removeAllListeners('message')
      socket.close(() => resolve(location))
    }
    const timer = setTimeout(settle, answerWithinMs)
    socket.on('error', () => undefined) // no multicast here: nobody answers
    socket.on('message', (bytes, { address }) => {
      const text = bytes.toString('latin1')
      const found = /^location:\s*(http:\/\/\S+)\s*$/im.exec(text)?.[1]
      const location = found !== undefined && URL.canParse(found) ? new URL(found) : undefined
      // What leads elsewhere would let any machine of the network send our requests where it likes.
      if (address === router && location?.hostname === router && text.includes('InternetGatewayDevice'))
        settle(location)
    })
    socket.bind(0, own, () => {
      for (const type of deviceTypes) {
        const lines = [
          'M-SEARCH * HTTP/1.1',
          `HOST: ${searchPlace.host}:${searchPlace.port}`,
          'MAN: "ssdp:discover"',
          'MX: 1',
        ]
        const text = [...lines, `ST: ${type}`, '', ''].join('\r\n')
        socket.send(text, searchPlace.port, searchPlace.host, () => undefined) // silence is an answer, too
      }
    })
  })
}

async function order(
  { controlUrl, serviceType }: UpnpGateway,
  action: string,
  values: readonly (readonly [string, string | number])[],
): Promise<string | undefined> {
  const fields = values.map(([name, value]) => `<${name}>${value}</${name}>`).join('')
  const body =
    '<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" ' +
    's:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>' +
    `<u:${action} xmlns:u="${serviceType}">${fields}</u:${action}></s:Body></s:Envelope>`
  const headers = { 'content-type': 'text/xml; charset="utf-8"', soapaction: `"${serviceType}#${action}"` }
  return await ask(controlUrl, { method: 'POST', headers, body })
}

/** The body of an answer of 200; undefined of any other, and when there is none. */
function ask(
  url: URL,
  { method, headers, body = '' }: { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string },
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const length = { 'content-length': Buffer.byteLength(body) }
    const signal = AbortSignal.timeout(requestWithinMs)
    const asked = httpRequest(url, { method, headers: { ...headers, ...length }, agent: false, signal })
    asked.on('error', () => resolve(undefined))
    asked.on('response', (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > answerBytesMax) asked.destroy()
        else chunks.push(chunk)
      })
      response.on('close', () => resolve(undefined))
      response.on('end', () => resolve(response.statusCode === 200 ? Buffer.concat(chunks).toString() : undefined))
    })
    asked.end(body)
  })
}
