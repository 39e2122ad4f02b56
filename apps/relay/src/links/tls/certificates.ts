// The certificates that links are served with, one for each name: from our own authority, or from one on the internet.

import { createSecureContext, type SecureContext } from 'node:tls'

export interface Certificate {
  /** PEM: its own first, then those up to the authority. */
  readonly chainPem: string
  readonly keyPem: string
  readonly expiresAtMs: number
}

export interface CertificateSource {
  /** Rejects when there is none to be had. */
  certificateFor(name: string): Promise<Certificate>
}

export interface CertificatesOptions {
  source: CertificateSource
  /** Kept ready; at the limit the one that was used longest ago goes. */
  contextsMax: number
  /** Before its end a certificate is made anew. */
  renewBeforeMs: number
  now: () => number
  onFailed: (name: string, error: unknown) => void
}

interface Ready {
  readonly context: SecureContext
  readonly expiresAtMs: number
}

export class Certificates {
  readonly #options: CertificatesOptions
  readonly #ready = new Map<string, Ready>()
  readonly #making = new Map<string, Promise<Ready>>()

  constructor(options: CertificatesOptions) {
    this.#options = options
  }

  async contextFor(name: string): Promise<SecureContext> {
    const ready = this.#ready.get(name)
    const { now, renewBeforeMs } = this.#options
    if (ready === undefined || ready.expiresAtMs <= now()) return (await this.#make(name)).context
    this.#ready.delete(name)
    this.#ready.set(name, ready)
    // The old one still holds meanwhile.
    if (ready.expiresAtMs - renewBeforeMs <= now()) {
      this.#make(name).catch((error: unknown) => this.#options.onFailed(name, error))
    }
    return ready.context
  }

  #make(name: string): Promise<Ready> {
    const making = this.#making.get(name)
    if (making !== undefined) return making
    const made = this.#makeOne(name).finally(() => this.#making.delete(name))
    this.#making.set(name, made)
    return made
  }

  async #makeOne(name: string): Promise<Ready> {
    const { chainPem, keyPem, expiresAtMs } = await this.#options.source.certificateFor(name)
    const ready = { context: createSecureContext({ cert: chainPem, key: keyPem, minVersion: 'TLSv1.2' }), expiresAtMs }
    this.#ready.delete(name)
    this.#ready.set(name, ready)
    const oldest = this.#ready.keys().next().value
    if (this.#ready.size > this.#options.contextsMax && oldest !== undefined) this.#ready.delete(oldest)
    return ready
  }
}
