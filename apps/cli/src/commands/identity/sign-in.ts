// farport signin, farport signout

import { createInterface } from 'node:readline/promises'
import { isPlainAndRemote, parseServerUrl } from '../../api/http.ts'
import { signInByPassword, signOut as callSignOut, type SignInStep } from '../../api/sign-in-calls.ts'
import { defaultServerUrl } from '../../config.ts'
import type { Context } from '../../context.ts'
import { forgetSignIn, readSignIn, writeSignIn, type SignIn } from '../../credentials/sign-in-file.ts'
import { CommandRefusal } from '../../refusal.ts'
import { promptPassword, readPasswordFromInput } from '../../terminal/read-password.ts'
import { safeText } from '../../terminal/safe-text.ts'
import { answerChallenges } from './answer-challenges.ts'
import { signInByBrowser } from './sign-in-by-browser.ts'

export interface SignInOptions {
  json?: true
  server?: string
  /** Here, not in a browser. */
  password?: true
  email?: string
  passwordStdin?: true
}

export async function signIn(context: Context, options: SignInOptions): Promise<void> {
  const { config, screen } = context
  // A damaged file is no obstacle: it is about to be replaced.
  const former = await readSignIn(config.folder).catch(() => undefined)
  const serverUrl = parseServerUrl(options.server ?? config.serverUrl ?? former?.serverUrl ?? defaultServerUrl)
  if (isPlainAndRemote(serverUrl)) {
    screen.note(`Careful: ${serverUrl} is not encrypted. Others on the way can read what you send.`)
  }
  const isHere = options.password === true || options.email !== undefined || options.passwordStdin === true
  const signedIn = isHere
    ? await signInHere(context, options, serverUrl)
    : await signInByBrowser(context, { serverUrl, canOpenBrowser: options.json !== true })
  await writeSignIn(config.folder, signedIn)
  const { email } = signedIn
  if (options.json) screen.result(JSON.stringify({ serverUrl, email }))
  else screen.result(`Signed in to ${serverUrl} as ${safeText(email)}.`)
}

async function signInHere(context: Context, options: SignInOptions, serverUrl: string): Promise<SignIn> {
  const { input, ending } = context
  const email = options.email ?? (await askEmail(input, ending))
  const password = options.passwordStdin
    ? await readPasswordFromInput(input)
    : await promptPassword(`Password for ${safeText(email)} at ${serverUrl}: `, input, process.stderr)
  const step: SignInStep = await signInByPassword(serverUrl, email, password)
  return step.kind === 'signed-in' ? step.signIn : answerChallenges(context, serverUrl, step.challenge)
}

export async function signOut({ config, screen }: Context): Promise<void> {
  const signedIn = await readSignIn(config.folder)
  if (signedIn === undefined) {
    screen.note('You are not signed in.')
    return
  }
  // Forgotten here in any case; a server that does not answer keeps the session until it expires, and we say so.
  await forgetSignIn(config.folder)
  await callSignOut(signedIn)
  screen.result(`Signed out of ${signedIn.serverUrl}.`)
}

async function askEmail(input: NodeJS.ReadStream, ending: AbortSignal): Promise<string> {
  if (!input.isTTY) throw new CommandRefusal('Say who you are: --email <address>', 2)
  const lines = createInterface({ input, output: process.stderr })
  try {
    return (await lines.question('E-mail address: ', { signal: ending })).trim()
  } finally {
    lines.close()
  }
}
