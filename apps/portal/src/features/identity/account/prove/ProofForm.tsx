// One way to prove who is there: what it asks for, what would do instead, and the buttons.

import { Button, DialogActions, Stack } from '@farport/design-system'
import { useId, type ReactNode, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'

/** What every way gets. */
export interface ProofWayProps {
  /** Links to the other ways. */
  others: ReactNode
  onProven: () => void
  onClose: () => void
}

interface ProofFormProps extends Pick<ProofWayProps, 'others' | 'onClose'> {
  children: ReactNode
  submitLabel: string
  isBusy: boolean
  /** There is nothing to type: the button itself is next. */
  isButtonFirst?: boolean
  onSubmit: () => Promise<void>
}

export function ProofForm({ children, others, onClose, submitLabel, isBusy, isButtonFirst, onSubmit }: ProofFormProps) {
  const { t } = useTranslation()
  const formId = useId()

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // Dialogs are drawn elsewhere, but their events come by the page they belong to, which may be a form.
    event.stopPropagation()
    if (!isBusy) void onSubmit()
  }

  return (
    <>
      <form id={formId} onSubmit={submit} noValidate>
        <Stack gap="sm">
          {children}
          {others}
        </Stack>
      </form>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button
          type="submit"
          form={formId}
          loading={isBusy}
          data-autofocus={isButtonFirst}
          autoFocus={isButtonFirst === true}
        >
          {submitLabel}
        </Button>
      </DialogActions>
    </>
  )
}
