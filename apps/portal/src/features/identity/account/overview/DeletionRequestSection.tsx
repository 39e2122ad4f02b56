// Asking for the deletion of the account: people at the other end do it, so that it can still be taken back.

import {
  ActionButton,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  NoticeBanner,
  Section,
  Stack,
  Text,
  Textarea,
  notify,
} from '@farport/design-system'
import { deletionReasons, deletionTextLengthMax, isDeletionRequestComplete } from '@farport/vocabulary'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuthProblem } from '../../../../api/auth-problem.ts'
import { account, type DeletionRequest } from '../account-calls.ts'
import { useProven } from '../prove/proof-context.ts'
import { useAccountProblemText } from '../use-problem-texts.ts'

export function DeletionRequestSection() {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const [wasSent, setWasSent] = useState(false)
  return (
    <Section
      title={t('account.deletion')}
      description={t('account.deletionHint')}
      end={
        <Button variant="light" color="danger" onClick={() => setIsAsking(true)}>
          {t('account.deletionOpen')}
        </Button>
      }
    >
      {wasSent && (
        <NoticeBanner tone="success" title={t('account.deletionSent')}>
          {t('account.deletionDays')}
        </NoticeBanner>
      )}
      <Dialog isOpen={isAsking} title={t('account.deletionTitle')} onClose={() => setIsAsking(false)}>
        <DeletionForm
          onSent={() => {
            setWasSent(true)
            setIsAsking(false)
            notify.success(t('account.deletionSent'))
          }}
          onCancel={() => setIsAsking(false)}
        />
      </Dialog>
    </Section>
  )
}

function DeletionForm({ onSent, onCancel }: { onSent: () => void; onCancel: () => void }) {
  const { t } = useTranslation()
  const proven = useProven()
  const textOf = useAccountProblemText()
  const [request, setRequest] = useState<DeletionRequest>({ reasons: [], text: '', mayContact: false })
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<AuthProblem | undefined>(undefined)
  const change = (part: Partial<DeletionRequest>) => setRequest({ ...request, ...part })

  const send = async () => {
    setIsBusy(true)
    const answer = await proven(() => account.requestDeletion(request))
    setIsBusy(false)
    if (answer.ok) onSent()
    else setRefusal(answer.refusal)
  }

  return (
    <Stack gap="sm">
      <Text>{t('account.deletionText')}</Text>
      <Checkbox.Group
        label={t('account.deletionWhy')}
        value={[...request.reasons]}
        onChange={(chosen) => change({ reasons: deletionReasons.filter((reason) => chosen.includes(reason)) })}
      >
        <Stack gap={7} mt={6}>
          {deletionReasons.map((reason) => (
            <Checkbox key={reason} value={reason} label={t(`account.deletionReason.${reason}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Textarea
        label={t('account.deletionOther')}
        value={request.text}
        maxLength={deletionTextLengthMax}
        rows={3}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <Checkbox
        label={t('account.deletionContact')}
        checked={request.mayContact}
        onChange={(event) => change({ mayContact: event.currentTarget.checked })}
      />
      <Text size="sm" c="dimmed">
        {t('account.deletionDays')}
      </Text>
      {refusal !== undefined && <NoticeBanner tone="danger">{textOf(refusal)}</NoticeBanner>}
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          {t('shell.cancel')}
        </Button>
        <ActionButton
          color="danger"
          loading={isBusy}
          refusal={isDeletionRequestComplete(request) ? undefined : t('account.deletionReasonMissing')}
          onClick={() => void send()}
        >
          {t('account.deletionSend')}
        </ActionButton>
      </DialogActions>
    </Stack>
  )
}
