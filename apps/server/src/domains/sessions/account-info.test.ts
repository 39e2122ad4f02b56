import { expect, it } from 'vitest'
import { createTestAgent } from '../../test-relay.ts'
import { startTestServer } from '../../test-server.ts'

it('an account tells how many devices and sessions it has', async () => {
  await using server = await startTestServer({ roles: ['api'] })
  const owner = await server.newPerson()
  const asked = '{ login { account { registrationCode } } }'
  const { login } = await owner.ask<{ login: { account: { registrationCode: string } } }>(asked)
  await createTestAgent(server.url).enrol(login.account.registrationCode)
  const info =
    '{ login { account { info { devices { total online offline licensed unlicensed } sessions { inbound outbound } } } } }'
  expect(await owner.ask(info)).toEqual({
    login: {
      account: {
        info: {
          devices: { total: 1, online: 0, offline: 1, licensed: 1, unlicensed: 0 },
          sessions: { inbound: 0, outbound: 0 },
        },
      },
    },
  })
})
