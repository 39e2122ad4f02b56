// The secret with which a relay joins its server, derived from the installation's own as the server derives it: there
// the purpose `relay-join` of platform/secrets.ts. Both ends use its text.

import { hkdfSync } from 'node:crypto'
import { Secret } from '@farport/basics'

export function joinSecretOf(installationSecret: Secret): Secret {
  const key = Buffer.from(installationSecret.reveal(), 'base64url')
  return new Secret(Buffer.from(hkdfSync('sha256', key, '', 'farport relay-join 1', 32)).toString('base64url'))
}
