// Somebody with nothing of their own tries a device: a copy of the demo device, by the code that everybody knows.

import { eventually, startSmtpSink } from '@farport/testkit'
import { expect, it } from 'vitest'
import { devicesOf } from '../support/device.ts'
import { startInstallation } from '../support/installation.ts'
import { signUp } from '../support/person.ts'
import { connectTo } from '../support/service.ts'

it('a stranger claims a copy of the demo device, opens its page, and has it deleted', async () => {
  await using mails = await startSmtpSink()
  await using farport = await startInstallation({ environment: { SMTP_URL: mails.url }, hasDemo: true })
  const person = await signUp(farport.url, mails, 'stranger@example.com')
  const agents = (await farport.pidsOf('agent')).length

  const { claimDevice: device } = await person.ask<{
    claimDevice: { id: string; name: string; services: { id: string; name: string }[] }
  }>('mutation { claimDevice(code: "DEMOFARP") { id name services { id name } } }')
  expect(device.name).toBe('Demo device')
  expect(await farport.pidsOf('agent')).toHaveLength(agents + 1)
  const isOnline = async () => (await devicesOf(person)).some(({ id, state }) => id === device.id && state === 'active')
  await eventually(isOnline, { timeoutMs: 30_000, what: 'the copy is online' })

  const page = device.services.find(({ name }) => name === 'Web page')
  if (page === undefined) throw new Error('the demo device has a web page')
  const { host, port } = await connectTo(person, page.id)
  await eventually(async () => (await (await fetch(`http://${host}:${port}/`)).text()).includes('Farport'), {
    timeoutMs: 20_000,
    what: 'its page is served',
  })

  await person.ask('mutation ($id: String!) { deleteDevice(deviceId: $id, force: true) }', { id: device.id })
  expect(await devicesOf(person)).toEqual([])
  // Whoever claims next has room made for them by what was deleted.
  const other = await signUp(farport.url, mails, 'other@example.com')
  await other.ask('mutation { claimDevice(code: "DEMOFARP") { id } }')
  await eventually(async () => (await farport.pidsOf('agent')).length === agents + 1, {
    timeoutMs: 30_000,
    what: 'the deleted copy is gone',
  })
})
