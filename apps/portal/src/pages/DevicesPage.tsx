// /devices: all devices of the account, live.

import { Button, EmptyState, ErrorState, Panel, RowSkeletons } from '@farport/design-system'
import { IconDevices, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { DeviceListDocument } from '#graphql'
import { useProblemText } from '../api/use-problem-text.ts'
import { useQueryPages } from '../api/use-query-pages.ts'
import {
  deviceListView,
  pageVariables,
  parseFilter,
  type DeviceFilter,
  type DeviceListView,
} from '../features/devices/device-list.ts'
import { DeviceColumns, DeviceRow } from '../features/devices/DeviceRow.tsx'
import { DeviceToolbar } from '../features/devices/DeviceToolbar.tsx'
import { useSession } from '../features/identity/index.ts'
import { ServiceBadges } from '../features/services/ServiceBadges.tsx'
import { paths } from '../paths.ts'
import css from './DevicesPage.module.css'

export function DevicesPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const filter = parseFilter(search)
  const filterKey = JSON.stringify(filter)
  // Another question starts with one page again.
  const [paging, setPaging] = useState({ filterKey, pageCount: 1 })
  const pageCount = paging.filterKey === filterKey ? paging.pageCount : 1

  const { pages, error, isFetching } = useQueryPages({
    query: DeviceListDocument,
    variables: pageVariables(filter, pageCount),
  })
  const view = deviceListView({ pages, hasError: error !== undefined }, filter)
  const problemText = useProblemText()

  const change = (part: Partial<DeviceFilter>) => {
    const next = { ...filter, ...part }
    setSearch({
      ...(next.text === '' ? {} : { q: next.text }),
      ...(next.state === 'all' ? {} : { state: next.state }),
      ...(next.sort === 'state,name' ? {} : { sort: next.sort }),
    })
  }

  return (
    <Panel label={t('shell.devices')}>
      {view.kind !== 'empty' && <DeviceToolbar filter={filter} count={countText(view)} onChange={change} />}
      <div className={css['scroll']}>{content(view)}</div>
      {view.kind === 'list' && (
        <Link to={paths.add()} className={css['add']} aria-label={t('devices.add')}>
          <IconPlus size={24} />
        </Link>
      )}
    </Panel>
  )

  function countText(shown: DeviceListView): string | undefined {
    return shown.kind === 'list' ? t('devices.shown', { shown: shown.devices.length, total: shown.total }) : undefined
  }

  function content(shown: DeviceListView) {
    switch (shown.kind) {
      case 'loading':
        return <RowSkeletons count={8} label={t('shell.loading')} />
      case 'failed':
        return <LoadFailed hint={error === undefined ? '' : problemText(error)} />
      case 'empty':
        return <NoDevices />
      case 'nothing-found':
        return (
          <EmptyState
            icon={<IconSearchOff size={28} stroke={1.6} />}
            title={t(shown.because === 'search' ? 'devices.searchEmpty' : 'devices.filterEmpty')}
            action={
              <Button variant="default" onClick={() => setSearch({})}>
                {t(shown.because === 'search' ? 'devices.clearSearch' : 'devices.showAll')}
              </Button>
            }
          />
        )
      case 'list':
        return (
          <>
            <DeviceColumns />
            <ul className={css['list']}>
              {shown.devices.map((device) => (
                <DeviceRow
                  key={device.id}
                  device={device}
                  services={<ServiceBadges deviceId={device.id} services={device.services} />}
                />
              ))}
            </ul>
            {shown.hasMore && (
              <div className={css['more']}>
                <Button
                  variant="default"
                  loading={isFetching}
                  onClick={() => setPaging({ filterKey, pageCount: pageCount + 1 })}
                >
                  {t('shell.loadMore')}
                </Button>
              </div>
            )}
          </>
        )
    }
  }
}

function NoDevices() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconDevices size={28} stroke={1.6} />}
      title={t('devices.empty')}
      hint={t('devices.emptyHint')}
      action={
        <Button component={Link} to={paths.add()} leftSection={<IconPlus size={16} />}>
          {t('devices.add')}
        </Button>
      }
    />
  )
}

function LoadFailed({ hint }: { hint: string }) {
  const { t } = useTranslation()
  const { api } = useSession()
  return (
    <ErrorState
      title={t('devices.loadFailed')}
      hint={hint}
      action={
        <Button variant="default" onClick={() => api.refresh()}>
          {t('shell.tryAgain')}
        </Button>
      }
    />
  )
}
