// The programs that the tests and the benches drive and that npm does not carry. Only Debian and its kin are installed by
// themselves.

import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Obstacle } from './obstacle.mjs'
import { runQuietly } from './run-quietly.mjs'

/** What is looked for, how, and the package that brings it. */
const neededByTests = [
  { name: 'chromium', isThere: () => isOnPath('chromium'), debianPackage: 'chromium' },
  { name: 'a Japanese font', isThere: hasJapaneseFont, debianPackage: 'fonts-noto-cjk' },
  { name: 'sshd', isThere: () => isOnPath('sshd'), debianPackage: 'openssh-server' },
  { name: 'ssh', isThere: () => isOnPath('ssh'), debianPackage: 'openssh-client' },
  { name: 'curl', isThere: () => isOnPath('curl'), debianPackage: 'curl' },
  { name: 'PostgreSQL', isThere: hasPostgresql, debianPackage: 'postgresql' },
  { name: 'ip', isThere: () => isOnPath('ip'), debianPackage: 'iproute2' },
  { name: 'miniupnpd', isThere: () => isOnPath('miniupnpd'), debianPackage: 'miniupnpd-nftables' },
  { name: 'nft', isThere: () => isOnPath('nft'), debianPackage: 'nftables' },
  { name: 'pebble', isThere: () => isOnPath('pebble'), debianPackage: 'pebble' },
  { name: 'nats-server', isThere: () => isOnPath('nats-server'), debianPackage: 'nats-server' },
  { name: 'psql', isThere: () => isOnPath('psql'), debianPackage: 'postgresql-client' },
  { name: 'redis-server', isThere: () => isOnPath('redis-server'), debianPackage: 'redis-server' },
  { name: 'iperf3', isThere: () => isOnPath('iperf3'), debianPackage: 'iperf3' },
  { name: 'dnsmasq', isThere: () => isOnPath('dnsmasq'), debianPackage: 'dnsmasq-base' },
  { name: 'dig', isThere: () => isOnPath('dig'), debianPackage: 'bind9-dnsutils' },
  { name: 'Xtigervnc', isThere: () => isOnPath('Xtigervnc'), debianPackage: 'tigervnc-standalone-server' },
  { name: 'socksify', isThere: () => isOnPath('socksify'), debianPackage: 'dante-client' },
  { name: 'drill', isThere: () => isOnPath('drill'), debianPackage: 'ldnsutils' },
  { name: 'vncsnapshot', isThere: () => isOnPath('vncsnapshot'), debianPackage: 'vncsnapshot' },
]

/** The peers that benches measure themselves by, what loads them, and what makes networks. */
const neededByBenches = [
  ...neededByTests.filter(({ name }) => ['sshd', 'ssh', 'ip', 'nft'].includes(name)),
  { name: 'haproxy', isThere: () => isOnPath('haproxy'), debianPackage: 'haproxy' },
  { name: 'nginx', isThere: () => isOnPath('nginx'), debianPackage: 'nginx' },
  { name: 'wrk', isThere: () => isOnPath('wrk'), debianPackage: 'wrk' },
  { name: 'iperf3', isThere: () => isOnPath('iperf3'), debianPackage: 'iperf3' },
  { name: 'wireguard-go', isThere: () => isOnPath('wireguard-go'), debianPackage: 'wireguard-go' },
  { name: 'wg', isThere: () => isOnPath('wg'), debianPackage: 'wireguard-tools' },
]

export const installForTests = () => installMissing('tests', neededByTests)

/** A bench leaves out a peer that is not here, and says so. */
export async function installForBenches() {
  try {
    await installMissing('benches', neededByBenches)
  } catch (fault) {
    if (!(fault instanceof Obstacle)) throw fault
    console.error(fault.message)
  }
}

async function installMissing(purpose, needs) {
  const missing = needs.filter(({ isThere }) => !isThere())
  if (missing.length === 0) return
  const packages = missing.map(({ debianPackage }) => debianPackage)
  if (!isOnPath('apt-get')) {
    const names = missing.map(({ name }) => name).join(', ')
    throw new Obstacle(`The ${purpose} need what is not installed here: ${names}. Please install it.`)
  }
  if (process.getuid?.() !== 0) {
    throw new Obstacle(
      `The ${purpose} need Debian packages that only root may install. ` +
        `Please run: sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`,
    )
  }
  console.error(`setup: installing Debian packages for the ${purpose}: ${packages.join(' ')}`)
  await withoutStartingServices(async () => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await runQuietly('Reading the list of Debian packages', ['apt-get', 'update'], { env })
    const command = ['apt-get', 'install', '-y', '--no-install-recommends', ...packages]
    await runQuietly(`Installing ${packages.join(' ')}`, command, { env })
  })
}

/** Debian starts what it installs. The tests start their own servers, on ports of their own. */
async function withoutStartingServices(work) {
  const policy = '/usr/sbin/policy-rc.d'
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await work()
  } finally {
    if (isOurs) rmSync(policy, { force: true })
  }
}

function hasPostgresql() {
  const versions = '/usr/lib/postgresql'
  if (!existsSync(versions)) return isOnPath('postgres')
  return readdirSync(versions).some((version) => existsSync(join(versions, version, 'bin', 'postgres')))
}

/** Outside Debian any font will do: there is no one place to look. */
function hasJapaneseFont() {
  return !isOnPath('apt-get') || existsSync('/usr/share/fonts/opentype/noto')
}

function isOnPath(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.some((folder) => existsSync(join(folder, name)))
}
