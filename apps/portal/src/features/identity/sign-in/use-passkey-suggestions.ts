// Lets the browser suggest passkeys where the address is typed, for as long as the page is open.

import { useEffect, useEffectEvent } from 'react'
import type { ToldProblem } from '../use-refusal-text.ts'
import { canSuggestPasskeys, signInByPasskey } from './passkey-sign-in.ts'
import { useSignInStep } from './use-sign-in-step.ts'

export function usePasskeySuggestions(isRemembered: boolean, onProblem: (problem: ToldProblem) => void): void {
  const goOn = useSignInStep()
  const isRememberedNow = useEffectEvent(() => isRemembered)
  const suggest = useEffectEvent(async () => {
    if (!(await canSuggestPasskeys())) return
    const outcome = await signInByPasskey('autofill', () => isRememberedNow())
    // Nobody asked for these suggestions: that there are none is no problem to tell.
    if (outcome === 'declined' || (!outcome.ok && outcome.refusal.code === 'NOT_AVAILABLE')) return
    if (outcome.ok) await goOn(outcome.value)
    else onProblem(outcome.refusal)
  })

  useEffect(() => {
    void suggest()
    return () => void stopSuggesting()
  }, [])
}

async function stopSuggesting(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}
