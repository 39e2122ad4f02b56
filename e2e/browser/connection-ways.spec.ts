// The portal shows which way a connection goes, why no better one, how it fares and how that went: of an agent's connection
// that is direct, of one by relay only, of one whose service does not answer, and of a proxy port. On all widths, in both
// lights and languages. With FARPORT_TEST_PICTURES set to a folder, each is also kept there as a picture.

import { eventually, freePort } from '@farport/testkit'
import type { LocalConnection } from '@farport/protocol'
import { expect, test, type BrowserContextOptions, type Page } from '@playwright/test'
import { examinePage, picturesFolder } from '../support/examine-screen.ts'
import { startInstallation } from '../support/installation.ts'
import { comeAsOperator, password, type Person } from '../support/person.ts'
import { givePassword } from '../support/portal-doors.ts'
import { localConnections, terminalOf, type Terminal } from '../support/terminal-of.ts'

const widths = picturesFolder === undefined ? [1440, 390] : [1440, 900, 390]
const looks = [
  { locale: 'en-US', colorScheme: 'light' },
  { locale: 'ja-JP', colorScheme: 'dark' },
] as const

const useEveryMs = 1000

interface DemoDevice {
  id: string
  services: { id: string; name: string }[]
}

test('which way a connection goes, why, and how it fares', async ({ browser, page }) => {
  test.setTimeout(300_000)
  await using farport = await startInstallation({ hasDemo: true })
  const operator = await comeAsOperator(farport)
  const device = await demoDevice(operator)
  const web = device.services.find(({ name }) => name === 'Web page')?.id ?? ''
  await using terminal = await terminalOf(operator, farport.url)
  const direct = await connectBy(terminal, web, 'adaptive')
  await becomesDirect(terminal, direct)
  using _ = keepUsing(direct)
  const ssh = device.services.find(({ name }) => name === 'SSH')?.id ?? ''
  const relayed = await connectBy(terminal, ssh, 'proxy')
  const silent = await addSilentService(operator, device.id)
  const broken = await connectBy(terminal, silent, 'adaptive')
  await fetch(`http://127.0.0.1:${broken.port}/`).catch(() => undefined) // nobody answers

  await page.goto(`${farport.url}/sign-in`)
  await givePassword(page, { email: operator.email, password })
  await expect(page.getByText('Demo device').first()).toBeVisible()
  const main = page.getByRole('main')

  await page.goto(`${farport.url}/connections/${web}/${direct.connectionId}`)
  await expect(main.getByText(/^Direct, /).first()).toBeVisible()
  await expect(main.getByText('Connected', { exact: true }).or(main.getByText('Ready', { exact: true }))).toBeVisible()
  await expect(main.getByText('Peer to peer tunnel created')).toContainText('yes')
  await expect(main.getByText('Adaptive')).toBeVisible()
  await expect(main.getByRole('img', { name: /^Data rate: between/ })).toBeVisible({ timeout: 60_000 })

  await page.goto(`${farport.url}/connections/${ssh}/${relayed.connectionId}`)
  await expect(main.getByText('By relay').first()).toBeVisible()
  await expect(main.getByText('The connection is set to go by relay only.')).toBeVisible()
  await expect(main.getByText(/^r-[0-9a-z]+$/)).toBeVisible()

  await page.goto(`${farport.url}/connections/${silent}/${broken.connectionId}`)
  await expect(main.getByText('Error 523')).toBeVisible()
  await expect(main.getByText('Target service is reachable')).toContainText('no')

  await page.goto(`${farport.url}/devices/${device.id}/${silent}/connect`)
  await expect(main.getByText('The device does not reach it.')).toBeVisible()
  await expect(main.getByRole('link', { name: /^You/ })).toBeVisible()
  await page.goto(`${farport.url}/devices/${device.id}/${web}/connect`)
  await expect(main.getByText('The device reaches it.')).toBeVisible()

  // The cookies alone: which language the browser has shown is not to be remembered.
  const storageState = { cookies: await page.context().cookies(), origins: [] }
  const screens = [
    ['direct', `/connections/${web}/${direct.connectionId}`],
    ['relayed', `/connections/${ssh}/${relayed.connectionId}`],
    ['broken', `/connections/${silent}/${broken.connectionId}`],
    ['service', `/devices/${device.id}/${web}/connect`],
    ['service-edit', `/devices/${device.id}/${silent}/edit`],
    ['connections', '/connections'],
  ] as const
  for (const look of looks) {
    const language = look.locale.slice(0, 2)
    await operator.ask('mutation ($language: String!) { updateAccount(language: $language) { id } }', { language })
    for (const width of widths) {
      const options: BrowserContextOptions = { ...look, viewport: { width, height: 1400 }, storageState }
      await using context = await browser.newContext(options)
      for (const [name, path] of screens) {
        await using screen: Page = await context.newPage()
        await screen.goto(farport.url + path)
        await examinePage(screen, `way-${name}-${width}-${language}-${look.colorScheme}`)
      }
    }
  }
})

async function demoDevice(operator: Person): Promise<DemoDevice> {
  return eventually(
    async () => {
      const { login } = await operator.ask<{ login: { account: { devices: { items: DemoDevice[] } } } }>(
        'query { login { account { devices(state: "active") { items { id services { id name } } } } } }',
      )
      const [device] = login.account.devices.items
      return device !== undefined && device.services.length >= 2 ? device : undefined
    },
    { what: 'the demo device is online', timeoutMs: 60_000 },
  )
}

/** A service at a port of the device where nobody listens. */
async function addSilentService(operator: Person, device: string): Promise<string> {
  const { addService } = await operator.ask<{ addService: { id: string } }>(
    'mutation ($device: String!, $port: Int!) { addService(deviceId: $device, name: "Silent", application: 7, host: "127.0.0.1", port: $port) { id } }',
    { device, port: await freePort() },
  )
  return addService.id
}

const connectBy = (terminal: Terminal, service: string, route: string) =>
  terminal.json<LocalConnection>('connect', service, '--detach', '--route', route)

/** So that there is something to draw. */
function keepUsing({ port }: LocalConnection): Disposable {
  const use = async () => (await fetch(`http://127.0.0.1:${port}/`)).text()
  const timer = setInterval(() => void use().catch(() => undefined), useEveryMs) // the last one may be cut
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

async function becomesDirect(terminal: Terminal, { connectionId }: LocalConnection): Promise<void> {
  const isDirect = async () => {
    const open = await localConnections(terminal.environment)
    const path = open.find((one) => one.connectionId === connectionId)?.path?.kind
    return path !== undefined && path !== 'relay'
  }
  await eventually(isDirect, { what: 'it is direct', timeoutMs: 30_000 })
}
