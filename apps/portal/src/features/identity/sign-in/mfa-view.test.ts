import type { ChallengeName } from '@farport/contract'
import { describe, expect, it } from 'vitest'
import { mfaView, type Factor } from './mfa-view.ts'

const challenge = (challengeName: ChallengeName, ...alternatives: ChallengeName[]) => ({ challengeName, alternatives })

describe('the page of the second factor', () => {
  it.each<[string, ReturnType<typeof challenge>, Factor | undefined, Factor, Factor[], boolean]>([
    ['asks for what the server wants', challenge('SMS_MFA'), undefined, 'SMS_MFA', [], false],
    [
      'offers what else would do',
      challenge('SOFTWARE_TOKEN_MFA', 'WEB_AUTHN', 'CUSTOM_CHALLENGE'),
      undefined,
      'SOFTWARE_TOKEN_MFA',
      ['WEB_AUTHN'],
      true,
    ],
    [
      'asks for what was chosen, and leads back',
      challenge('SOFTWARE_TOKEN_MFA', 'WEB_AUTHN'),
      'WEB_AUTHN',
      'WEB_AUTHN',
      ['SOFTWARE_TOKEN_MFA'],
      false,
    ],
    ['does not ask for what is not offered', challenge('WEB_AUTHN'), 'SMS_MFA', 'WEB_AUTHN', [], false],
  ])('%s', (_, answer, chosen, factor, others, canRecover) => {
    expect(mfaView(answer, chosen)).toEqual({ factor, others, canRecover })
  })
})
