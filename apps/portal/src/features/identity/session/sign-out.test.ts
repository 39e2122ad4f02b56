import { expect, it } from 'vitest'
import { createSignOut } from './sign-out.ts'

function open(...answers: boolean[]) {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  let asked = 0
  const endAtServer = async () => {
    asked += 1
    return answers.shift() ?? true
  }
  return { signOut: createSignOut({ endAtServer, storage }), asked: () => asked }
}

it('a sign-out that the server has heard is done', async () => {
  const { signOut, asked } = open(true)
  expect(await signOut.begin()).toBe(true)
  expect(await signOut.finishEarlier()).toBe(true)
  expect(asked()).toBe(1)
})

it('one that did not reach it is done before anything else', async () => {
  const { signOut, asked } = open(false, false, true)
  expect(await signOut.begin()).toBe(false)
  expect(await signOut.finishEarlier()).toBe(false)
  expect(await signOut.finishEarlier()).toBe(true)
  expect(await signOut.finishEarlier()).toBe(true)
  expect(asked()).toBe(3)
})

it('one that did not reach it does not end the session of who signed in since', async () => {
  const { signOut, asked } = open(false)
  await signOut.begin()
  signOut.forgetEarlier()
  expect(await signOut.finishEarlier()).toBe(true)
  expect(asked()).toBe(1)
})
