// A peer: wireguard-go, which encrypts and carries UDP in user space as we do, from this network to the other.

import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTempDir, eventually, runProgram, startProgram } from '@farport/testkit'
import type { Rig } from '../processes.ts'
import type { OtherNetwork } from './two-networks.ts'

const port = 51_820
const network = { own: '10.88.0.1', other: '10.88.0.2' }

export const hasWireguard = (): boolean =>
  ['wireguard-go', 'wg'].every((program) => spawnSync(program, ['--version']).error === undefined)

/** To the service at the other end, which listens on all of its addresses. */
export async function startWireguard(there: OtherNetwork, servicePort: number): Promise<Rig> {
  await using disposables = new AsyncDisposableStack()
  const folder = disposables.use(await createTempDir('wireguard')).path
  const ends = [
    { device: `wg${process.pid}a`, inside: [], address: network.own, peer: network.other },
    { device: `wg${process.pid}b`, inside: there.inside, address: network.other, peer: network.own },
  ]
  const keys = await Promise.all(ends.map(({ device }) => createKey(join(folder, device))))
  const processIds: number[] = []
  for (const [at, { device, inside, address, peer }] of ends.entries()) {
    const program = disposables.use(
      startProgram({ command: 'wireguard-go', args: ['-f', device], inside, environment: { LOG_LEVEL: 'error' } }),
    )
    processIds.push(program.pid)
    const run = (...words: string[]) => runProgram({ command: words[0] ?? '', args: words.slice(1), inside })
    await eventually(async () => (await run('wg', 'show', device)).code === 0, { what: `${device}: ${program.output}` })
    const own = ['private-key', join(folder, device), 'listen-port', String(port)]
    const endpoint = at === 0 ? ['endpoint', `${there.address}:${port}`] : []
    const theirs = ['peer', keys[1 - at] ?? '', 'allowed-ips', `${peer}/32`, ...endpoint]
    for (const words of [
      ['nft', onlyTo(servicePort, device)],
      ['wg', 'set', device, ...own, ...theirs],
      ['ip', 'addr', 'add', `${address}/24`, 'dev', device],
      ['ip', 'link', 'set', device, 'up'],
    ]) {
      const { code, output } = await run(...words)
      if (code !== 0) throw new Error(`${words.join(' ')}: ${output}`)
    }
  }
  const owned = disposables.move()
  return {
    name: 'wireguard-go',
    address: network.other,
    port: servicePort,
    processIds,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Nothing else may go through: agents would find that, too, and measure it instead of their own path. */
const onlyTo = (servicePort: number, device: string): string => `
  table inet only_${device} {
    chain input {
      type filter hook input priority filter
      iifname ${device} tcp dport ${servicePort} accept
      iifname ${device} tcp sport ${servicePort} accept
      iifname ${device} drop
    }
  }`

/** Writes the private key there, and answers the public one. */
async function createKey(file: string): Promise<string> {
  const { output: privateKey } = await runProgram({ command: 'wg', args: ['genkey'] })
  await writeFile(file, privateKey, { mode: 0o600 })
  const { output: publicKey } = await runProgram({ command: 'wg', args: ['pubkey'], input: privateKey })
  return publicKey.trim()
}
