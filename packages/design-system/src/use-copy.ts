// Puts a text into the clipboard, and says so for a moment.

import { useState } from 'react'

const copyFeedbackMs = 1500

export function useCopy(): { isCopied: boolean; copy: (text: string) => void } {
  const [copiedAt, setCopiedAt] = useState(0)
  const copy = async (text: string) => {
    await putIntoClipboard(text)
    const now = Date.now()
    setCopiedAt(now)
    setTimeout(() => setCopiedAt((at) => (at === now ? 0 : at)), copyFeedbackMs)
  }
  // A browser that forbids it says so itself.
  return { isCopied: copiedAt > 0, copy: (text) => void copy(text).catch(() => undefined) }
}

async function putIntoClipboard(text: string): Promise<void> {
  // Browsers lend their clipboard to pages that nobody can have changed on the way.
  if (globalThis.isSecureContext) return navigator.clipboard.writeText(text)
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', onCopy, { once: true })
  // oxlint-disable-next-line typescript/no-deprecated -- the only way on a page without TLS
  document.execCommand('copy')
}
