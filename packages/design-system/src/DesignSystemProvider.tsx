// Theme, texts of the components and the place of notices, around everything that is drawn.

import { createContext, useContext, type ReactNode } from 'react'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
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

const TextsContext = createContext<DesignSystemTexts | undefined>(undefined)

export function DesignSystemProvider({ texts, children }: { texts: DesignSystemTexts; children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <TextsContext value={texts}>
        <Notifications position="bottom-center" limit={3} autoClose={6000} containerWidth={460} zIndex={400} />
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
