// Goes over a screen with Tab alone, as people do who use no mouse: every control that is seen is reached, in the order in
// which it is seen, and shows that it is its turn.

import { expect, type Locator, type Page } from '@playwright/test'

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A control as the page tells of it; its box is that of before the walk. */
interface Control {
  name: string
  box: Box
}

interface Stop {
  /** Which control it is; -1 for what is none, -2 for the page itself: the walk has left it. */
  index: number
  name: string
  hasRing: boolean
  isInView: boolean
}

/** Within a dialog the focus stays in it: the one that was opened last. */
export async function walkByKeyboard(page: Page, what: string, within: 'page' | 'dialog' = 'page'): Promise<void> {
  const controls = await page.evaluate<Control[]>(`(${takeStock})(${scopes[within]})`)
  if (within === 'page') await page.evaluate(goToTheStart)
  const stops: Stop[] = []
  for (let steps = 0; steps < controls.length * 2 + 10; steps += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate<Stop>(whereAmI)
    // The page was left, or the way begins again.
    if (stop.index === -2 || stops.some(({ index }) => index >= 0 && index === stop.index)) break
    stops.push(stop)
  }
  const reached = stops.filter(({ index }) => index >= 0)
  // A dialog puts the focus where one types, so that the way over it begins in its middle.
  const first = reached.findIndex(({ index }) => index === Math.min(...reached.map((stop) => stop.index)))
  const way = [...reached.slice(first), ...reached.slice(0, first)]
  const indexes = new Set(way.map(({ index }) => index))
  expect.soft(controls.length, `${what} has controls`).toBeGreaterThan(0)
  expect
    .soft(
      {
        missed: controls.filter((_, index) => !indexes.has(index)).map(({ name }) => name),
        unseen: stops.filter(({ index }) => index === -1).map(({ name }) => name),
        withoutRing: way.filter(({ hasRing }) => !hasRing).map(({ name }) => name),
        outOfView: way.filter(({ isInView }) => !isInView).map(({ name }) => name),
        misplaced: misplaced(way.flatMap(({ index }) => controls[index] ?? [])),
      },
      `${what}, by keyboard`,
    )
    .toEqual({ missed: [], unseen: [], withoutRing: [], outOfView: [], misplaced: [] })
}

/** Opens a dialog with Enter, goes over it, and leaves it with Escape: the focus is back where it was. */
export async function openAndLeave(page: Page, opener: Locator, dialog: Locator): Promise<void> {
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(dialog.locator(':focus'), 'the focus goes into the dialog').toHaveCount(1)
  await walkByKeyboard(page, (await dialog.textContent())?.slice(0, 40) ?? '', 'dialog')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener, 'the focus comes back').toBeFocused()
}

/** Goes on with Tab until the focus is there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const isThere = async () => (await target.and(page.locator(':focus')).count()) > 0
  for (let steps = 0; steps < 60; steps += 1) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never comes there')
}

/** Steps upwards, or backwards in a line. What stands in a column further right may begin higher. */
function misplaced(way: readonly Control[]): string[] {
  return way.flatMap((after, index) => {
    const before = way[index - 1]
    if (before === undefined) return []
    const isAbove = after.box.bottom <= before.box.top + 1 && after.box.left < before.box.right
    const isBefore = overlap(before.box, after.box) > 0.6 && after.box.right <= before.box.left + 1
    return isAbove || isBefore ? [`${after.name} after ${before.name}`] : []
  })
}

/** How much of the lower of two boxes stands beside the other. */
function overlap(one: Box, other: Box): number {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return shared / Math.max(1, Math.min(one.bottom - one.top, other.bottom - other.top))
}

// What follows runs in the page: text, because this file is checked without the types of the page.

const scopes = { page: 'document.body', dialog: `[...document.querySelectorAll('[role=dialog]')].at(-1)` }

/** Finds the controls, and keeps how they and what is around them look without the focus. */
const takeStock = `(scope) => {
  const style = document.createElement('style')
  style.textContent = '*, *::before, *::after { transition: none !important; animation: none !important }'
  document.head.append(style)
  const place = document.activeElement
  place?.blur()
  const properties = ['outlineStyle', 'outlineWidth', 'outlineColor', 'boxShadow', 'borderTopColor', 'borderBottomColor', 'backgroundColor']
  const looksOf = (control) =>
    [control, control.parentElement, control.nextElementSibling, control.previousElementSibling, ...control.children]
      .filter((element) => element !== null)
      .flatMap((element) => [undefined, '::before', '::after'].map((part) => getComputedStyle(element, part)))
      .map((looks) => properties.map((property) => looks[property]).join(' '))
      .join('; ')
  const nameOf = (control) => {
    const labels = [...(control.labels ?? [])].map((label) => label.textContent).join(' ')
    const words = control.getAttribute('aria-label') ?? (labels || control.textContent || control.getAttribute('name') || '')
    return control.tagName.toLowerCase() + ' “' + words.trim().slice(0, 50) + '”'
  }
  // Of a switch or a chosen segment one sees the label only.
  const boxOf = (control) => {
    const own = control.getBoundingClientRect()
    const [label] = control.labels ?? []
    return own.width > 1 || label === undefined ? own : label.getBoundingClientRect()
  }
  const isTurned = (control) => control.type !== 'radio' || control.checked
  const controls = [...scope.querySelectorAll('a[href], button, input, select, textarea, summary, iframe, [tabindex]')].filter(
    (control) => {
      const { width, height } = boxOf(control)
      const isShown = control.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0
      const isOpen = control.closest('[inert], [aria-hidden=true]') === null && !control.matches(':disabled')
      return isShown && isOpen && control.tabIndex >= 0 && isTurned(control)
    },
  )
  window.walk = { controls, looksOf, nameOf, boxOf, looks: controls.map(looksOf) }
  // A dialog keeps the focus only while it has it.
  place?.focus()
  return controls.map((control) => {
    const { left, top, right, bottom } = boxOf(control)
    return { name: nameOf(control), box: { left, top, right, bottom } }
  })
}`

/** Before the first control. */
const goToTheStart = `(() => {
  const start = document.createElement('span')
  start.tabIndex = -1
  document.body.prepend(start)
  start.focus()
  start.remove()
})()`

const whereAmI = `(() => {
  const { controls, looks, looksOf, nameOf, boxOf } = window.walk
  const place = document.activeElement
  if (place === null || place === document.body || place === document.documentElement)
    return { index: -2, name: 'the page', hasRing: true, isInView: true }
  const index = controls.indexOf(place)
  // Browsers stop at what can be scrolled, too, and at the controls of a dialog that come up on the way.
  const canScroll = place.scrollHeight > place.clientHeight || place.scrollWidth > place.clientWidth
  const { top, bottom } = boxOf(place)
  return {
    index: index === -1 && canScroll ? -3 : index,
    name: nameOf(place),
    hasRing: index === -1 || looksOf(place) !== looks[index],
    isInView: bottom > 0 && top < innerHeight,
  }
})()`
