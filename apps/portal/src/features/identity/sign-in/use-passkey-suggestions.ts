// Lets the browser suggest passkeys where the address is typed, for as long as the page is open.

import { useEffect, useEffectEvent } from 'react'
import { auth } from '../auth-calls.ts'
import type { ToldProblem } from '../use-refusal-text.ts'
import { canSuggestPasskeys, signWithPasskey } from './passkey-sign-in.ts'
import { useSignInStep } from './use-sign-in-step.ts'

export function usePasskeySuggestions(isRemembered: boolean, onProblem: (problem: ToldProblem) => void): void {
  const goOn = useSignInStep()
  const signIn = useEffectEvent(async (response: unknown) => {
    if (response === undefined) return
    const answer = await auth.signInByPasskey(response, isRemembered)
    if (answer.ok) await goOn(answer.value)
    else onProblem(answer.refusal)
  })

  useEffect(() => {
    void chosenSuggestion().then(signIn)
    return () => void stopSuggesting()
  }, [])
}

/** Nobody asked for suggestions: that there are none is no problem to tell. */
async function chosenSuggestion(): Promise<unknown> {
  if (!(await canSuggestPasskeys())) return undefined
  const options = await auth.passkeyOptions()
  if (!options.ok) return undefined
  const response = await signWithPasskey(options.value, 'autofill')
  return response.ok ? response.value : undefined
}

async function stopSuggesting(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}
