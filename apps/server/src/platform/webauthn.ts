// What browsers and authenticators say about passkeys (WebAuthn), checked. The challenge is single use, which is for
// whoever keeps challenges to see to; so is whether the counter goes up.

import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoCBOR } from '@simplewebauthn/server/helpers'
import { accept, refuse, type Result } from '@farport/basics'
import { z } from 'zod'

/** For whom authenticators make passkeys. They give them out to nobody else, so that nobody can be led astray. */
export interface RelyingParty {
  /** The host that people know us by. */
  readonly id: string
  readonly origin: string
  readonly name: string
}

export interface CredentialHint {
  readonly credentialId: Buffer
  /** How the authenticator is reached. */
  readonly transports: readonly string[]
}

export interface NewCredential extends CredentialHint {
  /** COSE_Key. */
  readonly publicKey: Buffer
  readonly counter: number
  readonly isBackedUp: boolean
  /** It asked for a PIN, a finger or a face. */
  readonly verifiesPerson: boolean
}

export interface Assertion {
  readonly counter: number
  readonly isBackedUp: boolean
}

/** Of the person, in front of the authenticator. `required`: it stands for a password, too. */
export type PersonCheck = 'required' | 'preferred'

const word = (lengthMax: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .max(lengthMax)
const credentialIdLengthMax = 1400

/** RegistrationResponseJSON, as far as it matters. */
export const registrationShape = z.object({
  id: word(credentialIdLengthMax),
  rawId: word(credentialIdLengthMax),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: word(10_000),
    attestationObject: word(100_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(10)
      .optional(),
  }),
})

/** AuthenticationResponseJSON, as far as it matters. */
export const assertionShape = z.object({
  id: word(credentialIdLengthMax),
  rawId: word(credentialIdLengthMax),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: word(10_000),
    authenticatorData: word(10_000),
    signature: word(10_000),
    /** What we called the person when the passkey was made. */
    userHandle: word(100).nullish(),
  }),
})

export type RegistrationResponse = z.infer<typeof registrationShape>
export type AssertionResponse = z.infer<typeof assertionShape>

/** That a page of another site shows one of ours in a frame has no good reason. */
const clientDataShape = z.object({ challenge: word(200), crossOrigin: z.literal(false).optional() })

const timeoutMs = 300_000

/** EdDSA, ES256 and RS256, by their numbers at IANA: what every authenticator has one of. */
const algorithms = [-8, -7, -257]

export function creationOptions(
  party: RelyingParty,
  wish: { user: { id: string; name: string }; challenge: Buffer; known: readonly CredentialHint[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { user, challenge, known } = wish
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.name,
    userDisplayName: user.name,
    challenge: new Uint8Array(challenge),
    timeout: timeoutMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Without `known`, the person chooses among the passkeys that they have for us. */
export function requestOptions(
  party: RelyingParty,
  wish: { challenge: Buffer; known?: readonly CredentialHint[]; person: PersonCheck },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { challenge, known, person } = wish
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(challenge),
    timeout: timeoutMs,
    userVerification: person,
    ...(known === undefined ? {} : { allowCredentials: known.map(toDescriptor) }),
  })
}

/** Which challenge was signed; refused when it was not for a page of ours. Nothing is proven by it yet. */
export function signedChallenge(clientDataJSON: string): Result<Buffer, string> {
  try {
    const said = clientDataShape.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')))
    return accept(Buffer.from(said.challenge, 'base64url'))
  } catch (error) {
    return refuse(reasonOf(error))
  }
}

export async function verifyRegistration(
  party: RelyingParty,
  { answer, challenge }: { answer: RegistrationResponse; challenge: Buffer },
): Promise<Result<NewCredential, string>> {
  const { clientDataJSON, attestationObject, transports = [] } = answer.response
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...answer,
        response: { clientDataJSON, attestationObject: withoutStatement(attestationObject) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return refuse('the library does not say why')
    const { credential, credentialBackedUp, userVerified } = registrationInfo
    return accept({
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
      isBackedUp: credentialBackedUp,
      verifiesPerson: userVerified,
    })
  } catch (error) {
    return refuse(reasonOf(error))
  }
}

export async function verifyAssertion(
  party: RelyingParty,
  asked: {
    answer: AssertionResponse
    challenge: Buffer
    credential: { credentialId: Buffer; publicKey: Buffer }
    person: PersonCheck
  },
): Promise<Result<Assertion, string>> {
  const { answer, challenge, credential, person } = asked
  const { userHandle: _, ...response } = answer.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: credential.credentialId.toString('base64url'),
        publicKey: new Uint8Array(credential.publicKey),
        // The library would judge it before it has looked at the signature.
        counter: 0,
      },
      requireUserVerification: person === 'required',
    })
    if (!verified) return refuse('the signature is wrong')
    return accept({ counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp })
  } catch (error) {
    return refuse(reasonOf(error))
  }
}

/**
 * We ask for no statement of who made the authenticator. One that comes all the same is not looked at: its certificates
 * could name lists for us to fetch.
 */
function withoutStatement(attestationObject: string): string {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const plain = new Map<string, string | Uint8Array | Map<never, never>>([
    ['fmt', 'none'],
    ['attStmt', new Map<never, never>()],
    ['authData', attestation.get('authData')],
  ])
  return Buffer.from(isoCBOR.encode(plain)).toString('base64url')
}

function toDescriptor({ credentialId, transports }: CredentialHint) {
  return { id: credentialId.toString('base64url'), transports: [...transports] }
}

/** The library refuses by throwing, as JSON.parse and zod do. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) throw error
  return error.message
}
