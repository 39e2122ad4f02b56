// Several pages of one list as one query: each stays live in the cache by itself.

import type { AnyVariables, CombinedError, RequestPolicy, TypedDocumentNode } from '@urql/core'
import { useEffect, useState } from 'react'
import { useClient } from 'urql'

export interface QueryPages<Data> {
  /** Those that have come, in order. Pages of an earlier question stay until the new ones come. */
  pages: readonly Data[]
  isFetching: boolean
  error: CombinedError | undefined
}

interface QueryPagesArguments<Data, Variables extends AnyVariables> {
  query: TypedDocumentNode<Data, Variables>
  variables: readonly Variables[]
  requestPolicy?: RequestPolicy
}

interface PageResult<Data> {
  data: Data | undefined
  error: CombinedError | undefined
  hasAnswered: boolean
}

export function useQueryPages<Data, Variables extends AnyVariables>({
  query,
  variables,
  requestPolicy = 'cache-and-network',
}: QueryPagesArguments<Data, Variables>): QueryPages<Data> {
  const client = useClient()
  const [results, setResults] = useState<readonly PageResult<Data>[]>([])
  const variablesKey = JSON.stringify(variables)

  useEffect(() => {
    const asked = JSON.parse(variablesKey) as Variables[] // what was just serialised
    const current: PageResult<Data>[] = asked.map(() => ({ data: undefined, error: undefined, hasAnswered: false }))
    const subscriptions = asked.map((pageVariables, index) =>
      client.query(query, pageVariables, { requestPolicy }).subscribe(({ data, error }) => {
        current[index] = { data: data ?? current[index]?.data, error, hasAnswered: true }
        if (current.every(({ hasAnswered }) => hasAnswered)) setResults([...current])
      }),
    )
    return () => {
      for (const { unsubscribe } of subscriptions) unsubscribe()
    }
  }, [client, query, variablesKey, requestPolicy])

  return {
    pages: results.flatMap(({ data }) => (data === undefined ? [] : [data])),
    isFetching: results.length !== variables.length,
    error: results.find(({ error }) => error !== undefined)?.error,
  }
}
