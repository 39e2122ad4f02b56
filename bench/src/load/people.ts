// People with accounts, who have signed in: by the same requests as the portal's.

import { solveCaptcha } from '@farport/testkit'
import type { AccountId } from '@farport/vocabulary'
import { mailedPath, testPassword } from '../../../apps/server/src/test-server.ts'
import type { ServerRig } from '../rigs/server.ts'

export interface SignedInPerson {
  readonly accountId: AccountId
  readonly token: string
}

export async function signUp(server: ServerRig, email: string): Promise<SignedInPerson> {
  const send = (path: string, body: object, token?: string) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
  const captcha = await solveCaptcha(server.url)
  const signedUp = await send('/auth/v1/sign-up/email', { email, password: testPassword, captcha, acceptTerms: true })
  // The link is opened where the sign-up was.
  const cookie = signedUp.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  await fetch(server.url + (await mailedPath(server.database, email)), { redirect: 'manual', headers: { cookie } })
  const signedIn = await send('/auth/v1/sign-in/email', { email, password: testPassword })
  const token = signedIn.headers.get('set-auth-token')
  if (token === null) throw new Error(`signing in answered with ${signedIn.status}`)
  const asked = await send('/graphql/v1', { query: '{ login { id } }' }, token)
  const answer = (await asked.json()) as { data: { login: { id: AccountId } } } // as the API answers
  return { accountId: answer.data.login.id, token }
}
