// One device of the list: state, name, its services, when it was last seen.

import { devicePlatformOf } from '@farport/vocabulary'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat, useNow } from '../../i18n/use-format.ts'
import { paths } from '../../paths.ts'
import type { DeviceItem } from './device-list.ts'
import { DeviceMark } from './DeviceMark.tsx'
import css from './DeviceRow.module.css'

export function DeviceRow({ device, services }: { device: DeviceItem; services: ReactNode }) {
  return (
    <li className={css['item']}>
      <Link className={css['row']} to={paths.device(device.id)}>
        <DeviceMark device={device} />
        <span className={css['name']} data-offline={device.state !== 'active' || undefined}>
          {device.name}
        </span>
        <span className={css['platform']}>{devicePlatformOf(device.platform).name}</span>
        <span className={css['seen']}>
          <LastSeen device={device} />
        </span>
      </Link>
      <div className={css['services']}>{services}</div>
    </li>
  )
}

/** What the columns of the rows are. The rows say it themselves to a screen reader. */
export function DeviceColumns() {
  const { t } = useTranslation()
  return (
    <div className={css['columns']} aria-hidden>
      <span>{t('devices.name')}</span>
      <span>{t('devices.services')}</span>
      <span>{t('devices.fact.platform')}</span>
      <span>{t('devices.lastSeen')}</span>
    </div>
  )
}

function LastSeen({ device }: { device: DeviceItem }) {
  const { t } = useTranslation()
  const format = useFormat()
  const nowMs = useNow(60_000)
  if (device.state === 'active') return t('devices.onlineNow')
  const since = device.endpoint?.offlineSince ?? device.lastReported
  return since === null ? t('devices.neverSeen') : t('shell.timeAgo', { time: format.age(nowMs - Date.parse(since)) })
}
