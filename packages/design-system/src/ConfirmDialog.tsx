// Asks before something that cannot be taken back.

import { Button, TextInput } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import { useTexts } from './DesignSystemProvider.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  /** A word that has to be typed first, exactly, and what says so. */
  typed?: { word: string; label: string }
  isDangerous?: boolean
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog({ isOpen, title, onClose, ...question }: ConfirmDialogProps) {
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onClose}>
      {/* Drawn only while it is open, so that nothing typed earlier waits in it. */}
      <Question {...question} onClose={onClose} />
    </Dialog>
  )
}

function Question(props: Omit<ConfirmDialogProps, 'isOpen' | 'title'>) {
  const texts = useTexts()
  const formId = useId()
  const [word, setWord] = useState('')
  const { typed } = props
  const isMissing = typed !== undefined && word !== typed.word
  return (
    <>
      {props.children}
      {typed !== undefined && (
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault()
            if (!isMissing) props.onConfirm()
          }}
        >
          <TextInput
            mt="md"
            label={typed.label}
            value={word}
            data-autofocus
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => setWord(event.currentTarget.value)}
          />
        </form>
      )}
      <DialogActions>
        <Button variant="default" onClick={props.onClose}>
          {texts.cancel}
        </Button>
        <Button
          data-autofocus={typed === undefined || undefined}
          color={props.isDangerous === true ? 'danger' : 'brand'}
          disabled={isMissing}
          loading={props.isBusy === true}
          {...(typed === undefined ? { onClick: props.onConfirm } : { type: 'submit', form: formId })}
        >
          {props.confirmLabel}
        </Button>
      </DialogActions>
    </>
  )
}
