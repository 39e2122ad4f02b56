// Every screen before the door, on a desktop, a tablet and a phone, in both languages and both lights: nothing is cut off
// sideways, and axe finds nothing serious. With FARPORT_TEST_PICTURES set to a folder, each is also kept there as a picture.

import { expect, test, type Page } from '@playwright/test'
import { examineInAllLooks, languages, speak } from '../support/examine-screen.ts'
import { startInstallation, type Installation } from '../support/installation.ts'
import { callFrom } from '../support/portal-doors.ts'
import { totpCode } from '../support/totp.ts'

let farport: Installation
test.beforeAll(async () => {
  farport = await startInstallation()
})
test.afterAll(() => farport[Symbol.asyncDispose]())

const operator = { email: 'operator@example.com', password: 'correct horse battery staple' }

interface Screen {
  name: string
  path: string
  /** What a person does there before it is looked at. Elements are found by their kind, since the names are translated. */
  act?: (page: Page) => Promise<void>
}

const fillEmail = (page: Page) => page.locator('input[name=email]').fill(operator.email)
const send = (page: Page) => page.locator('button[type=submit]').click({ force: true })

const guestScreens: Screen[] = [
  {
    name: 'sign-in-refused',
    path: '/sign-in?error=PROVIDER_EMAIL_TAKEN&provider=google',
  },
  {
    name: 'sign-in-password',
    path: '/sign-in',
    act: async (page) => {
      await fillEmail(page)
      await send(page)
      await expect(page.locator('input[name=password]')).toBeFocused()
      await send(page)
      await expect(page.locator('input[name=password]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'sign-up',
    path: '/sign-up',
    act: async (page) => {
      await fillEmail(page)
      await page.locator('input[name=new-password]').fill('Tr0ub4dour&3')
      await expect(page.getByRole('meter')).toHaveAttribute('aria-valuenow', '40')
      await expect(page.locator('[role=status][data-state=solved]')).toBeVisible()
      await send(page)
      await expect(page.locator('input[name=new-password-again]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  { name: 'sign-up-verify', path: '/sign-up/verify?email=ann%40example.com' },
  {
    name: 'account-exists',
    path: '/sign-up',
    act: async (page) => {
      await fillEmail(page)
      await page.locator('input[name=new-password]').fill(operator.password)
      await page.locator('input[name=new-password-again]').fill(operator.password)
      await page.locator('input[type=checkbox]').check()
      await expect(page.locator('[role=status][data-state=solved]')).toBeVisible()
      await send(page)
      await expect(page.locator('a[href^="/forgot-password"]')).toBeVisible()
    },
  },
  { name: 'verified', path: '/sign-up/verified' },
  { name: 'verify-failed', path: '/sign-up/verified?error=INVALID_TOKEN' },
  { name: 'sign-up-password', path: '/sign-up/password?token=nothing' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'forgot-password-verify', path: '/forgot-password/verify?email=ann%40example.com' },
  { name: 'account-recovery', path: '/account-recovery' },
  {
    name: 'account-recovery-codes',
    path: '/account-recovery',
    act: async (page) => {
      await fillEmail(page)
      await send(page)
      await expect(page.locator('input[name=code]').first()).toBeFocused()
    },
  },
  {
    name: 'mfa-verify',
    path: '/sign-in',
    act: async (page) => {
      await callFrom(page, 'sign-in/email', { ...operator, rememberMe: false })
      await page.goto(`${farport.url}/mfa-verify`)
      await expect(page.locator('input[name=code]')).toBeFocused()
      await page.locator('input[name=code]').fill('12345x')
      await send(page)
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
]

const memberScreens: Screen[] = [
  { name: 'update-password', path: '/update-password' },
  { name: 'device', path: '/device' },
  {
    name: 'device-asked',
    path: '/device',
    act: async (page) => {
      const { userCode } = await callFrom<{ userCode: string }>(page, 'device/code', { client: 'farport on a laptop' })
      await page.locator('input[name=code]').fill(userCode)
      await send(page)
      await expect(page.locator('dl')).toBeVisible()
    },
  },
]

test('every screen before the door fits, and can be used by everybody', async ({ browser }) => {
  test.setTimeout(400_000)
  await using operators = await browser.newContext({ timezoneId: 'UTC' })
  await becomeOperatorWithTwoFactors(await operators.newPage())
  for (const language of languages) {
    await speak(operators, language)
    for (const screen of memberScreens) {
      // One session for all: its refresh token is good for one browser.
      await using page = await operators.newPage()
      await examine(page, screen)
    }
    for (const screen of guestScreens) {
      await using guest = await browser.newContext({ timezoneId: 'UTC' })
      await speak(guest, language)
      await examine(await guest.newPage(), screen)
    }
  }
})

async function examine(page: Page, { name, path, act }: Screen): Promise<void> {
  await page.goto(farport.url + path)
  await expect(page.getByRole('main'), name).toBeVisible()
  await act?.(page)
  await examineInAllLooks(page, name)
}

/** Comes by the printed link, chooses a password, and sets an authenticator app up; stays signed in. */
async function becomeOperatorWithTwoFactors(page: Page): Promise<void> {
  const link = /http\S+\/welcome\?token=\S+/.exec(farport.launcher.output)?.[0]
  if (link === undefined) throw new Error(`no link was printed: ${farport.launcher.output}`)
  await page.goto(link)
  await expect(page.locator('input[name=email]')).toBeFocused()
  expect(page.url(), 'the token leaves the address').toBe(`${farport.url}/welcome`)
  await callFrom(page, 'welcome', operator)
  const { secret } = await callFrom<{ secret: string }>(page, 'mfa/totp', {})
  await callFrom(page, 'mfa/totp/verify', { code: totpCode(secret, -1) })
  await callFrom(page, 'mfaPref', { method: 'SOFTWARE_TOKEN_MFA' })
}
