// The second factor in the terminal: asks for the code until it is right, or there is nothing more to ask.

import { answerChallenge, SignInRefused, type Challenge } from '../../api/sign-in-calls.ts'
import type { Context } from '../../context.ts'
import type { SignIn } from '../../credentials/sign-in-file.ts'
import { CommandRefusal } from '../../refusal.ts'
import { promptPassword } from '../../terminal/read-password.ts'
import { safeText } from '../../terminal/safe-text.ts'

type Typed = 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA'

/** The server has a bound of its own; this one is for a server that has none. */
const attemptsMax = 5

export async function answerChallenges(context: Context, serverUrl: string, first: Challenge): Promise<SignIn> {
  let challenge = first
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const name = typedFactor(challenge)
    if (name === undefined) {
      throw new CommandRefusal(
        'This account asks for something that a terminal cannot do. Sign in by the browser: farport signin',
      )
    }
    if (!context.input.isTTY) throw new CommandRefusal('There is no terminal to ask for the second factor.', 2)
    const code = await promptPassword(questionOf(name, challenge), context.input, process.stderr)
    const step = await reply(context, { serverUrl, challenge: challenge.challenge, name, code: code.trim() })
    if (step === undefined) continue
    if (step.kind === 'signed-in') return step.signIn
    challenge = step.challenge
  }
  throw new CommandRefusal('Too many wrong codes. Begin again: farport signin')
}

/** What can be typed, of what is wanted and of what would do instead. */
export function typedFactor({ challengeName, alternatives }: Challenge): Typed | undefined {
  return [challengeName, ...alternatives].find((name) => name === 'SOFTWARE_TOKEN_MFA' || name === 'SMS_MFA')
}

function questionOf(name: Typed, { phoneHint }: Challenge): string {
  if (name === 'SOFTWARE_TOKEN_MFA') return 'Code of your authenticator app: '
  return `Code that we sent to your phone${phoneHint === undefined ? '' : ` (${safeText(phoneHint)})`}: `
}

/** Undefined: the code is wrong, and may be typed again. */
async function reply(
  { screen }: Context,
  { serverUrl, ...answer }: { serverUrl: string; challenge: string; name: Typed; code: string },
) {
  try {
    return await answerChallenge(serverUrl, answer)
  } catch (error) {
    if (!(error instanceof SignInRefused) || error.code !== 'CODE_INVALID') throw error
    screen.note(error.message)
    return undefined
  }
}
