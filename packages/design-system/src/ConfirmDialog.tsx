// Asks before something that cannot be taken back.

import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from './DesignSystemProvider.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  isDangerous?: boolean
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const texts = useTexts()
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ 'aria-label': texts.close }}
      styles={{ title: { fontWeight: 600, fontSize: '1rem', lineHeight: 1.35 } }}
    >
      {props.children}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={props.onClose}>
          {texts.cancel}
        </Button>
        <Button
          data-autofocus
          color={props.isDangerous === true ? 'danger' : 'brand'}
          loading={props.isBusy === true}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}
