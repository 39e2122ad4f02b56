// Every screen, on a desktop, a tablet and a phone, light and dark, in both languages: nothing is cut off sideways, and
// axe finds nothing serious. With FARPORT_TEST_PICTURES set to a folder, each is also kept there as a picture, and both
// languages come in both lights.

import { eventually } from '@farport/testkit'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { examineScreen, picturesFolder, speak } from '../support/examine-screen.ts'
import { startInstallation, type Installation } from '../support/installation.ts'

const sizes = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'tablet', width: 900, height: 1100 },
  { name: 'phone', width: 390, height: 844 },
]
const looks = [
  { locale: 'en-US', colorScheme: 'light' },
  { locale: 'ja-JP', colorScheme: 'dark' },
  ...(picturesFolder === undefined
    ? []
    : ([
        { locale: 'en-US', colorScheme: 'dark' },
        { locale: 'ja-JP', colorScheme: 'light' },
      ] as const)),
] as const

test('every screen fits, and can be used by everybody', async ({ browser }) => {
  test.setTimeout(600_000)
  await using farport = await startInstallation({ hasDemo: true })
  const operator = await openAsOperator(browser, farport)
  const screens = await screensOf(operator, farport)
  const state = await operator.context().storageState()
  for (const look of looks) {
    for (const { name: size, ...viewport } of sizes) {
      const options = { ...look, viewport, timezoneId: 'UTC' }
      await using guest = await browser.newContext(options)
      await using member = await browser.newContext({ ...options, storageState: state })
      await speak(member, look.locale.slice(0, 2))
      for (const { name, path, isForGuests } of screens) {
        const context = isForGuests ? guest : member
        await examineScreen(
          context,
          farport.url + path,
          [name, size, look.locale.slice(0, 2), look.colorScheme].join('-'),
        )
      }
    }
  }
})

/** By the printed link, as the person who runs this installation. */
async function openAsOperator(browser: Browser, farport: Installation): Promise<Page> {
  const link = /http\S+\/welcome\?token=\S+/.exec(farport.launcher.output)?.[0]
  if (link === undefined) throw new Error(`no link was printed: ${farport.launcher.output}`)
  const page = await (await browser.newContext()).newPage()
  await page.goto(link)
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('operator@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple')
  await page.getByLabel('Password, once more').fill('correct horse battery staple')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByText('Demo device').first()).toBeVisible()
  return page
}

interface ScreenPlace {
  name: string
  path: string
  isForGuests?: boolean
}

async function screensOf(page: Page, farport: Installation): Promise<ScreenPlace[]> {
  await page.getByText('Demo device').first().click()
  await page.getByRole('main').getByText('SSH', { exact: true }).first().click()
  await page.getByRole('main').getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('main').getByRole('button', { name: 'Stop' })).toBeVisible()
  const connected = new URL(page.url()).pathname
  await page.getByRole('main').getByText('Web page').first().click()
  const idle = await eventually(() => {
    const { pathname } = new URL(page.url())
    return pathname === connected ? false : pathname
  })
  const device = connected.split('/').slice(0, 3).join('/')
  await page.goto(`${farport.url}/connections`)
  await page.getByRole('main').getByText('SSH').first().click()
  await page.waitForURL(/\/connections\/s-/)
  const session = new URL(page.url()).pathname
  return [
    { name: 'sign-in', path: '/sign-in', isForGuests: true },
    { name: 'sign-up', path: '/sign-up', isForGuests: true },
    { name: 'sign-up-verify', path: '/sign-up/verify?email=somebody%40example.com', isForGuests: true },
    { name: 'devices', path: '/devices' },
    { name: 'add', path: '/add' },
    { name: 'add-linux', path: '/add/linux' },
    { name: 'device-details', path: `${device}/details` },
    { name: 'device-edit', path: `${device}/edit` },
    { name: 'device-logs', path: `${device}/logs` },
    { name: 'add-service', path: `${device}/add` },
    { name: 'service-connected', path: connected },
    { name: 'service-idle', path: idle },
    { name: 'service-edit', path: idle.replace(/connect$/, 'edit') },
    { name: 'connections', path: '/connections' },
    { name: 'session', path: session },
    { name: 'logs', path: '/logs' },
    { name: 'settings', path: '/settings/options' },
    { name: 'outbox', path: '/settings/outbox' },
  ]
}
