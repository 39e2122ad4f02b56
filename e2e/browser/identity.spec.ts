// The portal's doors in a real browser: into an account and out of it, by every way, and what happens when something fails.

import { eventually, startSmtpSink, type SmtpSink } from '@farport/testkit'
import { expect, test, type Page } from '@playwright/test'
import { startInstallation, type Installation } from '../support/installation.ts'
import { linkIn } from '../support/person.ts'
import {
  callFrom,
  emailField,
  givePassword,
  passwordField,
  signOut,
  signUpAs,
  tracesOf,
} from '../support/portal-doors.ts'
import { totpCode } from '../support/totp.ts'

test.describe.configure({ mode: 'serial' })

let mails: SmtpSink
let farport: Installation
const ann = { email: 'ann@example.com', password: 'correct horse battery staple' }
const bea = { email: 'bea@example.com', password: 'another horse battery' }

test.beforeAll(async () => {
  mails = await startSmtpSink()
  farport = await startInstallation({ environment: { SMTP_URL: mails.url } })
})
test.afterAll(async () => {
  await farport[Symbol.asyncDispose]()
  await mails[Symbol.asyncDispose]()
})

/** Past the loading screen, on a page behind the sign-in. */
const isIn = (page: Page) => expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
const openAs = async (page: Page, person: typeof ann, path = '/devices') => {
  await page.goto(farport.url + path)
  await givePassword(page, person)
}
/** The code of the newest mail of that kind. */
async function mailedCode(subject: RegExp): Promise<string> {
  const isIt = (mail: { to: string[]; subject: string }) => mail.to.includes(ann.email) && subject.test(mail.subject)
  const mail = await eventually(() => mails.mails.findLast(isIt), { what: `a mail: ${subject}` })
  return /^[0-9a-z]{6,}$/m.exec(mail.text)?.[0] ?? ''
}

/** The addresses that the page goes to, as a browser's history has them. */
function watchAddresses(page: Page): () => string[] {
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  return () => addresses
}

test('a newcomer signs up with the keyboard alone, and comes to where they wanted to go', async ({ page }) => {
  const { keyboard } = page
  const visited = watchAddresses(page)
  await page.goto(`${farport.url}/logs`)
  await expect(emailField(page)).toBeFocused()
  await page.getByRole('link', { name: 'Create an account' }).focus()
  await keyboard.press('Enter')
  await expect(emailField(page)).toBeFocused()
  await keyboard.type(ann.email)
  await keyboard.press('Tab')
  await keyboard.type('correct')
  await expect(page.getByRole('meter', { name: 'Password strength' })).toHaveAttribute('aria-valuetext', /Weak|Fair/)
  await keyboard.type(ann.password.slice('correct'.length))
  await expect(page.getByText('Strong')).toBeVisible()
  // Past the button that shows the password.
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.type(`${ann.password}!`)
  await keyboard.press('Enter')
  await expect(page.getByText('The passwords do not match')).toBeVisible()
  await keyboard.press('Backspace')
  await page.getByRole('checkbox').focus()
  await keyboard.press('Space')
  await expect(page.getByText('You are not a robot')).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()

  await page.goto(linkIn(await mails.mailTo(ann.email)))
  await page.getByRole('link', { name: 'Continue to sign in' }).press('Enter')
  await expect(emailField(page)).toBeFocused()
  await keyboard.type(ann.email)
  await keyboard.press('Enter')
  await expect(passwordField(page)).toBeFocused()
  await keyboard.type(ann.password)
  await keyboard.press('Enter')
  await isIn(page)
  await expect(page).toHaveURL(`${farport.url}/logs`)
  expect(await tracesOf(page)).not.toContain(ann.password)
  expect(visited().filter((address) => address.includes(encodeURIComponent(ann.password)))).toEqual([])
})

