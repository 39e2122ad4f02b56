// Goes on after an answer to a sign-in: to the next challenge, or in.

import type { SignInAnswer } from '@farport/contract'
import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSession } from '../session.tsx'
import { challengePath } from './sign-in-step.ts'

/** Where the person goes on to in the end, as the address says. */
export function useNext(): string | undefined {
  const [search] = useSearchParams()
  return search.get('next') ?? undefined
}

export function useSignInStep(): (answer: SignInAnswer) => Promise<void> {
  const { enter } = useSession()
  const navigate = useNavigate()
  const next = useNext()
  return useCallback(
    async (answer) => {
      const path = challengePath(answer, next)
      // Once signed in, the route for guests itself leads on.
      await (path === undefined ? enter() : navigate(path))
    },
    [enter, navigate, next],
  )
}
