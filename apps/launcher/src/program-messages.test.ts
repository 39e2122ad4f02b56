import { describe, expect, it } from 'vitest'
import { parseProgramMessage } from './program-messages.ts'

describe('a message of a program', () => {
  it.each([
    ['that serves', { type: 'ready' }, { type: 'ready' }],
    [
      'with a link',
      { type: 'ready', url: 'http://a', firstSignInLink: 'http://b' },
      { url: 'http://a', firstSignInLink: 'http://b' },
    ],
    ['with nonsense in a field', { type: 'ready', url: 7 }, { type: 'ready', url: undefined }],
    ['that cannot serve', { type: 'failed', message: 'No disk.' }, { type: 'failed', message: 'No disk.' }],
    ['that wants a copy of the demo device', { type: 'demo-copy-wanted', more: 1 }, { type: 'demo-copy-wanted' }],
  ])('%s is understood', (_, value, message) => {
    expect(parseProgramMessage(value)).toMatchObject(message)
  })

  it.each([
    ['null', null],
    ['text', 'ready'],
    ['another type', { type: 'hello' }],
  ])('is ignored when it is %s', (_, value) => {
    expect(parseProgramMessage(value)).toBeUndefined()
  })
})
