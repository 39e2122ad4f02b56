// The log of one device.

import { DeviceLogDocument } from '#graphql'
import { useQueryPages } from '../../api/use-query-pages.ts'
import { logView } from './log-view.ts'
import { LogList } from './LogList.tsx'
import { useLogPages } from './use-log-pages.ts'

export function DeviceLog({ deviceId }: { deviceId: string }) {
  const { variables, onMore } = useLogPages()
  const { pages, error, isFetching } = useQueryPages({
    query: DeviceLogDocument,
    variables: variables.map((page) => ({ ...page, deviceId: [deviceId] })),
  })
  const events = pages.flatMap(({ login }) => login.account.device.map((device) => device.events))
  return <LogList view={logView(events, error !== undefined)} error={error} isFetching={isFetching} onMore={onMore} />
}
