// A public link, end to end, with nothing faked: made by its owner through the API, opened by anybody with curl.

import { eventually, freePort, startSmtpSink } from '@farport/testkit'
import { expect, it } from 'vitest'
import { curl, startWebService } from '../links/web-services.ts'
import { addDevice } from '../support/device.ts'
import { startInstallation } from '../support/installation.ts'
import { signUp } from '../support/person.ts'

interface Link {
  url: string
  enabled: boolean
}

interface LiveSession {
  source: string | null
  rxBytes: string
  user: { email: string } | null
  endpoint: { manufacturer: number | null }
}

it('an owner publishes a page of a device, protects it, and takes it back', { timeout: 300_000 }, async () => {
  const [http, https] = [String(await freePort()), String(await freePort())]
  await using mails = await startSmtpSink()
  await using farport = await startInstallation({
    environment: { SMTP_URL: mails.url, FARPORT_LINKS_HTTP_PORT: http, FARPORT_LINKS_HTTPS_PORT: https },
  })
  await using camera = await startWebService((_request, response) => response.end('a picture'))
  const owner = await signUp(farport.url, mails, 'owner@example.com')
  await using device = await addDevice(owner)
  const added = await owner.ask<{ addService: { id: string } }>(
    'mutation ($device: String!, $port: Int!) { addService(deviceId: $device, application: 7, port: $port) { id } }',
    { device: device.id, port: camera.port },
  )
  const service = added.addService.id
  const set = async (wish: { password?: string | null; enabled?: boolean } = {}) => {
    const answer = await owner.ask<{ setConnectLink: Link }>(
      `mutation ($id: String!, $password: String, $enabled: Boolean) {
        setConnectLink(serviceId: $id, password: $password, enabled: $enabled) { url enabled }
      }`,
      { id: service, ...wish },
    )
    return answer.setConnectLink
  }
  /** How long it takes until everybody sees it; the promise is two seconds. */
  const within = async (status: number, url: string) => {
    const startedAt = performance.now()
    await eventually(async () => (await curl(url)).status === status, { what: `the link answers ${status}` })
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  }

  const { url } = await set()
  expect(url).toMatch(new RegExp(`^https://[0-9a-z]{16}\\.localhost:${https}$`))
  await within(200, url)
  expect((await curl(url)).body).toBe('a picture')
  expect((await curl(url, '--http2')).body).toBe('a picture')

  const sessions = async () => {
    const answer = await owner.ask<{ login: { account: { sessions: LiveSession[] } } }>(
      'query { login { account { sessions { source rxBytes user { email } endpoint { manufacturer } } } } }',
    )
    return answer.login.account.sessions
  }
  const [session] = await eventually(
    async () => {
      const found = await sessions()
      return found.some(({ rxBytes }) => rxBytes !== '0') && found
    },
    { what: 'the visit is a session' },
  )
  expect(session).toMatchObject({ source: '127.0.0.1', user: null, endpoint: { manufacturer: 34_560 } })

  await set({ password: 'hunter2' })
  await within(401, url)
  await set({ password: null })
  await within(200, url)
  await set({ enabled: false })
  await within(403, url)
  await set({ enabled: true })
  await within(200, url)
  await owner.ask('mutation ($id: ID!) { updateService(id: $id, enabled: false) { id } }', { id: service })
  await within(403, url)
  await owner.ask('mutation ($id: ID!) { updateService(id: $id, enabled: true) { id } }', { id: service })
  await within(200, url)
  await owner.ask('mutation ($id: String!) { removeConnectLink(serviceId: $id) }', { id: service })
  await within(404, url)
  await eventually(async () => (await sessions()).length === 0, { what: 'its sessions are over' })
})
