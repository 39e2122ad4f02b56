// Keeps the place where somebody is with the keyboard. Browsers lose it when a button is disabled while it is busy, and when
// a dialog goes away with all that is in it.

/** The places where the focus was, the latest last. A dialog over a dialog needs a few. */
const places: HTMLElement[] = []
const placesMax = 10

let giveBackWhenEnabled: MutationObserver | undefined

/** Watches from here on; answers how to stop. */
export function keepFocus(): () => void {
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    giveBackWhenEnabled?.disconnect()
    giveBackWhenEnabled = waitFor(target)
    if (places.at(-1) !== target) places.push(target)
    if (places.length > placesMax) places.shift()
  }
  document.addEventListener('focusin', onFocus)
  return () => {
    document.removeEventListener('focusin', onFocus)
    giveBackWhenEnabled?.disconnect()
    places.length = 0
  }
}

/** Where the focus is, or was last. */
export function lastPlace(): HTMLElement | undefined {
  return places.findLast((place) => place.isConnected)
}

/** Unless the person has gone on already. */
export function giveFocusBack(place: HTMLElement): void {
  if (isFocusSomewhere() || !place.isConnected) return
  place.focus({ preventScroll: true })
  if (isFocusSomewhere()) return
  giveBackWhenEnabled?.disconnect()
  giveBackWhenEnabled = waitFor(place)
}

function waitFor(place: HTMLElement): MutationObserver {
  const observer = new MutationObserver(() => {
    if (!place.hasAttribute('disabled')) giveFocusBack(place)
  })
  observer.observe(place, { attributeFilter: ['disabled'] })
  return observer
}

function isFocusSomewhere(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body
}
