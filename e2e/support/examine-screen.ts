// Looks at a screen as it stands: nothing is cut off sideways, and axe finds nothing serious. With FARPORT_TEST_PICTURES set
// to a folder, it is also kept there as a picture, for people to look at.

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type BrowserContext, type Page } from '@playwright/test'

export const picturesFolder = process.env['FARPORT_TEST_PICTURES']

const colorSchemes = ['light', 'dark'] as const
export const languages = ['en', 'ja'] as const
export const widths = [1440, 900, 390] as const

/**
 * From the next page on, as when somebody has chosen it at the door: their account takes it when they are signed in.
 */
export async function speak(browser: BrowserContext, language: string): Promise<void> {
  await browser.addInitScript(
    `localStorage.setItem('language', '${language}'); localStorage.setItem('language-untold', 'yes')`,
  )
}

/** Between the wide and the narrow only the places of things differ: they may be cut off, and are what they are. */
const isBetween = (width: number) => width > 500 && width < 1000

/** Light and dark, and at each of the widths; the page stands where it is. */
export async function examineInAllLooks(page: Page, name: string, at: readonly number[] = widths): Promise<void> {
  // Colours that are on their way from one to the other are neither.
  await page.addStyleTag({ content: '*, *::before, *::after { transition: none !important }' })
  for (const width of at) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme })
      const language = await page.evaluate<string>('document.documentElement.lang')
      const what = `${name}-${width}-${language}-${colorScheme}`
      await (isBetween(width) ? fits(page, what) : examinePage(page, what))
      const scrollers = await page.evaluate<string[]>(scrollingSideways)
      expect.soft(scrollers, `${what} scrolls sideways in it`).toEqual([])
    }
  }
}

/** Parts that scroll up and down, and need not sideways; lines of code may. */
const scrollingSideways = `[...document.querySelectorAll('*')]
  .filter((part) => {
    const { overflowX, overflowY } = getComputedStyle(part)
    const scrolls = [overflowX, overflowY].every((overflow) => ['auto', 'scroll'].includes(overflow))
    return scrolls && part.scrollWidth > part.clientWidth + 1 && !part.matches('pre, textarea')
  })
  .map((part) => part.tagName + ' ' + part.className)`

export async function examineScreen(context: BrowserContext, address: string, name: string): Promise<void> {
  await using page = await context.newPage()
  await page.goto(address)
  await examinePage(page, name)
}

export async function examinePage(page: Page, name: string): Promise<void> {
  await fits(page, name)
  await serves(page, name)
}

/** Nothing is cut off sideways. */
async function fits(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('main'), name).toBeVisible()
  // The code of a page, and what it asks for, come after its frame.
  await page.waitForLoadState('networkidle')
  // Behind a question, what asked it waits.
  const dialog = page.getByRole('dialog').last()
  const looked = (await dialog.isVisible()) ? dialog : page
  await expect(looked.locator('[data-loading], [aria-busy="true"]'), name).toHaveCount(0)
  if (picturesFolder !== undefined) {
    await mkdir(picturesFolder, { recursive: true })
    await page.screenshot({ path: join(picturesFolder, `${name}.png`) })
  }
  // Text, because this file is checked without the types of the page.
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect.soft(overflow, `${name} is wider than its window`).toBeLessThanOrEqual(0)
}

/** Axe finds nothing serious. */
async function serves(page: Page, name: string): Promise<void> {
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
