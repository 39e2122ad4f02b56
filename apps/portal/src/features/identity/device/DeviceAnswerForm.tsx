// Says who asks, from where, and lets the person decide.

import { Button, Group, KeyValueRows, NoticeBanner, Stack } from '@farport/design-system'
import type { DeviceRequest } from '@farport/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { useProven } from '../account/prove/proof-context.ts'
import { auth } from '../auth-calls.ts'
import { GuestPage } from '../guest/GuestPage.tsx'
import { ProblemNotice } from '../guest/ProblemNotice.tsx'
import { useViewer } from '../session.tsx'
import type { ToldProblem } from '../use-refusal-text.ts'

interface DeviceAnswerFormProps {
  code: string
  request: DeviceRequest
  onAnswered: (isAllowed: boolean) => void
}

export function DeviceAnswerForm({ code, request, onAnswered }: DeviceAnswerFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const proven = useProven()
  const { email } = useViewer()
  const [busy, setBusy] = useState<'approve' | 'deny' | undefined>(undefined)
  const [problem, setProblem] = useState<ToldProblem | undefined>(undefined)

  const answer = async (isAllowed: boolean) => {
    setProblem(undefined)
    setBusy(isAllowed ? 'approve' : 'deny')
    const done = await proven(() => auth.answerDevice(code, isAllowed))
    setBusy(undefined)
    if (done.ok) onAnswered(isAllowed)
    else if (done.refusal.code !== 'PROOF_NEEDED') setProblem(done.refusal)
  }

  return (
    <GuestPage
      title={t('program.deviceAskTitle', { client: request.client })}
      hint={t('program.deviceAskHint', { email })}
    >
      <Stack gap="md" mt="lg">
        <ProblemNotice problem={problem} />
        <KeyValueRows
          rows={[
            { label: t('program.deviceCode'), value: code, isMonospaced: true },
            { label: t('program.deviceClient'), value: request.client },
            { label: t('program.devicePlace'), value: request.place },
            { label: t('program.deviceAddress'), value: request.address, isMonospaced: true },
            { label: t('program.deviceAsked'), value: format.moment(request.created) },
          ]}
        />
        <NoticeBanner tone="warning">{t('program.deviceWarning')}</NoticeBanner>
        <Group grow>
          <Button
            variant="default"
            size="md"
            fz="sm"
            loading={busy === 'deny'}
            disabled={busy === 'approve'}
            onClick={() => void answer(false)}
          >
            {t('program.deny')}
          </Button>
          <Button
            size="md"
            fz="sm"
            loading={busy === 'approve'}
            disabled={busy === 'deny'}
            onClick={() => void answer(true)}
          >
            {t('program.approve')}
          </Button>
        </Group>
      </Stack>
    </GuestPage>
  )
}
