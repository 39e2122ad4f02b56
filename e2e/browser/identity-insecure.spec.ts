// The doors where the page came over plain HTTP from another machine: browsers have no passkeys there, and whoever stands in
// between reads the password.

import { freePort } from '@farport/testkit'
import { expect, test } from '@playwright/test'
import { startInstallation } from '../support/installation.ts'
import { emailField, passwordField } from '../support/portal-doors.ts'
import configuration from './playwright.config.ts'

const { launchOptions } = configuration.use ?? {}
// A name that is not localhost, for this machine.
const host = 'farport.test'
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  },
})

test('says so, and leads to the secure address; nothing is offered that cannot work', async ({ page }) => {
  await using farport = await startInstallation()
  const { port } = new URL(farport.url)
  await page.goto(`http://${host}:${port}/sign-in?next=%2Flogs`)
  await expect(emailField(page)).toBeVisible()
  await expect(page.getByText(/^This connection is not encrypted/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Use a secure session' })).toHaveAttribute(
    'href',
    `https://${host}/sign-in?next=%2Flogs`,
  )
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden()

  await page.goto(`${farport.url}/sign-in`)
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await expect(page.getByText(/^This connection is not encrypted/)).toBeHidden()
})

test('all else works there: somebody comes in, and copies a key', async ({ page }) => {
  const port = await freePort()
  const publicUrl = `http://${host}:${port}`
  await using farport = await startInstallation({
    environment: { FARPORT_PUBLIC_URL: publicUrl },
    place: {
      port,
      args: [],
      commandFor: (command, args) => ({ command, args: [...args] }),
      url: `http://localhost:${port}`,
    },
  })
  const [link] = await farport.launcher.printed(/http\S+\/welcome\?token=\S+/)
  await page.goto(link)
  await emailField(page).fill('operator@example.com')
  await passwordField(page).fill('correct horse battery staple')
  await page.getByLabel('Password, once more').fill('correct horse battery staple')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByText('This account has no devices')).toBeVisible()
  expect(page.url()).toContain(publicUrl)

  await page.goto(`${publicUrl}/account/security`)
  await expect(page.getByText('No passkeys yet')).toBeVisible()
  await expect(page.getByText(/^Browsers have passkeys on encrypted pages only/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden()
  await page.goto(`${publicUrl}/account/accessKey`)
  const developer = page.getByRole('group', { name: 'Developer API key' })
  await developer.getByRole('button', { name: 'Copy developer key' }).click()
  await developer.getByRole('button', { name: 'Show' }).click()
  const key = await developer.locator('span').first().textContent()
  await page.goto(`${publicUrl}/account/overview`)
  await page.getByRole('button', { name: 'Change e-mail address' }).click()
  await page.getByLabel('New e-mail address').press('Control+V')
  await expect(page.getByLabel('New e-mail address')).toHaveValue(key ?? '')
})
