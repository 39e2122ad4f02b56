// A person's own profile and security in a real browser. One installation for all; what a test changes stays for the next.

import { eventually } from '@farport/testkit'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { startOwnAccount, type OwnAccount } from '../support/own-account.ts'
import { addPasskeyDevice, withoutSuggestions } from '../support/passkey-device.ts'
import { devicesTitle, givePassword } from '../support/portal-doors.ts'
import { totpCode } from '../support/totp.ts'

test.describe.configure({ mode: 'serial' })

let own: OwnAccount
test.beforeAll(async ({ browser }) => {
  own = await startOwnAccount(browser)
})
test.afterAll(() => own[Symbol.asyncDispose]())

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

test('the profile says who somebody is, and speaks their language', async () => {
  await using page = await own.open('/devices')
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await expect(page).toHaveURL(/\/account\/overview$/)
  await expect(page.getByText(own.person.email).nth(1)).toBeVisible()
  await expect(page.getByText(/^Member since \w+ \d+, 20\d\d$/)).toBeVisible()

  await page.getByRole('combobox', { name: 'Language' }).selectOption('日本語')
  await expect(page.getByRole('heading', { name: 'アカウント', level: 1 })).toBeVisible()
  await page.reload()
  await page.getByRole('combobox', { name: '言語' }).selectOption('English')
  await expect(page.getByText('Language changed to English')).toBeVisible()

  await page.getByRole('combobox', { name: 'Time zone of mails' }).fill('Tokyo')
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
  await expect(page.getByText('Time zone changed to Asia/Tokyo')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Time zone of mails' })).toHaveValue('Asia/Tokyo')
})

test('another address counts once its owner has opened the link', async () => {
  await using page = await own.open('/account/overview')
  await page.getByRole('button', { name: 'Change e-mail address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change e-mail address' })
  await dialog.getByLabel('New e-mail address').fill('nonsense')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByText('Invalid format.')).toBeVisible()
  await dialog.getByLabel('New e-mail address').fill('Ann.New@example.com')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await own.proveIfAsked(page, page.getByText('Verification sent.'))
  await expect(section(page, 'E-mail address')).toContainText('Open the link in the mail to ann.new@example.com')

  // The mail waits in the outbox; its link is followed from there.
  await page.goto(`${own.farport.url}/settings/outbox`)
  await page
    .getByRole('link', { name: /Confirm your new address/ })
    .first()
    .click()
  await page.getByRole('main').getByRole('link', { name: 'Open link' }).click()
  await expect(page.getByText('Email modified successfully.')).toBeVisible()
  await expect(page).toHaveURL(/\/account\/overview$/)
  await expect(page.getByRole('button', { name: 'Account menu: ann.new@example.com' })).toBeVisible()
  own.person.email = 'ann.new@example.com'

  // A used link says so.
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Open link' }).click()
  await expect(page.getByText(/^This link has been used already/)).toBeVisible()
})

test('whoever did not want another address brings the former one back', async ({ browser }) => {
  await using page = await own.open('/settings/outbox')
  await page
    .getByRole('link', { name: /The address of your Farport account was changed/ })
    .first()
    .click()
  const link = page.getByRole('main').getByRole('link', { name: 'Open link' })
  expect(await link.getAttribute('href')).toMatch(/\/restore-email\?token=/)
  await using stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`${own.farport.url}/restore-email?token=${'x'.repeat(43)}`)
  await stranger.getByRole('button', { name: 'Change it back' }).click()
  await expect(stranger.getByText('This link has been used already, or it is too old.')).toBeVisible()
})

