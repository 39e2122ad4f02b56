// The proof of work of the sign-up: its challenge comes from the server, and a thread solves it.

import { auth } from '../auth-calls.ts'
import { createCaptcha, type Captcha } from './captcha.ts'

export function openCaptcha(): Captcha {
  return createCaptcha({
    now: Date.now,
    async fetchChallenge() {
      const answer = await auth.captcha()
      return answer.ok ? answer.value : undefined
    },
    solve: solveInThread,
  })
}

function solveInThread(challenge: unknown): Promise<string | undefined> {
  const thread = new Worker(new URL('./captcha-solver.ts', import.meta.url), { type: 'module' })
  return new Promise<string | undefined>((resolve) => {
    thread.addEventListener('message', ({ data }) => resolve(typeof data === 'string' ? data : undefined))
    thread.addEventListener('error', () => resolve(undefined))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage(challenge)
  }).finally(() => thread.terminate())
}
