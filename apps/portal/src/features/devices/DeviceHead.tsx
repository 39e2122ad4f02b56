// The top of a device's panel: its state, its name to edit in place, what is wrong with it, its views.

import { Chip, EditableText, NoticeBanner } from '@farport/design-system'
import { limits } from '@farport/vocabulary'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useMutation } from 'urql'
import { RenameDocument, type DeviceFieldsFragment } from '#graphql'
import { useNotifyProblem } from '../../api/use-problem-text.ts'
import { useFormat, useNow } from '../../i18n/use-format.ts'
import { paths } from '../../paths.ts'
import { deviceStatus, recentChange, statusText, statusTone } from './device-status.ts'
import css from './DeviceHead.module.css'
import { DeviceMark } from './DeviceMark.tsx'

export function DeviceHead({ device }: { device: DeviceFieldsFragment }) {
  const { t } = useTranslation()
  const status = deviceStatus(device)
  const { rename } = device.viewerCan
  const notifyProblem = useNotifyProblem()
  const [, renameDevice] = useMutation(RenameDocument)

  return (
    <header className={css['head']}>
      <div className={css['name']}>
        <DeviceMark device={device} size={14} />
        <h2>
          <EditableText
            value={device.name}
            label={t('devices.rename')}
            lengthMax={limits.nameLengthMax}
            refusal={rename.allowed ? undefined : (rename.reason ?? t('devices.mayNot'))}
            onSave={(name) => void renameDevice({ id: device.id, name }).then(notifyProblem)}
          />
        </h2>
        <Chip tone={statusTone[status]}>{t(statusText[status])}</Chip>
      </div>
      <DeviceNotice device={device} />
      <DeviceViews deviceId={device.id} />
    </header>
  )
}

function DeviceNotice({ device }: { device: DeviceFieldsFragment }) {
  const { t } = useTranslation()
  const format = useFormat()
  const nowMs = useNow(30_000)
  const change = recentChange(device.endpoint, device.state, nowMs)

  if (device.license === 'UNLICENSED') return <NoticeBanner tone="warning">{t('devices.unlicensedTitle')}</NoticeBanner>
  if (device.state === 'inactive') {
    const since = device.endpoint?.offlineSince ?? device.lastReported
    return (
      <NoticeBanner tone="neutral" title={t('devices.offlineTitle')}>
        {since === null
          ? t('devices.offlineNever')
          : t('devices.offlineSince', { time: format.age(nowMs - Date.parse(since)) })}
      </NoticeBanner>
    )
  }
  return change === undefined ? null : (
    <p className={css['change']}>{t('devices.onlineAgo', { time: format.age(nowMs - change.sinceMs) })}</p>
  )
}

function DeviceViews({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const views = [
    { path: paths.deviceDetails(deviceId), label: t('devices.details') },
    { path: paths.deviceEdit(deviceId), label: t('devices.edit') },
    { path: paths.deviceLogs(deviceId), label: t('devices.logs') },
  ]
  return (
    <nav className={css['views']} aria-label={t('devices.viewLabel')}>
      {views.map(({ path, label }) => (
        <Link key={path} to={path} aria-current={pathname === path ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
