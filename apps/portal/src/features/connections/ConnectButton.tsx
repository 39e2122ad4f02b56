// The one wide button of a service.

import { ActionButton, Loader, toneColour } from '@farport/design-system'
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import css from './ConnectPanel.module.css'
import { connectButtonView, type ConnectFacts } from './connect-button.ts'

interface ConnectButtonProps extends ConnectFacts {
  onConnect: () => void
  onDisconnect: () => void
}

export function ConnectButton({ onConnect, onDisconnect, ...facts }: ConnectButtonProps) {
  const { t } = useTranslation()
  const view = connectButtonView(facts)
  const refusal = view.refusal && ('text' in view.refusal ? view.refusal.text : t(view.refusal.key))
  const mark = () => {
    if (view.isBusy) return <Loader size={16} color="currentColor" aria-hidden />
    if (view.press === 'connect') return <IconPlayerPlayFilled size={15} aria-hidden />
    return view.press === 'disconnect' ? <IconPlayerStopFilled size={15} aria-hidden /> : undefined
  }
  return (
    <>
      <ActionButton
        fullWidth
        size="md"
        variant={view.look}
        color={toneColour[view.tone]}
        refusal={refusal}
        leftSection={mark()}
        aria-busy={view.isBusy}
        onClick={() => {
          if (view.press === 'connect') onConnect()
          if (view.press === 'disconnect') onDisconnect()
        }}
      >
        {t(view.label)}
      </ActionButton>
      {refusal !== undefined && <p className={css['refusal']}>{refusal}</p>}
    </>
  )
}
