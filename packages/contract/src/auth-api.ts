// The calls of signing in and of a person's own account, under /auth/v1: what they are sent, and what they answer with.
//
// Bodies are JSON. Whoever is refused gets a status of 400 and above with an AuthRefusalBody. The address in the comment
// of a type is relative to /auth/v1. Programs that are no browser get tokens; browsers get cookies that no script reads.

/** Why a call of these was refused, for programs. The sentence beside it is for people. */
export type AuthRefusalCode =
  | 'INVALID'
  | 'INVALID_EMAIL'
  | 'PASSWORD_TOO_SHORT'
  | 'PASSWORD_TOO_LONG'
  | 'INVALID_EMAIL_OR_PASSWORD'
  | 'EMAIL_NOT_VERIFIED'
  | 'USERNAME_EXISTS'
  /** A link, a mailed code or a device's code is wrong, used up or too old. */
  | 'INVALID_TOKEN'
  /** The sign-in took too long, or was tried too often: begin again. */
  | 'CHALLENGE_EXPIRED'
  /** The code of an authenticator app or of a text message. */
  | 'CODE_INVALID'
  | 'EMAIL_CODE_INVALID'
  | 'BACKUP_CODE_INVALID'
  | 'PHONE_INVALID'
  | 'CAPTCHA_INVALID'
  /** Whoever is signed in has to prove once more who they are (`prove`). */
  | 'PROOF_NEEDED'
  /** The provider, the authenticator or the factor is not set up here, or not for this account. */
  | 'NOT_AVAILABLE'
  /** What the provider said proves nothing, or the person declined there: "Sign in failed, please try again." */
  | 'PROVIDER_REFUSED'
  | 'PROVIDER_UNREACHABLE'
  /** The provider told us no address that mail could go to: they sign up with one first, and add the provider then. */
  | 'PROVIDER_EMAIL_UNVERIFIED'
  /** There is an account with this address: its owner signs in as they are used to, and adds the provider then. */
  | 'PROVIDER_EMAIL_TAKEN'
  /** Of `device/token`: nobody has answered yet, it was asked too soon, the answer was no. */
  | 'AUTHORIZATION_PENDING'
  | 'SLOW_DOWN'
  | 'ACCESS_DENIED'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'THROTTLED'

export interface AuthRefusalBody {
  code: AuthRefusalCode
  message: string
  /** With THROTTLED. */
  retryAfterSeconds?: number
}

/** CUSTOM_CHALLENGE: recovery by a mailed code and the recovery code. WEB_AUTHN: a passkey as the second factor. */
export type ChallengeName = 'CUSTOM_CHALLENGE' | 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA' | 'WEB_AUTHN'

/** What a sign-in still wants. The challenge itself is a cookie in browsers; other programs carry `challenge` along. */
export interface ChallengeAnswer {
  challengeName: ChallengeName
  /**
   * What else would do: the factors that the person may turn to instead. With CUSTOM_CHALLENGE among them the account has
   * a recovery code, and `recovery/start` leads back into it.
   */
  alternatives: ChallengeName[]
  /** For programs that are no browser: what they send as `challenge` with their answer. */
  challenge?: string
  /** With SMS_MFA: the end of the number, such as "••• 71". */
  phoneHint?: string
  /** With WEB_AUTHN, also as an alternative: PublicKeyCredentialRequestOptionsJSON. */
  passkeyOptions?: unknown
  expiresInSeconds: number
}

/**
 * POST `sign-in/challenge`. It answers with a SignInAnswer. CODE_INVALID may be tried again, five times; then, and after ten
 * minutes, it is CHALLENGE_EXPIRED. GET of the same address answers with the ChallengeAnswer that a browser stands at,
 * POST `sign-in/challenge/resend` {challenge?} sends a text message again and answers with it, and
 * POST `sign-in/challenge/cancel` {challenge?} gives up.
 */
export interface ChallengeReply {
  challenge?: string
  name: Exclude<ChallengeName, 'CUSTOM_CHALLENGE'>
  /** With all but WEB_AUTHN. */
  code?: string
  /** With WEB_AUTHN: AuthenticationResponseJSON. */
  response?: unknown
}

