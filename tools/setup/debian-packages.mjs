// The programs that the tests drive and that npm does not carry. Only Debian and its kin are installed by themselves.

import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Obstacle } from './obstacle.mjs'
import { runQuietly } from './run-quietly.mjs'

/** What is looked for, how, and the package that brings it. */
const needs = [
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
]

export async function installDebianPackages() {
  const missing = needs.filter(({ isThere }) => !isThere())
  if (missing.length === 0) return
  const packages = missing.map(({ debianPackage }) => debianPackage)
  if (!isOnPath('apt-get')) {
    const names = missing.map(({ name }) => name).join(', ')
    throw new Obstacle(`The tests need what is not installed here: ${names}. Please install it.`)
  }
  if (process.getuid?.() !== 0) {
    throw new Obstacle(
      `The tests need Debian packages that only root may install. ` +
        `Please run: sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`,
    )
  }
  console.error(`setup: installing Debian packages for the tests: ${packages.join(' ')}`)
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