test('whoever opens the mailed link in another browser chooses the password there', async ({ page, browser }) => {
  await page.goto(`${farport.url}/sign-up/${encodeURIComponent(bea.email)}`)
  await signUpAs(page, bea)
  const elsewhere = await browser.newPage()
  await elsewhere.goto(linkIn(await mails.mailTo(bea.email)))
  await expect(elsewhere.getByRole('heading', { name: 'Choose a password' })).toBeVisible()
  expect(elsewhere.url()).toBe(`${farport.url}/sign-up/password`)
  await passwordField(elsewhere).fill(bea.password)
  await elsewhere.getByLabel('Password, once more').fill(bea.password)
  await elsewhere.getByRole('checkbox').check()
  await elsewhere.getByRole('button', { name: 'Sign up' }).click()
  await elsewhere.getByRole('link', { name: 'Continue to sign in' }).click()
  await givePassword(elsewhere, bea)
  await isIn(elsewhere)
  await elsewhere.close()
})

test('an account that exists already is pointed out, with what may help', async ({ page }) => {
  await page.goto(`${farport.url}/sign-up`)
  await signUpAs(page, ann)
  await expect(page.getByText('There is an account with this address already.')).toBeVisible()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText('Verification sent.')).toBeVisible()
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(emailField(page)).toHaveValue(ann.email)
})

test('wrong credentials, and none, are said so', async ({ page }) => {
  await page.goto(`${farport.url}/sign-in`)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Please enter a username and password')).toBeVisible()
  await givePassword(page, { ...ann, password: 'wrong password' })
  await expect(page.getByRole('alert')).toContainText('Login failed.')
  await passwordField(page).fill('')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Please enter a username and password')).toBeVisible()
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(passwordField(page)).toHaveAttribute('type', 'text')
})

test('who wants to be remembered finds the address again, and a way back through a provider says what failed', async ({
  page,
}) => {
  await page.goto(`${farport.url}/sign-in`)
  await page.getByRole('checkbox', { name: 'Remember me' }).check()
  await givePassword(page, ann)
  await isIn(page)
  await signOut(page)
  await expect(emailField(page)).toHaveValue(ann.email)
  await page.goto(`${farport.url}/sign-in?error=PROVIDER_EMAIL_TAKEN&provider=google`)
  await expect(page.getByRole('alert')).toContainText('There is an account with this e-mail address already.')
  await page.goto(`${farport.url}/sign-in?error=%3Cscript%3E`)
  await expect(page.getByRole('alert')).toContainText('Sign in failed, please try again.')
})

test('a forgotten password is replaced with the code of the mail', async ({ page }) => {
  await page.goto(`${farport.url}/sign-in`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The page before has such a field, too.
  await page.waitForURL('**/forgot-password*')
  await emailField(page).fill(` ${ann.email.toUpperCase()} `)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(`If there is an account with ${ann.email}`)).toBeVisible()
  const code = await mailedCode(/password/)
  const changed = 'a new horse battery staple'
  await passwordField(page).fill(changed)
  await page.getByLabel('Password, once more').fill(changed)
  const codeField = page.getByRole('textbox', { name: 'Verification code' })
  await codeField.fill(code.replace(/^./, (letter) => (letter === 'a' ? 'b' : 'a')))
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid Email Code')
  await codeField.fill(` ${code} `)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Your password has been changed.')).toBeVisible()
  ann.password = changed
  await givePassword(page, ann)
  await isIn(page)
  await page.goto(`${farport.url}/update-password`)
  await page.getByLabel('Current password').fill('not this one')
  await passwordField(page).fill('a third horse battery')
  await page.getByLabel('Password, once more').fill('a third horse battery')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await page.getByLabel('Current password').fill(ann.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password Changed Successfully')).toBeVisible()
  ann.password = 'a third horse battery'
})

test('the windows of a browser sign in and out together', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto(`${farport.url}/settings/options`)
  await openAs(page, ann, '/logs')
  await isIn(page)
  await isIn(other)
  await expect(other).toHaveURL(`${farport.url}/settings/options`)
  await signOut(other)
  await expect(emailField(page)).toBeVisible()
  await expect(page.getByText('Session Expired')).toBeHidden()
})

test('whoever signs in next is there in every window, and nothing of the one before', async ({ page, context }) => {
  const windows = [page, await context.newPage(), await context.newPage()]
  const [first = page, second = page, third = page] = windows
  await openAs(first, ann)
  for (const other of [second, third]) {
    await other.goto(`${farport.url}/account/overview`)
    await expect(other.getByRole('main').getByText(ann.email).first()).toBeVisible()
  }
  await signOut(second)
  for (const one of windows) await expect(emailField(one)).toBeVisible()
  await givePassword(third, bea)
  for (const one of windows) {
    await expect(one.getByRole('button', { name: `Account menu: ${bea.email}` })).toBeVisible()
    await expect(one.getByText(ann.email)).toHaveCount(0)
  }
  await signOut(first)
  for (const one of windows) await expect(emailField(one)).toBeVisible()
})

