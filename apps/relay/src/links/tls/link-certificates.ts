// Which certificate a name gets: from the authority on the internet when there is one and the name is a link's that is
// served here, else from our own. When the internet's has none to give, ours is better than nothing.

import type { Certificate, CertificateSource } from './certificates.ts'

export interface LinkCertificatesOptions {
  domain: string
  local: CertificateSource
  acme: CertificateSource | undefined
  isServed: (name: string) => boolean
  onFailed: (name: string, error: unknown) => void
  now: () => number
}

/** One of ours in the place of a better one is looked at again soon. */
const stopgapMs = 600_000

export function linkCertificates(options: LinkCertificatesOptions): CertificateSource {
  const { acme, local, domain, isServed, onFailed, now } = options
  return {
    async certificateFor(name): Promise<Certificate> {
      if (name !== domain && !name.endsWith(`.${domain}`)) throw new Error(`${name} is no name of a link`)
      if (acme === undefined || !isServed(name)) return local.certificateFor(name)
      try {
        return await acme.certificateFor(name)
      } catch (error) {
        onFailed(name, error)
        return { ...(await local.certificateFor(name)), expiresAtMs: now() + stopgapMs }
      }
    },
  }
}
