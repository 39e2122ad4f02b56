// What went wrong with a call, in the few kinds that the portal answers differently.

import type { CombinedError } from '@urql/core'

/** The codes that the contract promises in `extensions.code`. */
export type RefusalCode =
  | 'UNAUTHENTICATED'
  | 'PROOF_NEEDED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'INVALID'
  | 'CONFLICT'
  | 'OFFLINE'
  | 'LIMIT_EXCEEDED'
  | 'THROTTLED'
  | 'UNAVAILABLE'

export type Problem =
  /** The server could not be reached. */
  | { kind: 'unreachable' }
  | { kind: 'signed-out' }
  | { kind: 'throttled' }
  /** The server says no, in words for the person. */
  | { kind: 'refused'; code: RefusalCode; message: string }
  /** Anything that the contract does not foresee. */
  | { kind: 'fault'; message: string; moreCount: number }

const refusalCodes: ReadonlySet<string> = new Set<RefusalCode>([
  'UNAUTHENTICATED',
  'PROOF_NEEDED',
  'FORBIDDEN',
  'NOT_FOUND',
  'INVALID',
  'CONFLICT',
  'OFFLINE',
  'LIMIT_EXCEEDED',
  'THROTTLED',
  'UNAVAILABLE',
])

/** Whether the server said no for this reason. */
export function isRefusedWith(error: CombinedError, code: RefusalCode): boolean {
  const problem = problemOf(error)
  return problem.kind === 'refused' && problem.code === code
}

export function problemOf(error: CombinedError): Problem {
  const status = statusOf(error.response)
  const [first, ...more] = error.graphQLErrors
  const code = first?.extensions['code']

  if (status === 401 || code === 'UNAUTHENTICATED') return { kind: 'signed-out' }
  if (status === 429 || code === 'THROTTLED') return { kind: 'throttled' }
  if (first !== undefined && isRefusalCode(code)) return { kind: 'refused', code, message: first.message }
  if (first !== undefined) return { kind: 'fault', message: first.message, moreCount: more.length }
  if (status === undefined || status >= 502) return { kind: 'unreachable' }
  return { kind: 'fault', message: `HTTP ${status}`, moreCount: 0 }
}

function isRefusalCode(code: unknown): code is RefusalCode {
  return typeof code === 'string' && refusalCodes.has(code)
}

function statusOf(response: unknown): number | undefined {
  const status: unknown =
    typeof response === 'object' && response !== null && 'status' in response ? response.status : 0
  return typeof status === 'number' && status > 0 ? status : undefined
}
