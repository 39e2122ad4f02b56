import { X509Certificate } from 'node:crypto'
import { createTempDir } from '@farport/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Certificates, type CertificateSource } from './certificates.ts'
import { linkCertificates } from './link-certificates.ts'
import { loadLocalAuthority, type LocalAuthority } from './local-authority.ts'

const day = 86_400_000
let folder: Awaited<ReturnType<typeof createTempDir>>
let authority: LocalAuthority
let nowMs = Date.now()
const now = () => nowMs

beforeAll(async () => {
  folder = await createTempDir('authority')
  authority = await loadLocalAuthority(folder.path, 'links.test', now)
})
afterAll(() => folder[Symbol.asyncDispose]())

function counted(): { source: CertificateSource; asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    source: {
      certificateFor(name) {
        asked.push(name)
        return authority.certificateFor(name)
      },
    },
  }
}

const certificatesOf = (source: CertificateSource, contextsMax = 10) =>
  new Certificates({ source, contextsMax, renewBeforeMs: 30 * day, now, onFailed: () => undefined })

describe('the authority of a relay', () => {
  it('is the same after a restart', async () => {
    const again = await loadLocalAuthority(folder.path, 'links.test', now)
    expect(again.certificatePem).toBe(authority.certificatePem)
    const other = await loadLocalAuthority(folder.path, 'other.test', now)
    expect(other.certificatePem).not.toBe(authority.certificatePem)
  })

  it('signs a certificate for one name', async () => {
    const { chainPem } = await authority.certificateFor('abc.links.test')
    const leaf = new X509Certificate(chainPem)
    expect(leaf.checkHost('abc.links.test')).toBe('abc.links.test')
    expect(leaf.checkHost('abd.links.test')).toBeUndefined()
    expect(leaf.verify(new X509Certificate(authority.certificatePem).publicKey)).toBe(true)
    expect(leaf.ca).toBe(false)
  })
})

describe('certificates', () => {
  it('are made once for many who ask, and anew before they end', async () => {
    const { source, asked } = counted()
    const certificates = certificatesOf(source)
    await Promise.all([certificates.contextFor('a.links.test'), certificates.contextFor('a.links.test')])
    await certificates.contextFor('a.links.test')
    expect(asked).toHaveLength(1)
    nowMs += 61 * day
    await certificates.contextFor('a.links.test')
    expect(asked).toHaveLength(2)
  })

  it('are kept for so many names, the last used ones', async () => {
    const { source, asked } = counted()
    const certificates = certificatesOf(source, 2)
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await certificates.contextFor(`${name}.links.test`)
    expect(asked.map((name) => name[0])).toEqual(['a', 'b', 'c', 'b'])
  })
})

describe('the source of a certificate', () => {
  const failing: CertificateSource = { certificateFor: () => Promise.reject(new Error('away')) }
  const failed: string[] = []
  const sources = (acme: CertificateSource | undefined) =>
    linkCertificates({
      domain: 'links.test',
      local: authority,
      acme,
      isServed: (name) => name.startsWith('served'),
      onFailed: (name) => failed.push(name),
      now,
    })

  it.each([
    ['the relay itself, without another', undefined, 'served.links.test', 0],
    ['the internet, for a link', 'internet', 'served.links.test', 1],
    ['the relay itself, for what is no link', 'internet', 'www.links.test', 0],
  ])('is %s', async (_, kind, name, count) => {
    const { source, asked } = counted()
    await sources(kind === undefined ? undefined : source).certificateFor(name)
    expect(asked).toHaveLength(count)
  })

  it('is the relay itself for a while when the internet has none to give', async () => {
    const { expiresAtMs } = await sources(failing).certificateFor('served.links.test')
    expect(failed).toEqual(['served.links.test'])
    expect(expiresAtMs - nowMs).toBe(600_000)
  })

  it.each(['example.org', 'links.test.example.org', 'xlinks.test'])('is nobody for %s', async (name) => {
    await expect(sources(undefined).certificateFor(name)).rejects.toThrow('is no name of a link')
  })
})
