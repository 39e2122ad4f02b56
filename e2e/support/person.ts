// Somebody with an account, who speaks to the API as any client would.

import { solveCaptcha, type ReceivedMail, type SmtpSink } from '@farport/testkit'
import type { Installation } from './installation.ts'

export interface Person {
  readonly email: string
  readonly token: string
  /** The data of the answer; throws when it carries errors. */
  ask<Data>(query: string, variables?: Record<string, unknown>): Promise<Data>
}

export const password = 'correct horse battery staple'

/** Signs up, opens the link of the mail, and signs in. */
export async function signUp(url: string, mails: SmtpSink, email: string): Promise<Person> {
  const captcha = await solveCaptcha(url)
  const signedUp = await post(url, '/auth/v1/sign-up/email', { email, password, captcha, acceptTerms: true })
  const link = linkIn(await mails.mailTo(email, 20_000))
  // The link is opened where the sign-up was.
  const cookie = signedUp.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const opened = await fetch(link, { redirect: 'manual', headers: { cookie } })
  if (opened.status >= 400) throw new Error(`the mailed link answered ${opened.status}: ${await opened.text()}`)
  return signIn(url, email)
}

export async function signIn(url: string, email: string): Promise<Person> {
  return personOf(url, email, await post(url, '/auth/v1/sign-in/email', { email, password }))
}

/** Whoever runs the installation comes by the link that it printed. */
export async function comeAsOperator({ url, launcher }: Installation): Promise<Person> {
  const [, token] = await launcher.printed(/welcome\?token=(\S+)/)
  const opened = await post(url, '/auth/v1/welcome/open', { token })
  const operator = personOf(url, 'operator@example.com', opened)
  await post(url, '/auth/v1/welcome', { email: operator.email, password }, operator.token)
  return operator
}

function personOf(url: string, email: string, signedIn: Response): Person {
  const token = signedIn.headers.get('set-auth-token')
  if (token === null) throw new Error('the sign-in gave no token')
  return { email, token, ask: (query, variables) => ask(url, token, query, variables) }
}

export function linkIn(mail: ReceivedMail): string {
  const link = /https?:\/\/[^\s"<>]+/.exec(mail.text)?.[0]
  if (link === undefined) throw new Error(`no link in the mail: ${mail.text}`)
  return link
}

async function post(url: string, path: string, body: unknown, token?: string): Promise<Response> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

async function ask<Data>(
  url: string,
  token: string,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Data> {
  const answer = await fetch(`${url}/graphql/v1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await answer.json()) as { data?: Data; errors?: { message: string }[] } // as GraphQL answers
  if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join('; '))
  if (data === undefined || data === null) throw new Error(`no data, status ${answer.status}`)
  return data
}
