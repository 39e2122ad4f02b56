import { generateKeyPairSync } from 'node:crypto'
import { Secret } from '@farport/basics'
import { jwtVerify } from 'jose'
import { expect, it } from 'vitest'
import { createAppleSecret } from './operations/make-apple-secret.ts'

it('Apple gets a secret that our key signed, for minutes, anew each time', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const clock = { nowMs: Date.UTC(2026, 0, 1), now: () => clock.nowMs }
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const settings = {
    id: 'apple',
    issuer: new URL('https://appleid.apple.com'),
    clientId: 'org.example.farport',
    teamId: 'TEAM000001',
    keyId: 'KEY0000001',
    privateKey: new Secret(pem),
  } as const
  const makeSecret = createAppleSecret(settings, clock)
  const read = (secret: Secret) =>
    jwtVerify(secret.reveal(), publicKey, {
      algorithms: ['ES256'],
      audience: 'https://appleid.apple.com',
      issuer: 'TEAM000001',
      subject: 'org.example.farport',
      currentDate: new Date(clock.nowMs),
    })
  const first = makeSecret()
  const { payload, protectedHeader } = await read(first)
  expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: 'KEY0000001' })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
  clock.nowMs += 400_000
  await expect(read(first)).rejects.toThrow('"exp" claim')
  await expect(read(makeSecret())).resolves.toMatchObject({ payload: { iat: clock.nowMs / 1000 } })
})
