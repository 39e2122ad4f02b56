// Theme, texts of the components and the place of notices, around everything that is drawn.

import { MantineProvider } from '@mantine/core'
import { Suspense, createContext, lazy, useContext, useEffect, type ComponentType, type ReactNode } from 'react'
import { keepFocus } from './kept-focus.ts'
import './styles.ts'
import { theme } from './theme.ts'

/** What the components say by themselves, in the reader's language. */
export interface DesignSystemTexts {
  copied: string
  cancel: string
  save: string
  edit: string
  close: string
  resizePanels: string
  fieldRequired: string
  /** `{max}` is replaced. */
  fieldTooLong: string
}

const Notices = lazy(loadNotices)
const TextsContext = createContext<DesignSystemTexts | undefined>(undefined)

export function DesignSystemProvider({ texts, children }: { texts: DesignSystemTexts; children: ReactNode }) {
  useEffect(keepFocus, [])
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <TextsContext value={texts}>
        <Suspense>
          <Notices />
        </Suspense>
        {children}
      </TextsContext>
    </MantineProvider>
  )
}

export function useTexts(): DesignSystemTexts {
  const texts = useContext(TextsContext)
  if (texts === undefined) throw new Error('a design-system component stands outside DesignSystemProvider')
  return texts
}

const loadTriesMax = 20
const loadAgainMs = 2000

/** A server that restarts just then is waited for; a page without notices is better than none. */
async function loadNotices(): Promise<{ default: ComponentType }> {
  for (let tries = 0; tries < loadTriesMax; tries += 1) {
    const loaded = await import('./Notices.tsx').catch(() => undefined)
    if (loaded !== undefined) return { default: loaded.Notices }
    await new Promise((resolve) => setTimeout(resolve, loadAgainMs))
  }
  return { default: () => null }
}
