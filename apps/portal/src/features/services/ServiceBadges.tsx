// The services of a device in its row: six at most, each with its state, each a way to its page.

import { Chip } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ServiceFieldsFragment } from '#graphql'
import { useNow } from '../../i18n/use-format.ts'
import { paths } from '../../paths.ts'
import { serviceState, serviceStateText, serviceTone, startingMs } from './service-state.ts'
import css from './ServiceBadges.module.css'

const badgesMax = 6

interface ServiceBadgesProps {
  deviceId: string
  services: readonly ServiceFieldsFragment[]
}

export function ServiceBadges({ deviceId, services }: ServiceBadgesProps) {
  const { t } = useTranslation()
  const nowMs = useNow(startingMs)
  const hidden = services.slice(badgesMax)
  return (
    <span className={css['badges']}>
      {services.slice(0, badgesMax).map((service) => {
        const state = serviceState(service, undefined, nowMs)
        return (
          <Link
            key={service.id}
            to={paths.serviceConnect(deviceId, service.id)}
            className={css['badge']}
            aria-label={`${service.name}: ${t(serviceStateText[state])}`}
          >
            <Chip tone={serviceTone[state]} isStruck={state === 'offline'} title={t(serviceStateText[state])}>
              {service.name}
            </Chip>
          </Link>
        )
      })}
      {hidden.length > 0 && (
        <Chip title={t('devices.moreServices', { count: hidden.length })}>
          {t('services.more', { count: hidden.length })}
        </Chip>
      )}
    </span>
  )
}
