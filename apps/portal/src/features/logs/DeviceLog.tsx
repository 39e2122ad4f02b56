// The log of one device.

import { useState } from 'react'
import { DeviceLogDocument } from '#graphql'
import { useQueryPages } from '../../api/use-query-pages.ts'
import { limits } from '@farport/vocabulary'
import { logView } from './log-view.ts'
import css from './LogList.module.css'
import { LogList } from './LogList.tsx'

export function DeviceLog({ deviceId }: { deviceId: string }) {
  const [afters, setAfters] = useState<readonly (string | null)[]>([null])
  const { pages, error, isFetching } = useQueryPages({
    query: DeviceLogDocument,
    variables: afters.map((after) => ({ deviceId: [deviceId], after, size: limits.eventPageSize })),
  })
  const view = logView(
    pages.flatMap(({ login }) => login.account.device.map(({ events }) => events)),
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
