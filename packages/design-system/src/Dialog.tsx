// A window over the page: something to fill in, to read or to decide.

import { Group, Modal } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTexts } from './DesignSystemProvider.tsx'
import { giveFocusBack, lastPlace } from './kept-focus.ts'

interface DialogProps {
  isOpen: boolean
  title: string
  children: ReactNode
  /** Holds something that is shown only now: closes by its own buttons alone. */
  isSticky?: boolean
  onClose: () => void
}

export function Dialog({ isOpen, title, children, isSticky = false, onClose }: DialogProps) {
  const texts = useTexts()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      returnFocus={false}
      title={title}
      withCloseButton={!isSticky}
      closeOnClickOutside={!isSticky}
      closeOnEscape={!isSticky}
      closeButtonProps={{ 'aria-label': texts.close }}
      styles={{ title: { fontWeight: 600, fontSize: '1rem', lineHeight: 1.35 } }}
    >
      <FocusReturn />
      {children}
    </Modal>
  )
}

/** Stands in the dialog for as long as that is drawn. What opened it has the focus again afterwards. */
function FocusReturn() {
  const [opener] = useState(lastPlace)
  useEffect(() => {
    return () => {
      if (opener !== undefined) giveFocusBack(opener)
    }
  }, [opener])
  return null
}

/** The buttons at its foot. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" mt="lg" gap="xs">
      {children}
    </Group>
  )
}