/**
 * POST `recovery/verify`, with both codes at once: the mailed one, and the recovery code. Before it, POST `recovery/start`
 * {email} answers with a ChallengeAnswer of the name CUSTOM_CHALLENGE, whether there is such an account or not.
 */
export interface RecoveryReply {
  challenge?: string
  emailCode: string
  backupCode: string
}

/**
 * What programs carry. Access tokens are short-lived; POST `token` {refreshToken} exchanges a refresh token for new ones,
 * once each, and answers with a SignedInAnswer. Browsers send nothing: the cookie goes along, and comes back new.
 */
export interface TokenPair {
  accessToken: string
  refreshToken: string
  expiresInSeconds: number
}

export interface SignedInAnswer {
  /** `language`: which one the person chose for mails and pages, wherever they sign in. */
  user: { id: string; email: string; language: 'en' | 'ja' }
  /** For programs that are no browser. */
  tokens?: TokenPair
}

/** GET and POST `checkSaml` {username}: whether an organization signs the people of this address in by itself. */
export interface SamlAnswer {
  isSaml: boolean
  /** Where it does. */
  url?: string
}

/** Of `sign-in/email`, `sign-in/challenge`, `sign-in/passkey`, `recovery/verify`, `provider-sign-up` and `device/token`. */
export type SignInAnswer = SignedInAnswer | ChallengeAnswer

/** GET `get-session`; null when nobody is signed in. */
export interface SessionAnswer {
  session: { id: string; expiresAt: string }
  user: {
    id: string
    email: string
    language: 'en' | 'ja'
    operator: boolean
    hasPassword: boolean
  }
}

/** GET `sessions`: where somebody is signed in, the latest first. POST `sessions/end` {id} ends one. */
export interface SessionList {
  sessions: SessionEntry[]
}

export interface SessionEntry {
  id: string
  isCurrent: boolean
  created: string
  lastActive: string
  /** The address it was last seen from. */
  address: string | null
  /** City and country, when a local database knows them. */
  place: string | null
  /** Such as "Chrome on Linux", or "farport (command line)". */
  device: string
}

/** CODE_BY_APP and CODE_BY_TEXT: of the factor that is on. PASSKEY: one that checks the person by a PIN, a finger or a face. */
export type ProofWay = 'PASSWORD' | 'PASSKEY' | 'CODE_BY_APP' | 'CODE_BY_TEXT'

/**
 * GET `prove`: by what whoever is signed in can prove once more that it is them, the handiest first. With none they sign in
 * again.
 *
 * POST `prove` takes one of {password}, {code} of the app or of the text message, and {response} of a passkey:
 * AuthenticationResponseJSON. It is refused with INVALID_EMAIL_OR_PASSWORD, CODE_INVALID (with text messages, five times;
 * then, and after three minutes, CHALLENGE_EXPIRED), INVALID_TOKEN for a passkey, or NOT_AVAILABLE for what the person
 * does not have. Before it, POST `prove/text` {} sends the code and answers with a ProofText, and
 * POST `prove/passkey/options` {} answers with PublicKeyCredentialRequestOptionsJSON. Each counts for the session that asked.
 */
export interface ProofWays {
  ways: ProofWay[]
}

export interface ProofText {
  /** The end of the number, such as "••• 71". */
  phoneHint: string
  expiresInSeconds: number
}

/** WEB_AUTHN: a passkey. With the others, too, a passkey does instead of a code. */
export type MfaMethod = 'NO_MFA' | 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA' | 'WEB_AUTHN'

/**
 * GET `mfaPref`, and POST {method}, which turns a method on that was set up before, or all off with NO_MFA. Also the answer
 * of `mfa/phone` {phone}, `mfa/phone/verify` {code}, `mfa/totp/verify` {code} and `mfa/backup-code`. What changes
 * factors may want a fresh proof (PROOF_NEEDED): see ProofWays.
 */
export interface MfaPref {
  method: MfaMethod
  /** In E.164; null until one was given. */
  phone: string | null
  phoneVerified: boolean
  /** A new number, while another one is verified already: it takes its place when its code was entered. */
  pendingPhone: string | null
  /** An authenticator app was set up. */
  totpVerified: boolean
  hasBackupCode: boolean
  /** Text messages can be sent from here. */
  canSendSms: boolean
  /** With the answer that turned a method on, or made a new one, once: 36 characters. */
  backupCode?: string
}

