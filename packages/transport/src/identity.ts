// What an end shows in TLS: its Ed25519 key in a self-signed certificate. Nobody checks anything of it but the key.

import 'reflect-metadata'
import { createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { publicKeyText } from '@farport/protocol'
import { X509CertificateGenerator } from '@peculiar/x509'

export interface Identity {
  /** Base64url. */
  readonly publicKey: string
  readonly privateKey: KeyObject
  /** PEM, as TLS takes them. */
  readonly certificatePem: string
  readonly privateKeyPem: string
}

/** Keys are pinned and devices' clocks are wrong, so the certificate covers every date. */
const notBefore = new Date('2000-01-01T00:00:00Z')
const notAfter = new Date('2120-01-01T00:00:00Z')

export async function createIdentity(privateKey: KeyObject): Promise<Identity> {
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=farport',
    serialNumber: '01',
    notBefore,
    notAfter,
    signingAlgorithm: { name: 'Ed25519' },
    keys: {
      privateKey: privateKey.toCryptoKey('Ed25519', false, ['sign']),
      publicKey: createPublicKey(privateKey).toCryptoKey('Ed25519', true, ['verify']),
    },
  })
  return {
    publicKey: publicKeyText(privateKey),
    privateKey,
    certificatePem: certificate.toString('pem'),
    privateKeyPem: privateKey.export({ format: 'pem', type: 'pkcs8' }),
  }
}

/** The Ed25519 key that the other end has proven in the handshake, or undefined when it proved none. */
export function peerKeyOf(socket: TLSSocket): string | undefined {
  const certificate: X509Certificate | undefined = socket.getPeerX509Certificate()
  return certificate?.publicKey.asymmetricKeyType === 'ed25519' ? publicKeyText(certificate.publicKey) : undefined
}
