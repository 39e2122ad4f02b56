// What our programs tell the launcher over IPC. Each message is parsed here, once; what is no message is ignored.
//
//   ready   the program serves. The server adds where people reach it, the one-time link for the operator's first
//           sign-in while there is one, the code that enrols the demo device while it is not enrolled, and the secret
//           with which a relay joins.
//   failed  why the program is about to end, in a sentence.

import { Secret } from '@farport/basics'

export type ProgramMessage =
  | {
      type: 'ready'
      url: string | undefined
      firstSignInLink: string | undefined
      demoRegistrationCode: string | undefined
      demoWord: Secret | undefined
      joinSecret: Secret | undefined
    }
  | { type: 'failed'; message: string }
  | { type: 'demo-copy-wanted' }

const textLengthMax = 4096

export function parseProgramMessage(value: unknown): ProgramMessage | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = new Map<string, unknown>(Object.entries(value))
  const text = (name: string) => {
    const field = fields.get(name)
    return typeof field === 'string' && field !== '' && field.length <= textLengthMax ? field : undefined
  }
  switch (fields.get('type')) {
    case 'ready':
      return {
        type: 'ready',
        url: text('url'),
        firstSignInLink: text('firstSignInLink'),
        demoRegistrationCode: text('demoRegistrationCode'),
        demoWord: secret(text('demoWord')),
        joinSecret: secret(text('joinSecret')),
      }
    case 'failed':
      return { type: 'failed', message: text('message') ?? 'it did not say why' }
    case 'demo-copy-wanted':
      return { type: 'demo-copy-wanted' }
    default:
      return undefined
  }
}

const secret = (text: string | undefined) => (text === undefined ? undefined : new Secret(text))
