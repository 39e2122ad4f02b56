// A secret that is covered until somebody wants to see it, and can be copied without being seen.

import { ActionIcon, Tooltip } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { CopyButton } from './CopyButton.tsx'
import css from './SecretText.module.css'

interface SecretTextProps {
  value: string
  /** What it is, as in "Secret". */
  label: string
  /** Shows the label above it. */
  isLabelled?: boolean
  revealLabel: string
  coverLabel: string
  copyLabel: string
}

/** Covered secrets look alike, however long they are. */
const cover = '•'.repeat(24)

export function SecretText(props: SecretTextProps) {
  const { value, label, isLabelled = false, revealLabel, coverLabel, copyLabel } = props
  const [isRevealed, setIsRevealed] = useState(false)
  const action = isRevealed ? coverLabel : revealLabel
  return (
    <div role="group" aria-label={label}>
      {isLabelled && <div className={css['label']}>{label}</div>}
      <div className={css['box']}>
        <span className={css['value']} data-covered={!isRevealed || undefined}>
          {isRevealed ? value : <span aria-hidden>{cover}</span>}
        </span>
        <Tooltip label={action}>
          <ActionIcon aria-label={action} aria-pressed={isRevealed} onClick={() => setIsRevealed(!isRevealed)}>
            {isRevealed ? <IconEyeOff size={17} /> : <IconEye size={17} />}
          </ActionIcon>
        </Tooltip>
        <CopyButton value={value} label={copyLabel} />
      </div>
    </div>
  )
}
