// Whether a form was sent by a page of this very origin: browsers say so, and others cannot make them lie.

import type { Header } from '../http/head.ts'

export function isSameOrigin(headers: readonly Header[], origin: string): boolean {
  const said = headers.filter(({ key }) => key === 'origin')
  const sites = headers.filter(({ key }) => key === 'sec-fetch-site')
  if (sites.some(({ value }) => value !== 'same-origin')) return false
  return said.length === 1 && said[0]?.value.toLowerCase() === origin.toLowerCase()
}
