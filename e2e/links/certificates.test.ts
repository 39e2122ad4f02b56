import { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@farport/testkit'
import { expect, it } from 'vitest'
import { startDataPlane } from '../support/data-plane.ts'
import { curl, startWebService } from './web-services.ts'

it('whoever trusts the authority of a relay trusts its links, and nothing else that it signs', async () => {
  await using world = await startDataPlane()
  await using service = await startWebService((_request, response) => response.end('trusted'))
  const device = await world.addDevice()
  const { code } = world.plane.serveLink(device.planned, world.plane.addService(device.planned, { port: service.port }))
  const { http = 0, https = 0 } = world.relay.linkPorts
  const { body } = await curl(`http://ca.localhost:${http}/`)
  expect(body).toBe(await readFile(join(world.stateDir, 'relay', 'links-ca.crt'), 'utf8'))
  const authority = join(world.stateDir, 'ca.pem')
  await writeFile(authority, body)
  const trusting = ['--cacert', authority, '--no-insecure']
  await eventually(async () => (await curl(`https://${code}.localhost:${https}/`, ...trusting)).body === 'trusted', {
    what: 'curl trusts the link',
  })
  expect((await curl(`https://other.localhost:${https}/`, ...trusting)).status).toBe(404)
  // Another name than a link's gets no certificate at all.
  expect((await curl(`https://${code}.example.org:${https}/`, ...trusting)).exitCode).not.toBe(0)
  const certificate = new X509Certificate(body)
  expect(certificate.ca).toBe(true)
  expect(certificate.checkIssued(certificate)).toBe(true)
})
