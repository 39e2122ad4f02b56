// Rules about second factors: what somebody has set up, what may be turned on, and how it is told. Pure.

import { accept, refuse, type Result } from '@farport/basics'
import type { MfaMethod, MfaPref } from '@farport/contract'
import type { SignInRefusal } from '../identity.ts'

export interface SecondFactors {
  method: MfaMethod
  /** In E.164; a code that went there came back. */
  phone: string | undefined
  pendingPhone: PendingPhone | undefined
  sealedTotp: Buffer | undefined
  /** The last step whose code was taken: it and those before are used up. */
  totpStep: number | undefined
  /** Set up, but no code of it came back yet. */
  pendingSealedTotp: Buffer | undefined
  recoveryCodeHash: Buffer | undefined
}

export interface PendingPhone {
  phone: string
  codeHash: Buffer
  expiresAt: Date
  wrongAnswers: number
}

export const noFactors: SecondFactors = {
  method: 'NO_MFA',
  phone: undefined,
  pendingPhone: undefined,
  sealedTotp: undefined,
  totpStep: undefined,
  pendingSealedTotp: undefined,
  recoveryCodeHash: undefined,
}

/** Of one code, before a new one is to be had. */
export const wrongAnswersMax = 5
/** Of the digits in a text message. */
export const textCodeLength = 6
export const textCodeMs = 3 * 60_000
export const phoneCodeMs = 24 * 3_600_000

/** As people copy codes: with spaces between, and in any case. */
export function cleanCode(text: string): string {
  return text.replaceAll(/\s+/g, '').toLowerCase()
}

export function isPhoneCodeGood(pending: PendingPhone, nowMs: number): boolean {
  return pending.expiresAt.getTime() > nowMs && pending.wrongAnswers < wrongAnswersMax
}

export function presentMfaPref(factors: SecondFactors, here: { canSendSms: boolean; nowMs: number }): MfaPref {
  const { method, phone, pendingPhone, sealedTotp, recoveryCodeHash } = factors
  const isPending = pendingPhone !== undefined && pendingPhone.expiresAt.getTime() > here.nowMs
  const pending = isPending ? pendingPhone.phone : null
  return {
    method,
    phone: phone ?? pending,
    phoneVerified: phone !== undefined,
    pendingPhone: phone === undefined ? null : pending,
    totpVerified: sealedTotp !== undefined,
    hasBackupCode: recoveryCodeHash !== undefined,
    canSendSms: here.canSendSms,
  }
}

/** `needsRecoveryCode`: there is none that the person could have kept. */
export type MethodChange =
  | { kind: 'stays' }
  | { kind: 'off' }
  | { kind: 'on'; method: Exclude<MfaMethod, 'NO_MFA'>; needsRecoveryCode: boolean }

export function decideMethod(
  factors: SecondFactors,
  wanted: MfaMethod,
  here: { canSendSms: boolean; hasPasskey: boolean },
): Result<MethodChange, SignInRefusal> {
  if (wanted === factors.method) return accept({ kind: 'stays' })
  if (wanted === 'NO_MFA') return accept({ kind: 'off' })
  if (wanted === 'WEB_AUTHN' && !here.hasPasskey) return refuse(passkeyMissing)
  if (wanted === 'SOFTWARE_TOKEN_MFA' && factors.sealedTotp === undefined) return refuse(authenticatorMissing)
  if (wanted === 'SMS_MFA' && !here.canSendSms) return refuse(smsUnavailable)
  if (wanted === 'SMS_MFA' && factors.phone === undefined) return refuse(phoneMissing)
  const needsRecoveryCode = factors.method === 'NO_MFA' || factors.recoveryCodeHash === undefined
  return accept({ kind: 'on', method: wanted, needsRecoveryCode })
}

export const smsUnavailable: SignInRefusal = {
  status: 503,
  code: 'NOT_AVAILABLE',
  message: 'Text messages cannot be sent from here.',
}

/** Messages are what a thief of the session might read: they go out only to whom chose them. */
export const textsOff: SignInRefusal = {
  status: 409,
  code: 'NOT_AVAILABLE',
  message: 'Your second factor is not by text message.',
}

export const authenticatorMissing: SignInRefusal = {
  status: 409,
  code: 'NOT_AVAILABLE',
  message: 'Please set up an authenticator app first.',
}

const passkeyMissing: SignInRefusal = {
  status: 409,
  code: 'NOT_AVAILABLE',
  message: 'Please add a passkey first.',
}

const phoneMissing: SignInRefusal = {
  status: 409,
  code: 'NOT_AVAILABLE',
  message: 'Please verify a phone number first.',
}

export const factorMissing: SignInRefusal = {
  status: 409,
  code: 'NOT_AVAILABLE',
  message: 'Please turn on two-factor authentication first.',
}

/** Why a code of an authenticator app is refused. */
export type TotpFault = 'wrong' | 'used'

export function totpInvalid(fault: TotpFault): SignInRefusal {
  return { status: 400, code: 'CODE_INVALID', message: `Invalid TOTP Code. (${totpDetails[fault]})` }
}

const totpDetails: Record<TotpFault, string> = {
  wrong: 'It is wrong or too old. Does the clock of your phone go right?',
  used: 'It was used already. Wait for the next one.',
}

export const codeInvalid: SignInRefusal = { status: 400, code: 'CODE_INVALID', message: 'Invalid Code' }

export const phoneInvalid: SignInRefusal = {
  status: 400,
  code: 'PHONE_INVALID',
  message: 'This is not a phone number that text messages can go to.',
}

export const phoneCodeExpired: SignInRefusal = {
  status: 400,
  code: 'CHALLENGE_EXPIRED',
  message: 'The code is too old, or was tried too often. Please have a new one sent.',
}
