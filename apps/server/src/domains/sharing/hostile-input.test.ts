import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSharingWorld, refused, type SharingWorld } from './test-sharing.ts'

let world: SharingWorld
beforeAll(async () => {
  world = await createSharingWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

describe('hostile input', () => {
  const query = `mutation ($id: String!, $email: [String!]!, $services: [ServiceSharingOptions!]) {
    share(deviceId: $id, email: $email, services: $services)
  }`
  it.each([
    ['a device id of markup', { id: '<script>alert(1)</script>' }, 'NOT_FOUND'],
    ['a device id that moves the cursor', { id: '\u001b[2J' }, 'NOT_FOUND'],
    ['a device id with NUL', { id: 'd-\0' }, 'NOT_FOUND'],
    ['an address with NUL', { email: ['a\0@example.org'] }, 'INVALID'],
    ['an address that runs the other way', { email: ['a\u202eb@example.org'] }, 'INVALID'],
    ['ten thousand addresses', { email: Array.from({ length: 10_000 }, (_, n) => `${n}@example.org`) }, 'INVALID'],
    ['a long address', { email: ['x'.repeat(400_000)] }, 'INVALID'],
    [
      'ten thousand services',
      { services: Array.from({ length: 8000 }, () => ({ serviceId: 's-0000000000000000' })) },
      'INVALID',
    ],
    ['a service with NUL', { services: [{ serviceId: '\0' }] }, 'NOT_FOUND'],
  ])('%s is refused', async (_, wish, code) => {
    const answer = await refused(world.owner, query, { id: world.device.deviceId, email: [world.guest.email], ...wish })
    expect(answer.code).toBe(code)
    // oxlint-disable-next-line no-control-regex -- these must not come back
    expect(answer.message).not.toMatch(/[\u0000-\u001f\u202e]/)
    expect(answer.message.length).toBeLessThan(300)
  })
})
