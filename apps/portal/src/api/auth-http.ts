// The calls under /auth/v1 and /user: bodies of JSON, answers of the contract, refusals as values.

import { accept, refuse, type Result } from '@farport/basics'
import { isObject, problemOfAnswer, type AuthProblem } from './auth-problem.ts'
import { keeper } from './window-keeper.ts'

export type AuthResult<Answer> = Promise<Result<Answer, AuthProblem>>

export function authGet<Answer>(path: string): AuthResult<Answer> {
  return call<Answer>(`/auth/v1/${path}`, { method: 'GET' })
}

export function authPost<Answer = unknown>(path: string, body: object = {}): AuthResult<Answer> {
  return post<Answer>(`/auth/v1/${path}`, body)
}

/** What programs do to the account of their owner, too. */
export function userPost(path: string, body: object): AuthResult<unknown> {
  return post(`/user/${path}`, body)
}

function post<Answer>(address: string, body: object): AuthResult<Answer> {
  return call<Answer>(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang },
    body: JSON.stringify(body),
  })
}

async function call<Answer>(address: string, init: RequestInit): AuthResult<Answer> {
  try {
    const options: RequestInit = { ...init, credentials: 'same-origin', cache: 'no-store' }
    const response = await keeper.sendUnless(isSignedOut, address, options)
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) return refuse(problemOfAnswer(response.status, body))
    return accept(body as Answer) // the form that the contract gives to this call's answer
  } catch {
    // fetch throws only when no answer came at all.
    return refuse({ code: 'UNREACHABLE', message: '' })
  }
}

/** Of these calls many are refused with 401 for what was typed; only this code is about the session. */
async function isSignedOut(response: Response): Promise<boolean> {
  if (response.status !== 401) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return isObject(body) && body['code'] === 'UNAUTHENTICATED'
}
