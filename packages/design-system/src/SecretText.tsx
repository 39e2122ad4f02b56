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
  revealLabel: string
  coverLabel: string
  copyLabel: string
}

/** Covered secrets look alike, however long they are. */
const cover = '•'.repeat(24)

export function SecretText({ value, label, revealLabel, coverLabel, copyLabel }: SecretTextProps) {
  const [isRevealed, setIsRevealed] = useState(false)
  const action = isRevealed ? coverLabel : revealLabel
  return (
    <div className={css['box']} role="group" aria-label={label}>
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
  )
}
