// Copies a text and says so for a moment.

import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from './DesignSystemProvider.tsx'
import { useCopy } from './use-copy.ts'

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
  const { isCopied, copy } = useCopy()
  const preview = {
    onMouseEnter: () => onPreview?.(true),
    onMouseLeave: () => onPreview?.(false),
    onFocus: () => onPreview?.(true),
    onBlur: () => onPreview?.(false),
  }
  const mark = isCopied ? <IconCheck size={16} /> : (icon ?? <IconCopy size={16} />)
  const colour = isCopied ? 'success' : 'gray'
  const announced = isCopied ? texts.copied : label

  return look === 'button' ? (
    <Button
      {...preview}
      variant={isCopied ? 'light' : 'default'}
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
