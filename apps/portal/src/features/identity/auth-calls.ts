// The calls of signing in and up, and of what belongs to them.

import type {
  ChallengeAnswer,
  ChallengeReply,
  DeviceRequest,
  ProviderId,
  ProviderList,
  ProviderSignUp,
  RecoveryReply,
  SamlAnswer,
  SessionAnswer,
  SignInAnswer,
} from '@farport/contract'
import { authGet, authPost } from '../../api/auth-http.ts'

interface Credentials {
  email: string
  password: string
}

export const auth = {
  session: () => authGet<SessionAnswer | null>('get-session'),
  signOut: () => authPost('sign-out'),

  checkSaml: (username: string) => authPost<SamlAnswer>('checkSaml', { username }),
  providers: () => authGet<ProviderList>('providers'),
  signIn: (body: Credentials & { rememberMe: boolean }) => authPost<SignInAnswer>('sign-in/email', body),

  passkeyOptions: () => authPost('sign-in/passkey/options'),
  signInByPasskey: (response: unknown, rememberMe: boolean) =>
    authPost<SignInAnswer>('sign-in/passkey', { response, rememberMe }),

  challenge: () => authGet<ChallengeAnswer>('sign-in/challenge'),
  answerChallenge: (reply: ChallengeReply) => authPost<SignInAnswer>('sign-in/challenge', reply),
  resendChallenge: () => authPost<ChallengeAnswer>('sign-in/challenge/resend'),
  cancelChallenge: () => authPost('sign-in/challenge/cancel'),

  startRecovery: (email: string) => authPost<ChallengeAnswer>('recovery/start', { email }),
  verifyRecovery: (reply: RecoveryReply) => authPost<SignInAnswer>('recovery/verify', reply),

  captcha: () => authGet('captcha'),
  signUp: (body: Credentials & { captcha: string; acceptTerms: true }) => authPost('sign-up/email', body),
  /** With the token of the mailed link, in another browser than the one where the account was made. */
  verifyWithPassword: (body: { token: string; password: string }) =>
    authPost('verify-email', { ...body, acceptTerms: true }),
  /** Of a newcomer who came by a provider. */
  providerSignUp: () => authGet<ProviderSignUp>('provider-sign-up'),
  finishProviderSignUp: (code: string) => authPost<SignInAnswer>('provider-sign-up', { code, acceptTerms: true }),
  sendVerification: (email: string) => authPost('send-verification-email', { email }),

  forgotPassword: (email: string) => authPost('forgot-password', { email }),
  resetPassword: (body: Credentials & { code: string }) => authPost('forgot-password/verify', body),
  changePassword: (body: { currentPassword: string; password: string }) => authPost('change-password', body),

  openWelcome: (token: string) => authPost('welcome/open', { token }),
  finishWelcome: (body: Credentials) => authPost('welcome', body),

  deviceRequest: (userCode: string) => authGet<DeviceRequest>(`device?userCode=${encodeURIComponent(userCode)}`),
  answerDevice: (userCode: string, isAllowed: boolean) =>
    authPost(isAllowed ? 'device/approve' : 'device/deny', { userCode }),
}

/** Where the way through a provider begins; it is gone to, not called. */
export function providerAddress(id: ProviderId, way: { next: string | undefined; rememberMe: boolean }): string {
  const query = new URLSearchParams({
    ...(way.next === undefined ? {} : { next: way.next }),
    rememberMe: way.rememberMe ? '1' : '0',
  })
  return `/auth/v1/provider/${id}/start?${query}`
}
