// All that is known of a device.

import { KeyValueRows, PanelBody, SectionTitle } from '@farport/design-system'
import { devicePlatformOf } from '@farport/vocabulary'
import { useTranslation } from 'react-i18next'
import type { DeviceFieldsFragment } from '#graphql'
import { useFormat } from '../../i18n/use-format.ts'
import { deviceDescription } from './device-description.ts'
import { deviceStatus, statusText } from './device-status.ts'

export function DeviceDetails({ device }: { device: DeviceFieldsFragment }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { endpoint } = device
  const isOnline = device.state === 'active'
  const moment = (iso: string | null | undefined) => (iso === null || iso === undefined ? null : format.moment(iso))
  const copied = (label: string, value: string | null | undefined) =>
    value === null || value === undefined || value === ''
      ? {}
      : { isMonospaced: true, copy: { value, label: t('devices.copyFact', { label }) } }

  return (
    <PanelBody isNarrow>
      <SectionTitle>{t('devices.details')}</SectionTitle>
      <KeyValueRows
        rows={[
          { label: t('devices.fact.status'), value: t(statusText[deviceStatus(device)]) },
          { label: t('devices.description'), value: deviceDescription(device) },
          { label: t('devices.fact.onlineSince'), value: isOnline ? moment(endpoint?.onlineSince) : null },
          { label: t('devices.fact.offlineSince'), value: isOnline ? null : moment(endpoint?.offlineSince) },
          { label: t('devices.fact.lastReported'), value: moment(device.lastReported) },
          { label: t('devices.fact.created'), value: moment(device.created) },
          { label: t('devices.fact.owner'), value: device.owner.email },
          {
            label: t('devices.fact.permissions'),
            value: device.permissions.map((permission) => t(`devices.permission.${permission}`)).join(', '),
          },
          { label: t('devices.fact.platform'), value: devicePlatformOf(device.platform).name },
          { label: t('devices.fact.version'), value: device.version },
          {
            label: t('devices.fact.externalAddress'),
            value: endpoint?.externalAddress,
            ...copied(t('devices.fact.externalAddress'), endpoint?.externalAddress),
          },
          {
            label: t('devices.fact.internalAddress'),
            value: endpoint?.internalAddress,
            ...copied(t('devices.fact.internalAddress'), endpoint?.internalAddress),
          },
          {
            label: t('devices.fact.hardwareId'),
            value: device.hardwareId,
            ...copied(t('devices.fact.hardwareId'), device.hardwareId),
          },
          { label: t('devices.fact.id'), value: device.id, ...copied(t('devices.fact.id'), device.id) },
        ]}
      />
    </PanelBody>
  )
}
