// A certificate authority of this relay's own, for links on this machine and in closed networks: made at the first
// start, kept in the state directory, and bound to the domain of links, so that trusting it trusts nothing else.

import 'reflect-metadata'
import { generateKeyPairSync, randomBytes, webcrypto } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere, writeWhole } from '@farport/program'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { z } from 'zod'
import type { Certificate, CertificateSource } from './certificates.ts'

const day = 86_400_000
const authorityMs = 10 * 365 * day
/** Browsers take none that hold for longer than 398 days. */
const leafMs = 90 * day
/** Clocks of people's machines are wrong now and then. */
const earlierMs = day

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const

const authorityFile = z.object({ certificatePem: z.string(), keyPem: z.string() })

export interface LocalAuthority extends CertificateSource {
  readonly certificatePem: string
}

export const authorityCertificateName = 'links-ca.crt'

/** Throws when there is a file that cannot be read: people may trust the authority that is in it. */
export async function loadLocalAuthority(stateDir: string, domain: string, now: () => number): Promise<LocalAuthority> {
  await mkdir(stateDir, { recursive: true, mode: 0o700 })
  const path = join(stateDir, `links-ca-${domain}.json`)
  const text = await readIfThere(path)
  const authority = text === undefined ? await makeAuthority(domain, now()) : readAuthority(path, text)
  if (text === undefined) await writeWhole(path, JSON.stringify(authority))
  await writeWhole(join(stateDir, authorityCertificateName), authority.certificatePem)
  return openAuthority(authority, now)
}

type AuthorityFile = z.infer<typeof authorityFile>

function readAuthority(path: string, text: string): AuthorityFile {
  try {
    const file = authorityFile.parse(JSON.parse(text))
    const certificate = new X509Certificate(file.certificatePem)
    return { certificatePem: certificate.toString('pem'), keyPem: file.keyPem }
  } catch (cause) {
    throw new Error(`${path} is damaged. Restore it, or remove it to start another authority.`, { cause })
  }
}

async function makeAuthority(domain: string, nowMs: number): Promise<AuthorityFile> {
  const { keys, keyPem } = await newKeys()
  const id = randomBytes(4).toString('hex')
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=Farport links ${id}, O=Farport`,
    serialNumber: serialNumber(),
    notBefore: new Date(nowMs - earlierMs),
    notAfter: new Date(nowMs + authorityMs),
    signingAlgorithm: signing,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      onlyBelow(domain),
    ],
  })
  return { certificatePem: certificate.toString('pem'), keyPem }
}

/** The name constraint (RFC 5280, 4.2.1.10): whoever trusts the authority trusts it for this domain alone. */
function onlyBelow(domain: string): Extension {
  const subtree = der(0x30, der(0x82, Buffer.from(domain, 'latin1')))
  return new Extension('2.5.29.30', true, Uint8Array.from(der(0x30, der(0xa0, subtree))))
}

/** One value in DER, of fewer than 256 bytes. */
function der(tag: number, value: Buffer): Buffer {
  const length = value.length < 128 ? [value.length] : [0x81, value.length]
  return Buffer.concat([Buffer.from([tag, ...length]), value])
}

async function openAuthority(file: AuthorityFile, now: () => number): Promise<LocalAuthority> {
  const authority = new X509Certificate(file.certificatePem)
  const signingKey = await importKey(file.keyPem)
  return {
    certificatePem: file.certificatePem,
    async certificateFor(name): Promise<Certificate> {
      const { keys, keyPem } = await newKeys()
      const expiresAtMs = Math.min(now() + leafMs, authority.notAfter.getTime())
      const certificate = await X509CertificateGenerator.create({
        subject: name.length <= 64 ? `CN=${name}` : 'CN=Farport link',
        issuer: authority.subject,
        serialNumber: serialNumber(),
        notBefore: new Date(now() - earlierMs),
        notAfter: new Date(expiresAtMs),
        signingAlgorithm: signing,
        publicKey: keys.publicKey,
        signingKey,
        extensions: [
          new BasicConstraintsExtension(false, undefined, true),
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
          new SubjectAlternativeNameExtension([{ type: 'dns', value: name }]),
          await SubjectKeyIdentifierExtension.create(keys.publicKey),
          await AuthorityKeyIdentifierExtension.create(authority.publicKey),
        ],
      })
      return { chainPem: `${certificate.toString('pem')}\n${file.certificatePem}`, keyPem, expiresAtMs }
    },
  }
}

async function newKeys(): Promise<{ keys: webcrypto.CryptoKeyPair; keyPem: string }> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keyPem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' })
  const publicKey = pair.publicKey.toCryptoKey(algorithm, true, ['verify'])
  return { keys: { privateKey: await importKey(keyPem), publicKey }, keyPem }
}

async function importKey(keyPem: string): Promise<webcrypto.CryptoKey> {
  const bytes = Buffer.from(keyPem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64')
  return webcrypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign'])
}

/** Positive, and nobody's guess. */
function serialNumber(): string {
  return `01${randomBytes(15).toString('hex')}`
}
