// Newcomers from a provider that does not say that the address is theirs, with oidc-provider in a real browser: the code
// that was mailed there and the terms make the account; and somebody who has the address already keeps it.

import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import { eventually, freePort, startSmtpSink, type SmtpSink } from '@farport/testkit'
import { expect, test, type Page } from '@playwright/test'
import { Provider } from 'oidc-provider'
import { examineInAllLooks, languages, picturesFolder, speak } from '../support/examine-screen.ts'
import { startInstallation, type Installation } from '../support/installation.ts'
import { walkByKeyboard } from '../support/walk-by-keyboard.ts'

test.describe.configure({ mode: 'serial' })

const domain = 'example.org'
let mails: SmtpSink
let provider: Server
let farport: Installation

test.beforeAll(async () => {
  const port = await freePort('127.0.0.1')
  const issuer = `http://127.0.0.1:${port}`
  const client = { client_id: 'farport', client_secret: randomBytes(32).toString('base64url') }
  mails = await startSmtpSink()
  farport = await startInstallation({
    environment: {
      SMTP_URL: mails.url,
      FARPORT_OKTA_ISSUER: issuer,
      FARPORT_OKTA_CLIENT_ID: client.client_id,
      FARPORT_OKTA_CLIENT_SECRET: client.client_secret,
    },
  })
  const oidc = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [`${farport.url}/auth/v1/provider/okta/callback`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@${domain}`, email_verified: false }),
    }),
  })
  provider = createServer(oidc.callback() as RequestListener) // Koa's, which returns a promise
  await new Promise<void>((resolve) => provider.listen(port, '127.0.0.1', resolve))
})
test.afterAll(async () => {
  provider.closeAllConnections()
  provider.close()
  await farport[Symbol.asyncDispose]()
  await mails[Symbol.asyncDispose]()
})

/** To the page that asks for the code, by the provider's pages. */
async function comeFromProvider(page: Page, name: string): Promise<void> {
  await page.goto(`${farport.url}/sign-in`)
  await page
    .getByRole('link', { name: /Okta/ })
    .or(page.getByRole('button', { name: /Okta/ }))
    .click()
  await page.locator('input[name="login"]').fill(name)
  await page.locator('input[name="password"]').fill('anything')
  await page.locator('button[type="submit"]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/sign-up\/provider\?/)
}

/** The newest. */
async function mailedCode(name: string, count = 1): Promise<string> {
  const to = `${name}@${domain}`
  const found = await eventually(() => mails.mails.filter((mail) => mail.to.includes(to))[count - 1], {
    what: `mail ${count} to ${to}`,
  })
  return /^[0-9a-z]{8}$/im.exec(found.text)?.[0] ?? ''
}

test('a newcomer types the mailed code, accepts the terms, and is in', async ({ page }) => {
  await comeFromProvider(page, 'newcomer')
  await expect(page.getByRole('heading', { name: 'Confirm your address' })).toBeVisible()
  await expect(page.getByText(/Okta does not say that newcomer@example\.org is yours/)).toBeVisible()
  const code = page.getByLabel('Verification code')
  await expect(code).toBeFocused()

  await code.fill('wrongone')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(code).toHaveAccessibleDescription(/code/i)

  // A page that was loaded again still knows who waits.
  await page.reload()
  await code.fill(await mailedCode('newcomer'))
  await code.press('Enter')
  await expect(page.getByText('Please accept the terms first.').last()).toBeVisible()
  await page.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('This account has no devices')).toBeVisible()

  await page.context().clearCookies({ domain: 'localhost' })
  await page.goto(`${farport.url}/auth/v1/provider/okta/start?next=/devices`)
  await expect(page.getByText('This account has no devices')).toBeVisible()
})

test('an address that somebody has here stays theirs, and who reads its mail is told', async ({ page, browser }) => {
  await comeFromProvider(page, 'second')
  await page.getByLabel('Verification code').fill(await mailedCode('second'))
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('This account has no devices')).toBeVisible()

  // Another person at the provider, who claims the same address.
  await using elsewhere = await browser.newContext()
  const stranger = await elsewhere.newPage()
  await comeFromProvider(stranger, 'SECOND')
  await stranger.getByLabel('Verification code').fill(await mailedCode('second', 2))
  await stranger.getByRole('checkbox').check()
  await stranger.getByRole('button', { name: 'Sign up' }).click()
  await expect(stranger.getByRole('alert')).toContainText('There is an account with this e-mail address already.')
})

test('the page is good to look at, and to go over with Tab', async ({ browser }) => {
  test.slow()
  for (const language of languages) {
    await using context = await browser.newContext()
    const page = await context.newPage()
    await comeFromProvider(page, `looks-${language}`)
    await speak(context, language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('checkbox')).toBeVisible()
    await walkByKeyboard(page, `sign-up-provider in ${language}`)
    await examineInAllLooks(page, 'sign-up-provider', picturesFolder === undefined ? [390] : undefined)
    await page.goto(`${farport.url}/sign-in`)
    await expect(page.getByText('Okta')).toBeVisible()
    await walkByKeyboard(page, `sign-in with a provider in ${language}`)
    await examineInAllLooks(page, 'sign-in-provider', picturesFolder === undefined ? [390] : undefined)
  }
})
