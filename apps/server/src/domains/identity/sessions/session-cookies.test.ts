import { expect, it } from 'vitest'
import { createSessionCookies } from './session-cookies.ts'

const tokens = { accessToken: 'a', refreshToken: 'r' }

it.each([
  [
    'remembered, over TLS',
    createSessionCookies(true, '/auth/v1').set({ ...tokens, lifeSeconds: 60 }),
    [
      '__Host-farport.access=a; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
      '__Secure-farport.refresh=r; Path=/auth/v1; Max-Age=60; HttpOnly; SameSite=Strict; Secure',
    ],
  ],
  [
    'on this machine, until the browser ends',
    createSessionCookies(false, '/auth/v1').set({ ...tokens, lifeSeconds: undefined }),
    ['farport.access=a; Path=/; HttpOnly; SameSite=Lax', 'farport.refresh=r; Path=/auth/v1; HttpOnly; SameSite=Strict'],
  ],
  [
    'taken away',
    createSessionCookies(false, '/auth/v1').clear(),
    [
      'farport.access=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
      'farport.refresh=; Path=/auth/v1; Max-Age=0; HttpOnly; SameSite=Strict',
    ],
  ],
])('cookies of a session, %s', (_, cookies, expected) => {
  expect(cookies).toEqual(expected)
})
