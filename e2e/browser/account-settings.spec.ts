// Access keys, notifications and the outbox in a real browser, and how all screens of the account look.

import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createTempDir, runProgram } from '@farport/testkit'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { examineInAllLooks, languages, picturesFolder, speak, widths } from '../support/examine-screen.ts'
import { clone } from '../support/installation.ts'
import { startOwnAccount, type OwnAccount } from '../support/own-account.ts'
import { addPasskeyDevice } from '../support/passkey-device.ts'
import { callFrom } from '../support/portal-doors.ts'
import { totpCode } from '../support/totp.ts'

test.describe.configure({ mode: 'serial' })

let own: OwnAccount
test.beforeAll(async ({ browser }) => {
  own = await startOwnAccount(browser)
})
test.afterAll(() => own[Symbol.asyncDispose]())

test('an access key opens the command line until it is disabled, by keyboard alone', async () => {
  await using page = await own.open('/account/accessKey')
  const press = async (target: Locator, key: string) => {
    await target.focus()
    await page.keyboard.press(key)
  }
  await press(page.getByRole('button', { name: 'Generate Credentials' }), 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Your new access key' })
  await own.proveIfAsked(page, dialog)
  const secretBox = dialog.getByRole('group', { name: 'Secret' })
  await expect(secretBox).toContainText('•••')
  await press(secretBox.getByRole('button', { name: 'Show' }), 'Space')
  await expect(secretBox).toContainText(/[A-Za-z0-9+/]{20,}/)
  // Escape does not throw away what is shown only once.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  const downloading = page.waitForEvent('download')
  await press(dialog.getByRole('button', { name: 'Download' }), 'Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('credentials')

  await using home = await createTempDir('account')
  const folder = join(home.path, '.farport')
  await mkdir(folder)
  await download.saveAs(join(folder, 'credentials'))
  await chmod(join(folder, 'credentials'), 0o600)
  const environment = { FARPORT_CONFIG_DIR: folder, FARPORT_SERVER_URL: own.farport.url }
  const listDevices = () =>
    runProgram({ module: join(clone, 'apps/cli/src/main.ts'), args: ['devices', 'list'], input: '', environment })
  const answer = await listDevices()
  expect([answer.code, answer.output]).toEqual([0, expect.stringContaining('There are no devices.')])

  await press(dialog.getByRole('button', { name: 'I have kept it' }), 'Enter')
  await page.reload()
  const keys = page.getByRole('list', { name: 'Access keys' })
  await expect(keys.getByText(/Last used/)).toBeVisible()
  const remove = keys.getByRole('button', { name: 'Delete' })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await press(keys.getByRole('switch'), 'Space')
  await expect(keys.getByText('Disabled')).toBeVisible()
  expect((await listDevices()).code).not.toBe(0)
  await press(remove, 'Enter')
  const confirm = page.getByRole('dialog', { name: 'Delete this access key?' })
  await expect(confirm.getByLabel('Type DELETE to confirm')).toBeFocused()
  await page.keyboard.type('delete')
  await page.keyboard.press('Enter')
  await expect(confirm.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await confirm.getByLabel('Type DELETE to confirm').fill('DELETE')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The access key was deleted.')).toBeVisible()
  await expect(page.getByText('No access keys')).toBeVisible()
})

test('there are two access keys at most, and a developer key to copy', async () => {
  await using page = await own.open('/account/accessKey')
  const generate = page.getByRole('button', { name: 'Generate Credentials' })
  for (const count of [1, 2]) {
    await generate.click()
    const kept = page.getByRole('dialog').getByRole('button', { name: 'I have kept it' })
    await own.proveIfAsked(page, kept)
    await kept.click()
    await expect(page.getByText(`${count} of 2 access keys`)).toBeVisible()
  }
  await expect(generate).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Never used')).toHaveCount(2)
  const developer = page.getByRole('group', { name: 'Developer API key' })
  await developer.getByRole('button', { name: 'Show' }).click()
  await expect(developer).not.toContainText('•')
  await expect(page.getByText('Do not share it')).toBeVisible()
  const keys = page.getByRole('list', { name: 'Access keys' })
  for (const left of [1, 0]) {
    const first = keys.getByRole('listitem').first()
    await first.getByRole('switch').press('Space')
    await expect(first.getByText('Disabled')).toBeVisible()
    await first.getByRole('button', { name: 'Delete' }).click()
    await page.getByLabel('Type DELETE to confirm').fill('DELETE')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(`${left} of 2 access keys`)).toBeVisible()
  }
})

test('notifications go where somebody wants them', async () => {
  await using page = await own.open('/settings/notifications')
  const byMail = page.getByRole('switch', { name: 'Email' })
  await byMail.press('Space')
  await expect(byMail).toBeEnabled()
  await page.reload()
  await expect(byMail).toBeChecked()
  await page.getByRole('button', { name: /^Address for notifications/ }).click()
  await page.getByRole('textbox', { name: 'Address for notifications' }).fill('alarms@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Waiting for confirmation')).toBeVisible()

  const url = page.getByRole('textbox', { name: 'Webhook URL' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const webhook = page.getByRole('switch', { name: 'Webhook' })
  await expect(url).toBeDisabled()
  await webhook.press('Space')
  await expect(page.getByText('Please provide a valid URL')).toBeVisible()
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await url.fill('example')
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await url.fill(` ${own.phone.url} `)
  await save.click()
  await expect(page.getByText('Saved')).toBeVisible()
  await expect(save).toHaveAttribute('aria-disabled', 'true')

  const secret = page.getByRole('group', { name: 'Signing secret' })
  await secret.getByRole('button', { name: 'Show' }).click()
  await expect(secret).toContainText(/whsec_\S+/)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('The test arrived.')).toBeVisible()
  const deliveries = page.getByRole('list', { name: 'Deliveries' })
  await expect(deliveries.getByText('Delivered')).toBeVisible()
  await deliveries.getByText('Message').click()
  await expect(deliveries.getByText(own.phone.url)).toBeVisible()
  own.phone.answer(500)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText(/^The test did not arrive: /)).toBeVisible()
  own.phone.answer(200)

  await webhook.press('Space')
  await expect(url).toHaveValue('')
  await expect(webhook).toBeEnabled()
  await byMail.press('Space')
  await expect(byMail).not.toBeChecked()
})

test('the operator finds and reads the mails that wait', async () => {
  await using page = await own.open('/settings/outbox')
  await expect(page.getByText(/^No mail server is configured/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Search mails' }).or(page.getByRole('searchbox')).first().fill('alarms@')
  await expect(page).toHaveURL(/q=alarms/)
  const list = page.getByRole('region', { name: 'Outbox' })
  await expect(list.getByRole('link')).toHaveCount(1)
  await list.getByRole('link').click()
  const formatted = page.frameLocator('iframe')
  await expect(formatted.getByRole('link', { name: 'Yes, send them here' })).toBeVisible()
  await page.getByText('Text', { exact: true }).click()
  await expect(page.locator('pre')).toContainText('Notifications by e-mail')
  await page.goto(`${own.farport.url}/settings/outbox?q=nothing-like-this`)
  await expect(page.getByText('Your search returned no results')).toBeVisible()
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(list.getByRole('link').first()).toBeVisible()
})

interface Screen {
  path: string
  /** What opens over the page. Elements are found by their place, since their names are translated. */
  open?: ((page: Page) => Promise<void>) | undefined
}

const openDialog = (button: (main: Locator) => Locator) => async (page: Page) => {
  await button(page.getByRole('main')).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}
async function toTheEnd(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.getByRole('main').getByRole('button').last().scrollIntoViewIfNeeded()
}
const buttonNamed = (name: RegExp) => openDialog((main) => main.getByRole('button', { name }))

const screens: Readonly<Record<string, Screen>> = {
  account: { path: '/account' },
  overview: { path: '/account/overview' },
  security: { path: '/account/security' },
  keys: { path: '/account/accessKey' },
  notifications: { path: '/settings/notifications' },
  outbox: { path: '/settings/outbox' },
  mail: {
    path: '/settings/outbox',
    async open(page) {
      await page.getByRole('main').getByRole('link').first().click()
      await expect(page.locator('iframe')).toBeVisible()
    },
  },
  restore: { path: '/restore-email?token=x' },
  // For the pictures: what stands further down.
  ...(picturesFolder === undefined
    ? {}
    : {
        'security-below': { path: '/account/security', open: toTheEnd },
        'notifications-below': { path: '/settings/notifications', open: toTheEnd },
      }),
}
const dialogs: Readonly<Record<string, Screen>> = {
  deletion: { path: '/account/overview', open: buttonNamed(/Request deletion|削除を依頼/) },
  email: { path: '/account/overview', open: buttonNamed(/Change e-mail address|メールアドレスを変更/) },
  app: { path: '/account/security', open: buttonNamed(/: (Authenticator app|認証アプリ)/) },
  sms: { path: '/account/security', open: buttonNamed(/: (Text message|SMS)/) },
  'turn-off': { path: '/account/security', open: buttonNamed(/^(Turn off|無効にする|オフにする)/) },
  'delete-key': {
    path: '/account/accessKey',
    open: openDialog((main) => main.getByRole('listitem').last().getByRole('button').last()),
  },
}
/** The last: nothing else opens without it then. */
const question: Screen = {
  path: '/account/security',
  async open(page) {
    await own.letProofsAge()
    await buttonNamed(/Add a passkey|パスキーを追加/)(page)
    await expect(page.getByRole('dialog').locator('form')).toBeVisible()
  },
}

test('every screen of the account fits, and can be used by everybody', async () => {
  test.setTimeout(500_000)
  await using page = await own.open('/account/security')
  await fillAccount(page)
  for (const language of languages) {
    await speak(own.browser, language)
    for (const [name, { path, open }] of Object.entries(screens)) {
      // On a narrow screen other parts are drawn: each width begins anew.
      for (const width of widths) await examineAt(page, { name, path, open, width })
    }
    for (const [name, { path, open }] of Object.entries(dialogs))
      for (const width of [1440, 390]) await examineAt(page, { name, path, open, width })
  }
  for (const language of languages) {
    await speak(own.browser, language)
    for (const width of [1440, 390]) await examineAt(page, { name: 'prove', ...question, width })
  }
})

async function examineAt(
  page: Page,
  { name, path, open, width }: Screen & { name: string; width: number },
): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(own.farport.url + path)
  await expect(page.getByRole('main'), name).toBeVisible()
  await open?.(page)
  await examineInAllLooks(page, `account-${name}`, [width])
}

/** With all that people come to have: a factor, passkeys, keys, and a webhook that did not always answer. */
async function fillAccount(page: Page): Promise<void> {
  const { secret } = await callFrom<{ secret: string }>(page, 'mfa/totp', {})
  await callFrom(page, 'mfa/totp/verify', { code: totpCode(secret, -1) })
  await callFrom(page, 'mfaPref', { method: 'SOFTWARE_TOKEN_MFA' })
  await addPasskeyDevice(page)
  await page.reload()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await own.proveIfAsked(page, page.getByText('The passkey was added.'))
  await page.goto(`${own.farport.url}/account/accessKey`)
  for (const count of [1, 2]) {
    await page.getByRole('button', { name: 'Generate Credentials' }).click()
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await expect(page.getByText(`${count} of 2 access keys`)).toBeVisible()
  }
  const last = page.getByRole('listitem').last()
  await last.getByRole('switch').press('Space')
  await expect(last.getByText('Disabled')).toBeVisible()
  await page.goto(`${own.farport.url}/settings/notifications`)
  await page.getByRole('switch', { name: 'Webhook' }).press('Space')
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill(own.phone.url)
  await page.keyboard.press('Enter')
  for (const [status, outcome] of [
    [200, 'The test arrived.'],
    [500, /^The test did not arrive: /],
  ] as const) {
    own.phone.answer(status)
    await page.getByRole('button', { name: 'Send a test' }).click()
    await expect(page.getByText(outcome)).toBeVisible()
  }
}
