import { Secret } from '@farport/basics'
import { expect, it } from 'vitest'
import { createAttemptCookie } from './attempt-cookie.ts'

it.each([
  [false, 'farport.provider', 'Path=/auth/v1/provider; HttpOnly; SameSite=Lax'],
  [true, '__Host-farport.provider', 'Path=/; HttpOnly; SameSite=Lax; Secure'],
])('the cookie of a sign-in elsewhere, with TLS: %s', (isSecure, name, attributes) => {
  const cookie = createAttemptCookie(isSecure, '/auth/v1/provider')
  expect(cookie.name).toBe(name)
  expect(cookie.set(new Secret('token'))).toBe(`${name}=token; Max-Age=600; ${attributes}`)
  expect(cookie.clear()).toBe(`${name}=; Max-Age=0; ${attributes}`)
})
