// What a call answers, asked for when the page opens and again after a change. Old data stays until new data comes.

import type { Result } from '@farport/basics'
import { useCallback, useEffect, useState } from 'react'
import type { AuthResult } from '../../../api/auth-http.ts'
import type { AuthProblem } from '../../../api/auth-problem.ts'

export type CallState<Data> =
  | { kind: 'loading' }
  | { kind: 'failed'; refusal: AuthProblem }
  | { kind: 'loaded'; data: Data }

/** `call` has to be the same function at every drawing. */
export function useCall<Data>(call: () => AuthResult<Data>): [CallState<Data>, () => Promise<void>] {
  const [state, setState] = useState<CallState<Data>>({ kind: 'loading' })

  useEffect(() => {
    let isLeft = false
    void call().then((answer) => {
      if (!isLeft) setState((known) => after(known, answer))
    })
    return () => {
      isLeft = true
    }
  }, [call])

  const reload = useCallback(async () => {
    const answer = await call()
    setState((known) => after(known, answer))
  }, [call])

  return [state, reload]
}

function after<Data>(known: CallState<Data>, answer: Result<Data, AuthProblem>): CallState<Data> {
  if (answer.ok) return { kind: 'loaded', data: answer.value }
  return known.kind === 'loaded' ? known : { kind: 'failed', refusal: answer.refusal }
}
