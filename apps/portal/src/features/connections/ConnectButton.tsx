// The one wide button of a service.

import { ActionButton, Loader, toneColour } from '@farport/design-system'
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
  return (
    <>
      <ActionButton
        fullWidth
        size="md"
        variant={view.look}
        color={toneColour[view.tone]}
        refusal={refusal}
        leftSection={view.isBusy ? <Loader size={16} color="currentColor" aria-hidden /> : undefined}
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
