// Whether something listens at a host and port, as the device sees it: asked when it is told to, and by forms while
// somebody types.

import { StatusDot, type Tone } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import type { Reachability } from '#graphql'
import type { MessageKey } from '../../i18n/messages.ts'
import css from './PortReachability.module.css'
import { usePortCheck, type PortPlace } from './use-port-check.ts'

const shown: Readonly<Record<Reachability, { tone: Tone; text: MessageKey }>> = {
  INVALID: { tone: 'warning', text: 'services.reach.invalid' },
  SCANNING: { tone: 'neutral', text: 'services.reach.scanning' },
  REACHABLE: { tone: 'success', text: 'services.reach.reachable' },
  UNREACHABLE: { tone: 'danger', text: 'services.reach.unreachable' },
}

export function PortReachability({ place }: { place: PortPlace }) {
  const { t } = useTranslation()
  const check = usePortCheck(place)
  if (check === undefined) return null
  const { tone, text } = shown[check.reachability]
  return (
    <span className={css['reach']} role="status" title={check.message ?? undefined}>
      <span aria-hidden>
        <StatusDot tone={tone} label={t(text)} isPulsing={check.reachability === 'SCANNING'} />
      </span>
      {t(text)}
    </span>
  )
}