test('a window that was asleep learns what it has missed', async ({ page, browser }) => {
  await page.clock.install()
  let isAwake = true
  // As after a sleep: the connection looks well, and nothing comes any more.
  await page.routeWebSocket(/\/events\/v1/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => isAwake && socket.send(message))
    server.onClose(() => isAwake && void socket.close())
  })
  await openAs(page, ann, '/logs')
  await isIn(page)
  isAwake = false
  await using elsewhere = await (await browser.newContext()).newPage()
  await openAs(elsewhere, ann)
  await isIn(elsewhere)
  await callFrom(elsewhere, 'globalSignout', {})
  await expect(elsewhere.getByText('Session Expired')).toBeVisible()
  await isIn(page)
  isAwake = true
  await page.clock.fastForward(11 * 60_000)
  await expect(page.getByText('Session Expired')).toBeVisible()
  await givePassword(page, ann)
  await expect(page).toHaveURL(`${farport.url}/logs`)
})

test('a cookie that has run out is renewed once for all windows; a lost session is said so in all', async ({
  page,
  context,
}) => {
  await openAs(page, ann)
  await isIn(page)
  const other = await context.newPage()
  await other.goto(`${farport.url}/logs`)
  await isIn(other)
  let renewals = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/auth/v1/token')) renewals += 1
  })
  await context.clearCookies({ name: /farport\.access$/ })
  await Promise.all([
    page.getByRole('button', { name: /^Refresh/ }).click(),
    other.getByRole('button', { name: /^Refresh/ }).click(),
  ])
  await expect
    .poll(async () => (await context.cookies()).some(({ name }) => name.endsWith('farport.access')))
    .toBe(true)
  await page.getByRole('link', { name: 'Logs' }).first().click()
  await expect(
    page
      .getByRole('main')
      .getByText(/signed in/)
      .first(),
  ).toBeVisible()
  await isIn(other)
  expect(renewals).toBe(1)

  await context.clearCookies()
  await page.getByRole('button', { name: /^Refresh/ }).click()
  await expect(page.getByText('Session Expired')).toBeVisible()
  await expect(other.getByText('Session Expired')).toBeVisible()
  await givePassword(other, ann)
  await isIn(page)
  await expect(page).toHaveURL(`${farport.url}/logs`)
})

test('without a network, that is said, inside and before the door', async ({ page, context }) => {
  const banner = page.getByText('Internet access is required.')
  await page.goto(`${farport.url}/sign-in`)
  await expect(emailField(page)).toBeVisible()
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  await emailField(page).fill(ann.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^The server cannot be reached/)).toBeVisible()
  await context.setOffline(false)
  await expect(banner).toBeHidden()
  await givePassword(page, ann)
  await isIn(page)
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  await context.setOffline(false)
  await expect(banner).toBeHidden()
})

