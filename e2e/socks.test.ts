// A device's agent as SOCKS server, reached through a relay's port by a real client.

import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { eventually, runProgram } from '@farport/testkit'
import { expect, test } from 'vitest'
import { startDataPlane } from './support/data-plane.ts'

test('curl reaches through a device what its service allows, and loses that when the rules change', async () => {
  await using world = await startDataPlane()
  const { plane } = world
  const { planned } = await world.addDevice()
  const web = createServer((_request, response) => void response.end('from the network of the device'))
  web.listen(0, '127.0.0.1')
  await once(web, 'listening')
  const { port: webPort } = web.address() as AddressInfo // a server that listens has one
  const socks = { ...plane.addService(planned, { port: 1080 }), application: 49 }
  const proxy = await plane.openProxy(planned, socks)
  const curl = () =>
    runProgram({
      command: 'curl',
      args: ['-sS', '--max-time', '20', '-x', `socks5h://127.0.0.1:${proxy.port}`, `http://localhost:${webPort}/`],
    })
  const answers = async (expected: { code: number; output?: string }) =>
    eventually(
      async () => {
        const { code, output } = await curl()
        return code === expected.code && (expected.output === undefined || output === expected.output)
      },
      { what: `curl ends with ${expected.code}` },
    )

  plane.changeServices(planned, [{ ...socks, allow: [`localhost ${webPort}`] }])
  await answers({ code: 0, output: 'from the network of the device' })
  // Without rules the networks of the device are meant, and not the device itself.
  plane.changeServices(planned, [socks])
  await answers({ code: 97 })
  web.close()
  expect(proxy.closed).toBeUndefined()
})