/** POST `mfa/totp`: a new secret, which counts from when `mfa/totp/verify` {code} got a code of it. */
export interface TotpSetup {
  secret: string
  /** otpauth://totp/… for a QR code. */
  uri: string
}

/**
 * GET `passkeys`. POST `passkeys/options` {} answers with PublicKeyCredentialCreationOptionsJSON, whose outcome goes to
 * POST `passkeys` {name, response}, which answers with the PasskeyEntry; both want a fresh proof. POST `passkeys/rename`
 * {id, name}; POST `passkeys/delete` {id}, with a fresh proof.
 *
 * To sign in with one: POST `sign-in/passkey/options` {} answers with PublicKeyCredentialRequestOptionsJSON, whose
 * outcome goes to POST `sign-in/passkey` {response, rememberMe}.
 */
export interface PasskeyList {
  passkeys: PasskeyEntry[]
}

export interface PasskeyEntry {
  id: string
  name: string
  created: string
  lastUsed: string | null
}

/**
 * GET `providers`: with whom people may sign in here, in the order of the buttons.
 *
 * A button is a link that leaves the page: `provider/{id}/start?next={path}&rememberMe={1 or 0}`. The browser comes back to
 * `next` signed in, or to /mfa-verify or /account-recovery with the challenge in its cookie and `next` in the query, or
 * to /sign-in?error={AuthRefusalCode}&provider={id}. With `link=1` the identity is added to whoever is signed in (who
 * has proven themselves by `prove` shortly before): the browser comes back to `next`, which is /account/security unless
 * told otherwise, or to /account/security?error={AuthRefusalCode}&provider={id}.
 */
export interface ProviderList {
  providers: { id: ProviderId; name: string }[]
}

export type ProviderId = 'google' | 'apple' | 'amazon' | 'okta'

/**
 * A newcomer accepts the terms where they leave for the provider: the page with the buttons says so. One whose provider
 * does not say that the address is theirs comes back to /sign-up/provider?next={path} instead, with a cookie, and types the
 * code that was mailed there. GET `provider-sign-up` answers with this, POST `provider-sign-up` {code, acceptTerms: true}
 * makes the account and answers with a SignInAnswer: EMAIL_CODE_INVALID may be tried again, five times; then, and after
 * fifteen minutes, it is CHALLENGE_EXPIRED, and they begin again at the provider's button.
 */
export interface ProviderSignUp {
  provider: ProviderId
  email: string
  expiresInSeconds: number
}

/** GET `provider-links`: the providers that the person can sign in with. POST `provider-links/remove` {id}. */
export interface ProviderLinks {
  links: { id: string; provider: ProviderId; email: string | null; created: string }[]
}

/** GET `captcha`: ALTCHA, version 2. `sign-up/email` {email, password, captcha, acceptTerms} takes the solution, in base64. */
export interface CaptchaChallenge {
  parameters: {
    algorithm: string
    nonce: string
    salt: string
    cost: number
    keyLength: number
    keyPrefix: string
    expiresAt?: number
  }
  signature: string
}

/**
 * POST `verify-email` {token, password, acceptTerms}, with the token of the mailed link: whoever opens it in another browser than the one
 * they signed up in chooses the password there. In the same browser the link is enough.
 */
export interface SignUpAnswer {
  user: { id: string; email: string }
}

/**
 * POST `/user/email/` {email} mails a link to that address, which leads to the portal; POST `change-email` {token}, in a session
 * of the account, makes it the account's. POST `restore-email` {token} takes it back, with the link that the former one got.
 */
export interface EmailAnswer {
  email: string
}

/**
 * POST `device/code` {client}: RFC 8628 in our spelling. `device/token` {deviceCode} answers with a SignedInAnswer once a
 * person has allowed it by `device/approve` {userCode}.
 */
export interface DeviceCode {
  deviceCode: string
  /** Eight characters with a dash, for people to type at `verificationUrl`. */
  userCode: string
  verificationUrl: string
  /** With the code filled in. */
  verificationUrlComplete: string
  expiresInSeconds: number
  intervalSeconds: number
}

/** GET `device?userCode=`: what is to be allowed, for the page that asks. */
export interface DeviceRequest {
  client: string
  address: string
  place: string | null
  created: string
}