test('a program is let in by its code, once its owner has signed in', async ({ page }) => {
  const ask = async (client: string) => {
    const answer = await fetch(`${farport.url}/auth/v1/device/code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client }),
    })
    return (await answer.json()) as { userCode: string; deviceCode: string } // as the contract has it
  }
  const tokenOf = async (deviceCode: string) => {
    const answer = await fetch(`${farport.url}/auth/v1/device/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ deviceCode }),
    })
    return (await answer.json()) as object // as the contract has it
  }
  const first = await ask('farport (command line)')
  await page.goto(`${farport.url}/device?code=${first.userCode}`)
  await givePassword(page, ann)
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue(first.userCode)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Allow farport (command line)?' })).toBeVisible()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('heading', { name: 'You are connected' })).toBeVisible()
  expect(await tokenOf(first.deviceCode)).toMatchObject({ user: { email: ann.email } })

  const second = await ask('something odd')
  await page.goto(`${farport.url}/device`)
  await page.getByRole('textbox', { name: 'Code' }).fill(second.userCode.toLowerCase().replace('-', ''))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible()
  expect(await tokenOf(second.deviceCode)).toMatchObject({ code: 'ACCESS_DENIED' })

  await page.goto(`${farport.url}/device?code=${second.userCode}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
})

test('a second factor is asked for, also after a reload; who has lost it recovers the account', async ({ page }) => {
  const visited = watchAddresses(page)
  await openAs(page, ann, '/logs')
  await isIn(page)
  const { secret } = await callFrom<{ secret: string }>(page, 'mfa/totp', {})
  await callFrom(page, 'mfa/totp/verify', { code: totpCode(secret, -1) })
  const { backupCode } = await callFrom<{ backupCode: string }>(page, 'mfaPref', { method: 'SOFTWARE_TOKEN_MFA' })
  await signOut(page)

  await openAs(page, ann, '/settings/options')
  await expect(page).toHaveURL(/\/mfa-verify/)
  await page.reload()
  const code = page.getByRole('textbox', { name: 'Verification code' })
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await page.keyboard.type('12345')
  await expect(page.getByRole('button', { name: 'Verify' })).toHaveAttribute('aria-disabled', 'true')
  const right = totpCode(secret)
  await code.fill(right === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Invalid Code')
  await code.fill(` ${totpCode(secret)} `)
  await page.keyboard.press('Enter')
  await isIn(page)
  await expect(page).toHaveURL(`${farport.url}/settings/options`)
  await signOut(page)

  await openAs(page, ann)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(emailField(page)).toBeVisible()
  await openAs(page, ann)
  await page.getByRole('link', { name: /Recover your account/ }).click()
  await emailField(page).fill(ann.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  const emailCode = await mailedCode(/recover/)
  await page.getByLabel('E-mailed code').fill(emailCode)
  await expect(page.getByRole('button', { name: 'Recover account' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Recovery code').fill('x'.repeat(36))
  await page.getByRole('button', { name: 'Recover account' }).click()
  await expect(page.getByText('Backup code is invalid, please double check and try again!')).toBeVisible()
  expect(await page.getByRole('link', { name: 'Lost your recovery code?' }).getAttribute('href')).toMatch(/^mailto:/)
  await page.reload()
  await page.getByLabel('E-mailed code').fill(emailCode)
  await page.getByLabel('Recovery code').fill(backupCode.toUpperCase())
  await page.getByRole('button', { name: 'Recover account' }).click()
  await isIn(page)
  // Nothing that lets anybody in stays behind in the browser.
  const traces = await tracesOf(page)
  for (const canary of [ann.password, secret, backupCode, emailCode]) {
    expect(traces.toLowerCase()).not.toContain(canary.toLowerCase())
    expect(visited().filter((address) => address.includes(encodeURIComponent(canary)))).toEqual([])
  }
})

test('the language is the one of the account in every browser, until somebody chooses another at the door', async ({
  browser,
}) => {
  const open = async (locale: string) => (await browser.newContext({ locale })).newPage()
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
  // Bea signed up in English.
  await using japanese = await open('ja-JP')
  await japanese.goto(`${farport.url}/account/overview`)
  await expect(japanese.getByRole('heading', { name: 'Farport にサインイン' })).toBeVisible()
  await japanese.locator('input[name=email]').fill(bea.email)
  await japanese.keyboard.press('Enter')
  await japanese.locator('input[name=password]').fill(bea.password)
  await japanese.keyboard.press('Enter')
  await expect(heading(japanese, 'Account')).toBeVisible()
  await japanese.reload()
  await expect(heading(japanese, 'Account')).toBeVisible()

  await using english = await open('en-US')
  await english.goto(`${farport.url}/account/overview`)
  await english.getByRole('button', { name: 'English' }).click()
  await english.getByRole('menuitem', { name: '日本語' }).click()
  await english.locator('input[name=email]').fill(bea.email)
  await english.keyboard.press('Enter')
  await english.locator('input[name=password]').fill(bea.password)
  await english.keyboard.press('Enter')
  await expect(heading(english, 'アカウント')).toBeVisible()
  // It is the account that knows it: the other browser has it, too.
  await expect
    .poll(async () => {
      await japanese.reload()
      return japanese.getByRole('heading', { level: 1 }).textContent()
    })
    .toBe('アカウント')
})
