// With whom people may sign in here. Asked once per visit; a page without an answer offers none.

import type { ProviderList } from '@farport/contract'
import { useEffect, useState } from 'react'
import { auth } from '../auth-calls.ts'

type Providers = ProviderList['providers']

let asked: Promise<Providers | undefined> | undefined

/** Undefined until the server has answered. */
export function useProviders(): Providers | undefined {
  const [providers, setProviders] = useState<Providers | undefined>(undefined)
  useEffect(() => {
    let isShown = true
    asked ??= ask()
    void asked.then((answer) => {
      if (answer === undefined) asked = undefined
      if (isShown) setProviders(answer ?? [])
    })
    return () => void (isShown = false)
  }, [])
  return providers
}

async function ask(): Promise<Providers | undefined> {
  const answer = await auth.providers()
  return answer.ok ? answer.value.providers : undefined
}
