import { expect, it } from 'vitest'
import { deliveryError } from './delivery-error.ts'

it.each([
  ['Its address is internal. The operator of this installation would have to allow that network.', 'internal', ''],
  ['Its name leads to no address that webhooks may go to.', 'unreachableName', ''],
  ['It did not answer within 10 seconds.', 'timeout', '10'],
  ['The connection was refused.', 'refused', ''],
  ['Its certificate is not trusted (CERT_HAS_EXPIRED).', 'certificate', 'CERT_HAS_EXPIRED'],
  ['The request failed (unknown).', 'unknown', 'unknown'],
  ['1 message was not sent: 1000 were waiting already.', 'dropped', '1'],
  ['12 messages were not sent: 1000 were waiting already.', 'dropped', '12'],
  ['Nothing arrived for three days, so it was switched off. Last: The connection was refused.', 'beyondHope', ''],
])('%s', (sentence, kind, detail) => {
  expect(deliveryError(sentence)).toEqual({ kind, detail })
})

it('what nobody knows stays as it came', () => {
  expect(deliveryError('The moon was in the way.')).toBeUndefined()
})
