// A device's agent as SOCKS server, reached through a relay's port by a real client.

import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTempDir, eventually, runProgram } from '@farport/testkit'
import { applicationId } from '@farport/vocabulary'
import { expect, test } from 'vitest'
import { startDnsmasq } from './programs/services.ts'
import { startDataPlane } from './support/data-plane.ts'
import { startInitiator } from './support/initiator.ts'

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

test('drill asks a name server of the network by datagrams, with the SOCKS client of Dante', async () => {
  await using world = await startDataPlane()
  await using initiator = await startInitiator()
  await using folder = await createTempDir('socksify')
  await using names = await startDnsmasq()
  const { plane } = world
  const { planned } = await world.addDevice()
  const socks = { ...plane.addService(planned, { port: 1080 }), application: applicationId.socks }
  const order = { ...plane.orderPeer(planned, socks, initiator.publicKey), application: applicationId.socks }
  const opened = await initiator.open({ serverUrl: plane.url, order })
  if (!opened.ok) throw new Error(opened.refusal)
  const settings = join(folder.path, 'socks.conf')
  await writeFile(settings, danteSettings(opened.value.port))
  const drill = () =>
    runProgram({
      command: 'socksify',
      args: ['drill', '-Q', '-p', String(names.port), '@127.0.0.1', 'printer.farport.test'],
      environment: { SOCKS_CONF: settings, SOCKS_AUTOADD_LANROUTES: 'no' },
      timeoutMs: 3000, // it would ask again and again
    })
  plane.changeServices(planned, [{ ...socks, allow: ['127.0.0.1 1'] }])
  expect((await drill()).output).not.toContain('192.0.2.7')
  plane.changeServices(planned, [{ ...socks, allow: [`127.0.0.1 ${names.port}`] }])
  await eventually(async () => (await drill()).output.trim() === '192.0.2.7', { what: 'it is told', timeoutMs: 20_000 })
})

const danteSettings = (port: number): string => `
route {
  from: 0.0.0.0/0 to: 0.0.0.0/0 via: 127.0.0.1 port = ${port}
  proxyprotocol: socks_v5
  protocol: udp
  method: none
}
`
