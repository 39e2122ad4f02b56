// Looks at a screen as it stands: nothing is cut off sideways, and axe finds nothing serious. With FARPORT_TEST_PICTURES set
// to a folder, it is also kept there as a picture, for people to look at.

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type BrowserContext, type Page } from '@playwright/test'

export const picturesFolder = process.env['FARPORT_TEST_PICTURES']

export async function examineScreen(context: BrowserContext, address: string, name: string): Promise<void> {
  await using page = await context.newPage()
  await page.goto(address)
  await examinePage(page, name)
}

export async function examinePage(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('main'), name).toBeVisible()
  // The code of a page, and what it asks for, come after its frame.
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[data-loading], [aria-busy="true"]'), name).toHaveCount(0)
  if (picturesFolder !== undefined) {
    await mkdir(picturesFolder, { recursive: true })
    await page.screenshot({ path: join(picturesFolder, `${name}.png`) })
  }
  // Text, because this file is checked without the types of the page.
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect.soft(overflow, `${name} is wider than its window`).toBeLessThanOrEqual(0)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    // A mail is shown where no script runs, and axe is one: it would wait for ever.
    .exclude('iframe')
    .analyze()
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect.soft(serious, name).toEqual([])
}
