// Ports: whether one is free, and which free ones this installation chose and goes on using.

import { once } from 'node:events'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { codeOf } from './system-errors.ts'

/** Ports that agents, browsers and services remember: the same ones at every start, as long as they stay free. */
export type PortUse = 'relay' | 'demoSsh' | 'demoWeb'
export type RememberedPorts = Record<PortUse, number>

/** `elsewhere`: the host is no address of this machine. */
export type PortState = 'free' | 'taken' | 'forbidden' | 'elsewhere'

const uses: PortUse[] = ['relay', 'demoSsh', 'demoWeb']

/** Asks by listening for a moment. */
export async function portState(port: number, host?: string): Promise<PortState> {
  const server = createServer()
  try {
    server.listen({ port, host, exclusive: true })
    await once(server, 'listening')
    return 'free'
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return 'taken'
    if (codeOf(error) === 'EACCES') return 'forbidden'
    if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(codeOf(error) ?? '')) return 'elsewhere'
    throw error
  } finally {
    server.close()
  }
}

/** The remembered ports; one that is missing, or was taken meanwhile, is chosen anew and remembered. */
export async function recallPorts(dataDir: string, relayPort: number | undefined): Promise<RememberedPorts> {
  const path = join(dataDir, 'ports.json')
  const remembered = parsePorts(await readFile(path, 'utf8').catch(() => '{}'))
  if (relayPort !== undefined) remembered.relay = relayPort
  const chosen: Partial<RememberedPorts> = {}
  for (const use of uses) {
    const host = use === 'relay' ? undefined : '127.0.0.1'
    const port = remembered[use]
    const isUsable =
      port !== undefined && !Object.values(chosen).includes(port) && (await portState(port, host)) === 'free'
    chosen[use] =
      isUsable || (use === 'relay' && relayPort !== undefined && port !== undefined) ? port : await freePort(host)
  }
  const ports = chosen as RememberedPorts // the loop has filled every use
  await writeFile(`${path}.new`, `${JSON.stringify(ports)}\n`)
  await rename(`${path}.new`, path)
  return ports
}

/** Ports below the ones that systems give to outgoing connections, so that a remembered one rarely meets another use. */
async function freePort(host: string | undefined): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = 10_000 + Math.floor(Math.random() * 10_000)
    if ((await portState(port, host)) === 'free') return port
  }
  throw new Error('found no free port between 10000 and 19999')
}

function parsePorts(text: string): Partial<RememberedPorts> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).filter(([use, port]) => uses.some((known) => known === use) && isPort(port)),
    )
  } catch {
    // Torn by a power cut: new ports are as good.
    return {}
  }
}

function isPort(port: unknown): boolean {
  return typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536
}
