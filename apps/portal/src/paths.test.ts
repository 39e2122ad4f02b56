import { describe, expect, it } from 'vitest'
import { paths, safeNextPath } from './paths.ts'

describe('the path after sign-in', () => {
  it.each([
    ['a page of the portal', '/devices/d-1/details?tab=1', '/devices/d-1/details?tab=1'],
    ['nothing', null, '/devices'],
    ['another site', 'https://evil.example/', '/devices'],
    ['another site without a scheme', '//evil.example/', '/devices'],
    ['another site behind a backslash', '/\\evil.example/', '/devices'],
    ['the sign-in page itself', '/sign-in', '/devices'],
  ])('for %s', (_, next, path) => {
    expect(safeNextPath(next)).toBe(path)
  })
})

describe('links', () => {
  it('carry what they are given, encoded', () => {
    expect(paths.signUp('a b@example.com')).toBe('/sign-up/a%20b%40example.com')
    expect(paths.signIn('/devices?q=lab')).toBe('/sign-in?next=%2Fdevices%3Fq%3Dlab')
  })
})
