// The frame of the whole application: bar, sidebar, content, and a bar at the bottom of small screens.

import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from './DesignSystemProvider.tsx'
import { layout } from './theme.ts'
import css from './AppFrame.module.css'

interface AppFrameProps {
  skipLabel: string
  /** A narrow column far left; left out when undefined. */
  bar?: ReactNode
  sidebar: ReactNode
  sidebarLabel: string
  /** The sidebar stands in the page; otherwise it is a drawer. */
  isSidebarFixed: boolean
  isDrawerOpen: boolean
  onDrawerClose: () => void
  banner?: ReactNode
  header: ReactNode
  bottomBar?: ReactNode
  children: ReactNode
}

export function AppFrame(props: AppFrameProps) {
  const texts = useTexts()
  return (
    <div className={css['frame']} style={{ maxWidth: layout.frameMax }}>
      <a className={css['skip']} href="#content">
        {props.skipLabel}
      </a>
      {props.isSidebarFixed ? (
        <>
          {props.bar !== undefined && <div style={{ width: layout.organizationBar }}>{props.bar}</div>}
          <nav className={css['sidebar']} style={{ width: layout.sidebar }} aria-label={props.sidebarLabel}>
            {props.sidebar}
          </nav>
        </>
      ) : (
        <Drawer
          opened={props.isDrawerOpen}
          onClose={props.onDrawerClose}
          size={275}
          padding={0}
          withCloseButton={false}
          closeButtonProps={{ 'aria-label': texts.close }}
          styles={{ content: { background: 'var(--surface-canvas)' }, body: { height: '100%' } }}
        >
          <nav className={css['drawer']} aria-label={props.sidebarLabel}>
            {props.sidebar}
          </nav>
        </Drawer>
      )}
      <div className={css['content']}>
        {props.banner}
        <header className={css['header']} style={{ height: layout.header }}>
          {props.header}
        </header>
        <main id="content" className={css['main']} tabIndex={-1}>
          {props.children}
        </main>
        {props.bottomBar}
      </div>
    </div>
  )
}
