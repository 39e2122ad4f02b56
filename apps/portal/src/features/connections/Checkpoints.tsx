// What has to be there for a connection, one by one.

import { Chip, SectionTitle, VisuallyHidden } from '@farport/design-system'
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CheckpointName, SessionState } from '#graphql'
import { checkpointText, stateText, stateTone } from './path-words.ts'
import css from './SessionWay.module.css'

interface CheckpointsProps {
  health: { state: SessionState; checkpoints: readonly { name: CheckpointName; passed: boolean | null }[] }
}

const marks = {
  yes: { Icon: IconCircleCheck, text: 'connections.checkpoint.yes' },
  no: { Icon: IconCircleX, text: 'connections.checkpoint.no' },
  unknown: { Icon: IconCircleDashed, text: 'connections.checkpoint.unknown' },
} as const

export function Checkpoints({ health: { state, checkpoints } }: CheckpointsProps) {
  const { t } = useTranslation()
  return (
    <>
      <SectionTitle end={<Chip tone={stateTone[state]}>{t(stateText[state])}</Chip>}>
        {t('connections.checkpoint.title')}
      </SectionTitle>
      <ul className={css['checkpoints']}>
        {checkpoints.map(({ name, passed }) => {
          const answer = passed === null ? 'unknown' : passed ? 'yes' : 'no'
          const { Icon, text } = marks[answer]
          return (
            <li key={name} className={css['checkpoint']} data-passed={answer}>
              <span className={css['mark']} data-passed={answer} title={t(text)}>
                <Icon size={18} aria-hidden />
              </span>
              {t(checkpointText[name])}
              <VisuallyHidden>{t(text)}</VisuallyHidden>
            </li>
          )
        })}
      </ul>
    </>
  )
}
