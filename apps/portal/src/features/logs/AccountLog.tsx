// The log of the whole account.

import { useState } from 'react'
import { AccountLogDocument } from '#graphql'
import { useQueryPages } from '../../api/use-query-pages.ts'
import { logView } from './log-view.ts'
import css from './LogList.module.css'
import { LogList } from './LogList.tsx'
import { limits } from '@farport/vocabulary'

export function AccountLog() {
  const [afters, setAfters] = useState<readonly (string | null)[]>([null])
  const { pages, error, isFetching } = useQueryPages({
    query: AccountLogDocument,
    variables: afters.map((after) => ({ after, size: limits.eventPageSize })),
  })
  const view = logView(
    pages.map(({ login }) => login.account.events),
    error !== undefined,
  )
  return (
    <div className={css['scroll']}>
      <LogList
        view={view}
        error={error}
        isFetching={isFetching}
        onMore={(after) => setAfters((known) => [...known, after])}
      />
    </div>
  )
}
