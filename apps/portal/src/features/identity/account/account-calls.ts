// The REST calls about a person's own account.

import type {
  EmailAnswer,
  MfaMethod,
  MfaPref,
  PasskeyEntry,
  PasskeyList,
  ProofText,
  ProofWays,
  ProviderId,
  ProviderLinks,
  SessionList,
  TotpSetup,
} from '@farport/contract'
import type { DeletionReason } from '@farport/vocabulary'
import { authGet, authPost, userPost } from '../../../api/auth-http.ts'

/** One of them shows that it is the person; `response` is a passkey's. */
export type Proof = { password: string } | { code: string } | { response: unknown }

export interface DeletionRequest {
  reasons: readonly DeletionReason[]
  text: string
  mayContact: boolean
}

export const account = {
  proofWays: () => authGet<ProofWays>('prove'),
  prove: (proof: Proof) => authPost('prove', proof),
  sendProofText: () => authPost<ProofText>('prove/text'),
  proofPasskeyOptions: () => authPost('prove/passkey/options'),

  changeEmail: (email: string) => userPost('email/', { email }),
  confirmEmail: (token: string) => authPost<EmailAnswer>('change-email', { token }),
  restoreEmail: (token: string) => authPost<EmailAnswer>('restore-email', { token }),
  requestDeletion: (request: DeletionRequest) => authPost('account-deletion', request),

  mfaPref: () => authGet<MfaPref>('mfaPref'),
  setMfaMethod: (method: MfaMethod) => authPost<MfaPref>('mfaPref', { method }),
  beginTotp: () => authPost<TotpSetup>('mfa/totp'),
  verifyTotp: (code: string) => authPost<MfaPref>('mfa/totp/verify', { code }),
  setPhone: (phone: string) => authPost<MfaPref>('mfa/phone', { phone }),
  verifyPhone: (code: string) => authPost<MfaPref>('mfa/phone/verify', { code }),
  renewBackupCode: () => authPost<MfaPref>('mfa/backup-code'),

  passkeys: () => authGet<PasskeyList>('passkeys'),
  passkeyOptions: () => authPost('passkeys/options'),
  addPasskey: (passkey: { name: string; response: unknown }) => authPost<PasskeyEntry>('passkeys', passkey),
  renamePasskey: (change: { id: string; name: string }) => authPost('passkeys/rename', change),
  deletePasskey: (id: string) => authPost('passkeys/delete', { id }),

  providerLinks: () => authGet<ProviderLinks>('provider-links'),
  unlinkProvider: (id: string) => authPost('provider-links/remove', { id }),

  sessions: () => authGet<SessionList>('sessions'),
  endSession: (id: string) => authPost('sessions/end', { id }),
  signOutEverywhere: () => authPost('globalSignout'),
}

/** Where adding a provider begins; it is gone to, not called. It leads back to the page on security. */
export function linkProviderAddress(id: ProviderId): string {
  return `/auth/v1/provider/${id}/start?link=1`
}
