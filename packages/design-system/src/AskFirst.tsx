// A deed that is done only after a yes. The question stays, busy, until it is done.

import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface AskFirstProps {
  /** What opens the question. */
  renderOpener: (ask: () => void) => ReactNode
  title: string
  /** What the deed means. */
  children: ReactNode
  confirmLabel: string
  /** A word that has to be typed first, exactly, and what says so. */
  typed?: { word: string; label: string }
  isDangerous?: boolean
  onConfirm: () => Promise<void>
}

export function AskFirst({ renderOpener, onConfirm, ...question }: AskFirstProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  const confirm = async () => {
    setIsBusy(true)
    await onConfirm().finally(() => {
      setIsBusy(false)
      setIsAsking(false)
    })
  }

  return (
    <>
      {renderOpener(() => setIsAsking(true))}
      <ConfirmDialog
        {...question}
        isOpen={isAsking}
        isBusy={isBusy}
        onConfirm={() => void confirm()}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}
