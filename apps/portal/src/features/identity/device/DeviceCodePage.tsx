// A program that cannot open a browser asks to act for the person: here they say yes or no.

import type { DeviceRequest } from '@farport/contract'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ProveProvider } from '../account/prove/ProveProvider.tsx'
import { DeviceAnswered } from './DeviceAnswered.tsx'
import { DeviceAnswerForm } from './DeviceAnswerForm.tsx'
import { formatDeviceCode } from './device-code.ts'
import { DeviceCodeForm } from './DeviceCodeForm.tsx'

type Step =
  | { kind: 'code' }
  | { kind: 'asked'; code: string; request: DeviceRequest }
  | { kind: 'answered'; isAllowed: boolean; client: string }

export function DeviceCodePage() {
  const [search] = useSearchParams()
  const [step, setStep] = useState<Step>({ kind: 'code' })
  switch (step.kind) {
    case 'code':
      return (
        <DeviceCodeForm
          initialCode={formatDeviceCode(search.get('code') ?? '')}
          onFound={(code, request) => setStep({ kind: 'asked', code, request })}
        />
      )
    case 'asked':
      return (
        <ProveProvider>
          <DeviceAnswerForm
            code={step.code}
            request={step.request}
            onAnswered={(isAllowed) => setStep({ kind: 'answered', isAllowed, client: step.request.client })}
          />
        </ProveProvider>
      )
    case 'answered':
      return <DeviceAnswered isAllowed={step.isAllowed} client={step.client} />
  }
}
