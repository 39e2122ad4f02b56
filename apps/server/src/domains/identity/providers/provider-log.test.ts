import { Writable } from 'node:stream'
import { Secret, systemClock } from '@farport/basics'
import { expect, it } from 'vitest'
import { createLog } from '#platform/log'
import { createOpenIdClient } from '#platform/openid-client'
import { startDeceitfulProvider, type Lie } from './test-deceitful-provider.ts'

const lies: readonly Lie[] = [
  { claims: { nonce: 'x' } },
  { claims: { iss: 'https://evil.example' } },
  { without: ['sub'] },
  { signature: 'none' },
  { signature: 'other-key' },
  { signature: 'client-secret' },
  { tokenStatus: 500 },
  { tokenStatus: 401 },
  { error: 'server_error' },
]

it('the log says why a sign-in failed, and none of its secrets', async () => {
  await using provider = await startDeceitfulProvider()
  const lines: string[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, written) {
      lines.push(chunk.toString('utf8'))
      written()
    },
  })
  const client = createOpenIdClient({
    issuer: new URL(provider.issuer),
    clientId: provider.clientId,
    clientSecret: () => new Secret(provider.clientSecret),
    scope: 'openid email',
    clock: systemClock,
    log: createLog({ level: 'trace', destination }),
  })
  const secrets = { state: 'secret-state', nonce: 'secret-nonce', codeVerifier: 'secret-verifier'.padEnd(43, '-') }
  const words = { redirectUri: 'https://farport.example/callback', ...secrets }
  for (const lie of lies) {
    provider.lie = lie
    const left = await client.begin(words)
    const back = await fetch(left.ok ? left.value : '', { redirect: 'manual' })
    const { searchParams } = new URL(back.headers.get('location') ?? '')
    expect((await client.finish(words, searchParams)).ok).toBe(false)
  }
  expect(lines).toHaveLength(lies.length)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ reason: expect.stringMatching(/\w/) })
  const told = lines.join('')
  for (const secret of [...Object.values(secrets), provider.clientSecret, 'code-', 'ann@example.org', 'eyJ']) {
    expect(told).not.toContain(secret)
  }
})
