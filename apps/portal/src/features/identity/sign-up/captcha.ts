// Shows the server that somebody took the trouble: fetches a challenge, has a thread solve it, and keeps the solution until
// it is used. A solution is good for one call, and for a while.

export type CaptchaState = 'idle' | 'working' | 'solved' | 'failed'

export interface Captcha {
  state(): CaptchaState
  subscribe(listener: () => void): () => void
  /** Begins, unless that has been done already. */
  begin(): void
  /** Hands out the solution, once; the next is begun then. Undefined when there is none to be had. */
  take(): Promise<string | undefined>
}

export interface CaptchaMeans {
  fetchChallenge: () => Promise<unknown>
  solve: (challenge: unknown) => Promise<string | undefined>
  now: () => number
}

/** The server keeps a challenge for longer than that. */
export const keptMs = 15 * 60_000

export function createCaptcha({ fetchChallenge, solve, now }: CaptchaMeans): Captcha {
  const listeners = new Set<() => void>()
  let current: CaptchaState = 'idle'
  let work: { solution: Promise<string | undefined>; begunMs: number } | undefined

  return {
    state: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    begin,
    async take() {
      if (work !== undefined && now() - work.begunMs > keptMs) work = undefined
      begin()
      const solution = await work?.solution
      work = undefined
      if (solution !== undefined) become('idle')
      return solution
    },
  }

  function begin(): void {
    if (work !== undefined) return
    become('working')
    const mine = { solution: solveOne(), begunMs: now() }
    work = mine
    void mine.solution.then((solution) => {
      if (work !== mine) return
      // What failed may be tried again.
      if (solution === undefined) work = undefined
      become(solution === undefined ? 'failed' : 'solved')
    })
  }

  async function solveOne(): Promise<string | undefined> {
    const challenge = await fetchChallenge()
    return challenge === undefined ? undefined : solve(challenge)
  }

  function become(state: CaptchaState): void {
    current = state
    for (const listener of listeners) listener()
  }
}
