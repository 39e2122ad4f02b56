// Copies a text and says so for a moment.

import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from './DesignSystemProvider.tsx'

export const copyFeedbackMs = 1500

interface CopyButtonProps {
  value: string
  /** What is copied, as in "Copy host". */
  label: string
  icon?: ReactNode
  /** `icon` shows the label as a tooltip only. */
  look?: 'icon' | 'button'
  onPreview?: (isPreviewed: boolean) => void
}

export function CopyButton({ value, label, icon, look = 'icon', onPreview }: CopyButtonProps) {
  const texts = useTexts()
  const { copied, copy } = useClipboard({ timeout: copyFeedbackMs })
  const preview = {
    onMouseEnter: () => onPreview?.(true),
    onMouseLeave: () => onPreview?.(false),
    onFocus: () => onPreview?.(true),
    onBlur: () => onPreview?.(false),
  }
  const mark = copied ? <IconCheck size={16} /> : (icon ?? <IconCopy size={16} />)
  const colour = copied ? 'success' : 'gray'
  const announced = copied ? texts.copied : label

  return look === 'button' ? (
    <Button
      {...preview}
      variant={copied ? 'light' : 'default'}
      color={colour}
      size="xs"
      leftSection={mark}
      onClick={() => copy(value)}
    >
      <span aria-live="polite">{announced}</span>
    </Button>
  ) : (
    <Tooltip label={announced} openDelay={0}>
      <ActionIcon {...preview} variant="subtle" color={colour} aria-label={announced} onClick={() => copy(value)}>
        {mark}
      </ActionIcon>
    </Tooltip>
  )
}
