import { expect, it } from 'vitest'
import { answerKind, deliveryState } from './delivery-state.ts'

it.each([
  ['delivered', 'delivered'],
  ['postponed', 'waiting'],
])('a message that is %s is shown as %s', (text, state) => {
  expect(deliveryState(text)).toBe(state)
})

it.each([
  [200, 'answered'],
  [299, 'answered'],
  [300, 'redirected'],
  [399, 'redirected'],
  [400, 'answered'],
])('an answer of %s is told as %s', (status, kind) => {
  expect(answerKind(status)).toBe(kind)
})
