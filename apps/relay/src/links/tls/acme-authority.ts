// Certificates from an authority on the internet (RFC 8555), one for each link's name when it is first asked for. That
// the name is ours is shown over HTTP, at the relay's own port for links.

import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere, writeWhole } from '@farport/program'
import { Client, crypto as acmeCrypto } from 'acme-client'
import { z } from 'zod'
import type { Certificate, CertificateSource } from './certificates.ts'

export interface AcmeOptions {
  directoryUrl: string
  /** Where the authority may write to. */
  email: string | undefined
  stateDir: string
  /** Orders at once. One more waits in nobody's queue: it is refused. */
  ordersMax: number
  /** After one that failed, the same name is not ordered again for so long. */
  failedMs: number
  failedMax: number
  renewBeforeMs: number
  now: () => number
}

export const challengePrefix = '/.well-known/acme-challenge/'

const certificateFile = z.object({ chainPem: z.string(), keyPem: z.string() })

export class AcmeAuthority implements CertificateSource {
  readonly #options: AcmeOptions
  readonly #client: Client
  /** What the authority is to read at a token's path, while it asks. */
  readonly #challenges = new Map<string, string>()
  readonly #failedAtMs = new Map<string, number>()
  #orders = 0

  private constructor(options: AcmeOptions, accountKeyPem: string) {
    this.#options = options
    this.#client = new Client({
      directoryUrl: options.directoryUrl,
      accountKey: accountKeyPem,
      backoffMin: 500,
      backoffMax: 5000,
    })
  }

  static async load(options: AcmeOptions): Promise<AcmeAuthority> {
    const folder = acmeFolder(options)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, 'account.pem')
    const kept = await readIfThere(path)
    const keyPem = kept ?? newKeyPem()
    if (kept === undefined) await writeWhole(path, keyPem)
    createPrivateKey(keyPem)
    return new AcmeAuthority(options, keyPem)
  }

  /** What stands at this path for the authority; undefined when it does not ask. */
  challengeAt(path: string): string | undefined {
    return path.startsWith(challengePrefix) ? this.#challenges.get(path.slice(challengePrefix.length)) : undefined
  }

  /** The one that is kept while it is good for a while yet, or a new one. */
  async certificateFor(name: string): Promise<Certificate> {
    const path = join(acmeFolder(this.#options), `${name}.json`)
    const kept = await readCertificate(path)
    const { now, renewBeforeMs, ordersMax, failedMs } = this.#options
    if (kept !== undefined && kept.expiresAtMs - renewBeforeMs > now()) return kept
    const failedAtMs = this.#failedAtMs.get(name)
    const isHeldBack = failedAtMs !== undefined && failedAtMs + failedMs > now()
    if (isHeldBack || this.#orders >= ordersMax) {
      if (kept !== undefined && kept.expiresAtMs > now()) return kept
      throw new Error(
        isHeldBack ? 'the last order failed a short while ago' : 'too many certificates are being ordered',
      )
    }
    this.#orders += 1
    try {
      const certificate = await this.#order(name)
      await writeWhole(path, JSON.stringify({ chainPem: certificate.chainPem, keyPem: certificate.keyPem }))
      this.#failedAtMs.delete(name)
      return certificate
    } catch (error) {
      this.#failed(name)
      if (kept !== undefined && kept.expiresAtMs > now()) return kept
      throw error
    } finally {
      this.#orders -= 1
    }
  }

  async #order(name: string): Promise<Certificate> {
    const keyPem = newKeyPem()
    const [, csr] = await acmeCrypto.createCsr({ commonName: name, altNames: [name] }, keyPem)
    const { email } = this.#options
    const chainPem = await this.#client.auto({
      csr,
      termsOfServiceAgreed: true,
      ...(email !== undefined && { email }),
      challengePriority: ['http-01'],
      // The authority looks for itself; from here the name may lead elsewhere.
      skipChallengeVerification: true,
      challengeCreateFn: async (_authorization, challenge, keyAuthorization) => {
        this.#challenges.set(challenge.token, keyAuthorization)
      },
      challengeRemoveFn: async (_authorization, challenge) => {
        this.#challenges.delete(challenge.token)
      },
    })
    return { chainPem, keyPem, expiresAtMs: endOf(chainPem) }
  }

  #failed(name: string): void {
    this.#failedAtMs.delete(name)
    const oldest = this.#failedAtMs.keys().next().value
    if (this.#failedAtMs.size >= this.#options.failedMax && oldest !== undefined) this.#failedAtMs.delete(oldest)
    this.#failedAtMs.set(name, this.#options.now())
  }
}

/** Of each authority a folder of its own: certificates of one that was tried out are none of the real one. */
const acmeFolder = ({ stateDir, directoryUrl }: AcmeOptions): string =>
  join(stateDir, 'acme', new URL(directoryUrl).host.replace(/[^A-Za-z0-9.-]/g, '_'))

const newKeyPem = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' })

const endOf = (chainPem: string): number => new Date(new X509Certificate(chainPem).validTo).getTime()

/** Undefined for one that cannot be read, too: another is ordered. */
async function readCertificate(path: string): Promise<Certificate | undefined> {
  const text = await readIfThere(path)
  if (text === undefined) return undefined
  try {
    const { chainPem, keyPem } = certificateFile.parse(JSON.parse(text))
    return { chainPem, keyPem, expiresAtMs: endOf(chainPem) }
  } catch {
    return undefined
  }
}
