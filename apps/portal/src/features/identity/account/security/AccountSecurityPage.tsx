// /account/security: password, second factor, passkeys, providers, and where the person is signed in.

import { Panel, PanelBody } from '@farport/design-system'
import { account } from '../account-calls.ts'
import { useCall } from '../use-call.ts'
import { PasskeysSection } from './PasskeysSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { ProvidersSection } from './ProvidersSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { TwoFactorSection } from './TwoFactorSection.tsx'

export function AccountSecurityPage() {
  const [passkeys, reloadPasskeys] = useCall(account.passkeys)
  const [sessions, reloadSessions] = useCall(account.sessions)
  const hasPasskey = passkeys.kind === 'loaded' && passkeys.data.passkeys.length > 0
  return (
    <Panel>
      <PanelBody isNarrow>
        {/* A new password ends the sessions elsewhere. */}
        <PasswordSection onChanged={() => void reloadSessions()} />
        <TwoFactorSection hasPasskey={hasPasskey} />
        <PasskeysSection state={passkeys} onReload={reloadPasskeys} />
        <ProvidersSection />
        <SessionsSection state={sessions} onReload={reloadSessions} />
      </PanelBody>
    </Panel>
  )
}
