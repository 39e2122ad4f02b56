// Asks a query again every so often, while somebody can see the answer.

import type { AnyVariables, TypedDocumentNode } from '@urql/core'
import { useEffect } from 'react'
import { useClient } from 'urql'

export function usePoll<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { intervalMs, isPaused = false }: { intervalMs: number; isPaused?: boolean },
): void {
  const client = useClient()
  const variablesKey = JSON.stringify(variables)

  useEffect(() => {
    if (isPaused) return undefined
    let isUnderWay = false
    const ask = async () => {
      if (isUnderWay || document.visibilityState !== 'visible') return
      isUnderWay = true
      const asked = JSON.parse(variablesKey) as Variables // what was just serialised
      await client.query(query, asked, { requestPolicy: 'network-only' }).toPromise()
      isUnderWay = false
    }
    const timer = setInterval(() => void ask(), intervalMs)
    return () => clearInterval(timer)
  }, [client, query, variablesKey, intervalMs, isPaused])
}
