import { expect, it } from 'vitest'
import { firstLink } from './mail-links.ts'

it.each([
  [
    'Open this: http://127.0.0.1:8080/auth/v1/verify-email?token=abc\n\nBye',
    'http://127.0.0.1:8080/auth/v1/verify-email?token=abc',
  ],
  ['<https://a.example/x> and https://b.example', 'https://a.example/x'],
  ['javascript:alert(1)', undefined],
  ['Nothing here.', undefined],
])('the link of %j', (text, link) => {
  expect(firstLink(text)).toBe(link)
})
