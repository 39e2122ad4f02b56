// One service in the panel of its device.

import { Chip, ListRow, StatusDot } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ServiceFieldsFragment } from '#graphql'
import { useNow } from '../../i18n/use-format.ts'
import { paths } from '../../paths.ts'
import { serviceState, serviceStateText, serviceTone, type Activity } from './service-state.ts'
import { ServiceTypeIcon } from './service-types.tsx'

interface ServiceRowProps {
  deviceId: string
  service: ServiceFieldsFragment
  activity: Activity | undefined
  hasError: boolean
  isSelected: boolean
}

export function ServiceRow({ deviceId, service, activity, hasError, isSelected }: ServiceRowProps) {
  const { t } = useTranslation()
  const state = serviceState(service, activity, useNow(1000))
  const isUnderWay = ['starting', 'connecting', 'disconnecting', 'stopping'].includes(state)
  const isInUse = state === 'connected' || state === 'ready'
  return (
    <ListRow
      component={Link}
      to={paths.serviceConnect(deviceId, service.id)}
      isSelected={isSelected}
      isDimmed={state === 'offline'}
      mark={<ServiceTypeIcon application={service.application} />}
      title={service.name}
      detail={`${service.host}:${service.port}`}
      end={
        isInUse || isUnderWay || !service.enabled ? (
          <Chip tone={service.enabled ? serviceTone[state] : 'neutral'}>
            {t(service.enabled ? serviceStateText[state] : 'services.disabled')}
          </Chip>
        ) : (
          <StatusDot tone={hasError ? 'danger' : serviceTone[state]} label={t(serviceStateText[state])} />
        )
      }
    />
  )
}
