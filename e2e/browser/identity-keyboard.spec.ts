// The doors and all screens of an account with the keyboard alone: signing in from the first key to the last, and every
// control of every screen, dialog and menu.

import { expect, test, type Page } from '@playwright/test'
import { startOwnAccount, type OwnAccount } from '../support/own-account.ts'
import { addPasskeyDevice } from '../support/passkey-device.ts'
import { callFrom, devicesTitle, emailField, passwordField } from '../support/portal-doors.ts'
import { totpCode } from '../support/totp.ts'
import { openAndLeave, tabTo, walkByKeyboard } from '../support/walk-by-keyboard.ts'

test.describe.configure({ mode: 'serial' })

let own: OwnAccount
test.beforeAll(async ({ browser }) => {
  own = await startOwnAccount(browser)
})
test.afterAll(() => own[Symbol.asyncDispose]())

const widths = [390, 1280]
/** All that a page asks for has come. */
async function standsStill(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[data-loading], [aria-busy="true"]')).toHaveCount(0)
}

async function walkAtBothWidths(page: Page, what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await standsStill(page)
    await walkByKeyboard(page, `${what} at ${width}`)
  }
}

const doors = {
  'sign-in': '/sign-in?error=PROVIDER_EMAIL_TAKEN',
  'sign-up': '/sign-up',
  'sign-up-verify': '/sign-up/verify?email=ann%40example.com',
  'sign-up-password': '/sign-up/password?token=nothing',
  verified: '/sign-up/verified',
  'forgot-password': '/forgot-password',
  'forgot-password-verify': '/forgot-password/verify?email=ann%40example.com',
  'account-recovery': '/account-recovery',
  'restore-email': '/restore-email?token=x',
}

test('every door is gone over with Tab', async ({ page }) => {
  for (const [name, path] of Object.entries(doors)) {
    await page.goto(own.farport.url + path)
    await expect(page.getByRole('main')).toBeVisible()
    await walkAtBothWidths(page, name)
  }
})

test('somebody signs in, looks into the menus and signs out, from the first key to the last', async ({ page }) => {
  const { keyboard } = page
  await page.goto(`${own.farport.url}/logs`)
  await expect(emailField(page)).toBeFocused()

  const language = page.getByRole('button', { name: 'English' })
  await tabTo(page, language)
  await keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: '日本語' })).toBeVisible()
  await expect(language).not.toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('Escape')
  await expect(page.getByRole('menuitem', { name: '日本語' })).toBeHidden()
  await expect(language).toBeFocused()

  await tabTo(page, emailField(page))
  await keyboard.type(own.person.email)
  await tabTo(page, page.getByRole('checkbox', { name: 'Remember me' }))
  await keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Next' }))
  await keyboard.press('Enter')
  await expect(passwordField(page)).toBeFocused()
  await keyboard.type(own.person.password)
  await keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
  await keyboard.press('Space')
  await expect(passwordField(page)).toHaveAttribute('type', 'text')
  await tabTo(page, page.getByRole('button', { name: 'Sign in', exact: true }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(`${own.farport.url}/logs`)

  const menu = page.getByRole('button', { name: /^Account menu/ })
  await tabTo(page, menu)
  await keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await expect(menu).not.toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(emailField(page)).toHaveValue(own.person.email)
})

test('a second factor is given, or a way around it found, with Tab and Enter', async ({ page }) => {
  await using inside = await own.open('/account/security')
  const { secret } = await callFrom<{ secret: string }>(inside, 'mfa/totp', {})
  await callFrom(inside, 'mfa/totp/verify', { code: totpCode(secret, -1) })
  await callFrom(inside, 'mfaPref', { method: 'SOFTWARE_TOKEN_MFA' })
  await page.goto(`${own.farport.url}/sign-in`)
  await expect(emailField(page)).toBeFocused()
  await page.keyboard.type(own.person.email)
  await page.keyboard.press('Enter')
  await expect(passwordField(page)).toBeFocused()
  await page.keyboard.type(own.person.password)
  await page.keyboard.press('Enter')
  const code = page.getByRole('textbox', { name: 'Verification code' })
  await expect(code).toBeFocused()
  await walkAtBothWidths(page, 'mfa-verify')
  await tabTo(page, page.getByRole('link', { name: /Recover your account/ }))
  await page.keyboard.press('Enter')
  await expect(emailField(page)).toBeFocused()
  await page.goBack()
  await expect(code).toBeFocused()
  await page.keyboard.type(totpCode(secret))
  await page.keyboard.press('Enter')
  await expect(devicesTitle(page)).toBeVisible()
})

const screens = {
  overview: '/account/overview',
  security: '/account/security',
  keys: '/account/accessKey',
  notifications: '/settings/notifications',
  options: '/settings/options',
  outbox: '/settings/outbox',
  'update-password': '/update-password',
  device: '/device',
}

test('every screen of an account is gone over with Tab', async () => {
  await using page = await own.open('/account/security')
  await addPasskeyDevice(page)
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  await own.proveIfAsked(page, page.getByText('The passkey was added.'))
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeFocused()
  await page.goto(`${own.farport.url}/account/accessKey`)
  await page.getByRole('button', { name: 'Generate Credentials' }).press('Enter')
  await page.getByRole('button', { name: 'I have kept it' }).press('Enter')
  await page.goto(`${own.farport.url}/settings/notifications`)
  await page.getByRole('switch', { name: 'Webhook' }).press('Space')
  await expect(page.getByRole('switch', { name: 'Webhook' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill(own.phone.url)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Send a test' }).press('Enter')
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible()

  for (const [name, path] of Object.entries(screens)) {
    await page.goto(own.farport.url + path)
    await expect(page.getByRole('main')).toBeVisible()
    await walkAtBothWidths(page, name)
  }
})

test('every dialog is opened with Enter, gone over with Tab, and left with Escape', async () => {
  await using page = await own.open('/account/overview')
  const dialog = page.getByRole('dialog')
  const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
  await openAndLeave(page, button('Change e-mail address'), dialog)
  await openAndLeave(page, button('Request deletion'), dialog)

  await page.goto(`${own.farport.url}/account/security`)
  await openAndLeave(page, button('Set up again: Authenticator app'), dialog)
  await openAndLeave(page, button('Use instead: Text message'), dialog)
  await openAndLeave(page, button('Use instead: Passkey'), dialog)
  await openAndLeave(page, button('New code'), dialog)
  await openAndLeave(page, button('Turn off'), dialog)
  await openAndLeave(page, button(/^Delete Linux/), dialog)
  await openAndLeave(page, button('Sign out everywhere'), dialog)

  await own.letProofsAge()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await openAndLeave(page, button('Add a passkey'), proof)

  await page.goto(`${own.farport.url}/account/accessKey`)
  const key = page.getByRole('list', { name: 'Access keys' }).getByRole('listitem').first()
  await key.getByRole('switch').press('Space')
  await expect(key.getByText('Disabled')).toBeVisible()
  await openAndLeave(page, key.getByRole('button', { name: 'Delete' }), dialog)
  await page.goto(`${own.farport.url}/settings/notifications`)
  await openAndLeave(page, button('Make a new secret'), dialog)
})

test('what is edited where it stands is taken back with Escape, and the focus stays there', async () => {
  await using page = await own.open('/account/security')
  const name = page.getByRole('button', { name: /^Name of the passkey/ })
  for (const key of ['Escape', 'Enter']) {
    await name.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Name of the passkey' })).toBeFocused()
    await page.keyboard.press(key)
    await expect(name).toBeFocused()
  }
})
