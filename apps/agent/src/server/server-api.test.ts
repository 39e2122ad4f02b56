import { generatePrivateKey, publicKeyText } from '@farport/protocol'
import { startControlPlane } from '@farport/testkit'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ServerApi } from './server-api.ts'

const privateKey = generatePrivateKey()

test('an agent whose clock is wrong learns the time, and judges by it', async () => {
  await using plane = await startControlPlane()
  const planned = plane.planDevice('late', publicKeyText(privateKey))
  const hourMs = 3_600_000
  const api = new ServerApi({ serverUrl: new URL(plane.url), privateKey, now: () => Date.now() - hourMs })
  expect(await api.assignment()).toMatchObject({ ok: true, value: { deviceId: planned.deviceId } })
  expect(Math.abs(api.now() - Date.now())).toBeLessThan(5000)
})

test('a stranger is not enrolled', async () => {
  await using plane = await startControlPlane()
  const api = new ServerApi({ serverUrl: new URL(plane.url), privateKey: generatePrivateKey(), now: Date.now })
  expect(await api.assignment()).toMatchObject({ ok: false, refusal: { kind: 'refused', code: 'not-enrolled' } })
})

test.each<[string, string]>([
  ['a page of another program', '<html></html>'],
  ['an assignment that lacks its ticket', '{"deviceId":"d-0000000000000001"}'],
  ['nothing', ''],
])('%s is no answer', async (_name, body) => {
  const server = createServer((_request, response) => void response.end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const api = new ServerApi({ serverUrl: new URL(`http://127.0.0.1:${port}`), privateKey, now: Date.now })
  expect(await api.assignment()).toEqual({
    ok: false,
    refusal: { kind: 'unreachable', message: 'its answer cannot be understood' },
  })
  server.closeAllConnections()
  server.close()
})

test('a server that is silent is given up', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const api = new ServerApi({
    serverUrl: new URL(`http://127.0.0.1:${port}`),
    privateKey,
    now: Date.now,
    timeoutMs: 100,
  })
  expect(await api.assignment()).toMatchObject({ ok: false, refusal: { message: 'it did not answer in time' } })
  server.closeAllConnections()
  server.close()
})
