// The log of the whole account.

import { AccountLogDocument } from '#graphql'
import { useQueryPages } from '../../api/use-query-pages.ts'
import { logView } from './log-view.ts'
import { LogList } from './LogList.tsx'
import { useLogPages } from './use-log-pages.ts'

export function AccountLog() {
  const { variables, onMore } = useLogPages()
  const { pages, error, isFetching } = useQueryPages({ query: AccountLogDocument, variables })
  const events = pages.map(({ login }) => login.account.events)
  return <LogList view={logView(events, error !== undefined)} error={error} isFetching={isFetching} onMore={onMore} />
}