test('asking for the deletion of an account needs a reason', async () => {
  await using page = await own.open('/account/overview')
  await page.getByRole('button', { name: 'Request deletion' }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Send request' })
  await expect(dialog.getByRole('group', { name: 'Why are you leaving?' }).getByRole('checkbox')).toHaveCount(11)
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('textbox', { name: 'Something else' }).fill('x')
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('textbox', { name: 'Something else' }).fill('xy')
  await expect(send).not.toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('textbox', { name: 'Something else' }).fill('')
  await dialog.getByRole('checkbox', { name: 'It costs too much' }).check()
  await dialog.getByRole('checkbox', { name: 'You may contact me' }).check()
  await expect(dialog.getByText('It takes 3 to 5 business days.')).toBeVisible()
  await send.click()
  await expect(page.getByText('Your account delete request has been sent.').first()).toBeVisible()
})

test('a password is changed by who knows the current one', async () => {
  await using page = await own.open('/account/security')
  const form = section(page, 'Password')
  const change = async (current: string, next: string) => {
    await form.getByLabel('Current password').fill(current)
    await form.getByLabel('New password', { exact: true }).fill(next)
    await form.getByLabel('New password, once more').fill(next)
    await form.getByRole('button', { name: 'Change password' }).click()
  }
  await change('not my password', 'another horse battery staple')
  await expect(form.getByText(/^Change password error: /)).toBeVisible()
  await change(own.person.password, 'another horse battery staple')
  await expect(page.getByText('Password Changed Successfully')).toBeVisible()
  await expect(form.getByLabel('Current password')).toHaveValue('')
  own.person.password = 'another horse battery staple'
})

test('an authenticator app becomes the second factor, and is asked for', async ({ browser }) => {
  await using page = await own.open('/account/security')
  const factors = section(page, 'Two-factor authentication')
  await factors.getByRole('button', { name: 'Set up: Authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await own.proveIfAsked(page, dialog)
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  const code = totpCode(secret)
  await dialog.getByLabel('Code of the app').fill(code === '123456' ? '654321' : '123456')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog.getByText(/^Invalid TOTP Code\. \(/)).toBeVisible()
  await dialog.getByLabel('Code of the app').fill(totpCode(secret).replace(/(...)/, '$1 '))
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog.getByText('Keep your recovery code')).toBeVisible()
  expect(await dialog.locator('code').textContent()).toMatch(/^\S{36}$/)
  const done = dialog.getByRole('button', { name: 'Done' })
  await expect(done).toHaveAttribute('aria-disabled', 'true')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download as a file' }).click()
  expect((await download).suggestedFilename()).toBe('farport-recovery-code.txt')
  await dialog.getByRole('checkbox', { name: 'I have kept it' }).check()
  await done.click()
  await expect(page.getByText('Two-factor authentication enabled successfully.')).toBeVisible()
  await expect(factors.getByText('On', { exact: true })).toBeVisible()

  const elsewhere = await browser.newContext()
  await using other = await elsewhere.newPage()
  await other.goto(`${own.farport.url}/sign-in`)
  await givePassword(other, own.person)
  await expect(other).toHaveURL(/\/mfa-verify/)
  await other.getByLabel('Code', { exact: true }).or(other.getByRole('textbox')).first().fill(totpCode(secret, 1))
  await other.getByRole('button', { name: 'Verify' }).click()
  await expect(devicesTitle(other)).toBeVisible()

  // Both sessions are listed; the other one is ended from here.
  await page.reload()
  const sessions = section(page, 'Where you are signed in')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByText('This session')).toHaveCount(1)
  await sessions.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(other).toHaveURL(/\/sign-in/)
  await elsewhere.close()

  await factors.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await own.proveIfAsked(page, page.getByText('Two-factor authentication is off.'))
  await expect(factors.getByRole('button', { name: 'Set up: Authenticator app' })).toBeVisible()
})

test('a phone becomes the second factor with the code that came by text message', async () => {
  await using page = await own.open('/account/security')
  const factors = section(page, 'Two-factor authentication')
  await factors.getByRole('button', { name: 'Set up: Text message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up text messages' })
  await expect(dialog.getByRole('combobox', { name: 'Country' })).toHaveValue('United States (+1)')
  await dialog.getByLabel('Phone number').fill('12')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This is not a phone number of that country.')).toBeVisible()
  await dialog.getByLabel('Phone number').fill('(415) 555-2671')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await own.proveIfAsked(page, dialog.getByText(/We have sent a code to \+14155552671/))
  const message = await eventually(() => own.phone.received.at(-1)?.body, { what: 'a text message' })
  expect(message).toContain('"to":"+14155552671"')
  const code = /\b\d{6}\b/.exec(message.slice(message.indexOf('"text"')))?.[0] ?? ''
  await dialog.getByLabel('Code').fill(code === '000000' ? '000001' : '000000')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog.getByText(/^Phone verification error: /)).toBeVisible()
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await dialog.getByRole('checkbox', { name: 'I have kept it' }).check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(factors.getByText('Codes go to +14155552671')).toBeVisible()
  await factors.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Two-factor authentication is off.')).toBeVisible()
})

test('a passkey is added, renamed, used and deleted', async () => {
  await using page = await own.open('/account/security')
  const device = await addPasskeyDevice(page)
  const passkeys = section(page, 'Passkeys')
  await expect(passkeys.getByText('No passkeys yet')).toBeVisible()
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await own.proveIfAsked(page, page.getByText('The passkey was added.'))
  await passkeys.getByRole('button', { name: /^Name of the passkey: Linux/ }).click()
  await passkeys.getByRole('textbox', { name: 'Name of the passkey' }).fill('My laptop')
  await page.keyboard.press('Enter')
  await expect(passkeys.getByRole('button', { name: /^Name of the passkey: My laptop/ })).toBeVisible()
  await expect(passkeys.getByText('Never used')).toBeVisible()

  // Out of everything, and in again with nothing but the passkey.
  await withoutSuggestions(page)
  await device.ignore()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await page.reload()
  await device.confirm()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/account\/security/)
  await expect(passkeys.getByText(/Last used/)).toBeVisible()

  await passkeys.getByRole('button', { name: 'Delete My laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await own.proveIfAsked(page, page.getByText('The passkey “My laptop” was deleted.'))
  await expect(passkeys.getByText('No passkeys yet')).toBeVisible()
})
