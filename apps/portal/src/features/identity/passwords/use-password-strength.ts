// How hard the password is to guess, 0 to 4, a moment after it was typed.

import { useEffect, useRef, useState } from 'react'

export type StrengthScore = 0 | 1 | 2 | 3 | 4

/** Undefined without a password, and until it has been judged. `known`: what others know of the person. */
export function usePasswordStrength(password: string, known: string): StrengthScore | undefined {
  const thread = useRef<Worker | undefined>(undefined)
  const [score, setScore] = useState<StrengthScore | undefined>(undefined)

  useEffect(
    () => () => {
      thread.current?.terminate()
      thread.current = undefined
    },
    [],
  )
  useEffect(() => {
    if (password === '') return
    thread.current ??= openThread(setScore)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.current.postMessage({ password, known: ['farport', ...known.split(/[^\p{L}\p{N}]+/u), known] })
  }, [password, known])

  return password === '' ? undefined : score
}

/** It answers in the order in which it was asked, so that the last answer is about the last password. */
function openThread(onScore: (score: StrengthScore) => void): Worker {
  const thread = new Worker(new URL('./strength-judge.ts', import.meta.url), { type: 'module' })
  thread.addEventListener('message', ({ data }) => onScore(data as StrengthScore)) // as the judge posts it
  return thread
}
