// The panels of the content: one, or two beside each other with a line to drag between them.

import { Splitter } from '@mantine/core'
import { clsx } from 'clsx'
import { useState, type ReactNode } from 'react'
import { layout } from './theme.ts'
import css from './Panels.module.css'

export function Panel({ children, tint, label }: { children: ReactNode; tint?: 'success'; label?: string }) {
  return (
    <section className={css['panel']} data-tint={tint} aria-label={label}>
      {children}
    </section>
  )
}

interface TwoPanelsProps {
  /** Under this name the chosen width is kept in this browser. */
  name: string
  leftWidth: number
  left: ReactNode
  right: ReactNode
}

export function TwoPanels({ name, leftWidth, left, right }: TwoPanelsProps) {
  const storageKey = `panel-width:${name}`
  const [initialWidth] = useState(() => storedWidth(storageKey) ?? leftWidth)
  return (
    <Splitter
      className={css['two']}
      lineSize={6}
      withHandle={false}
      handleColor="transparent"
      classNames={{ handle: clsx(css['handle']) }}
      onResizeEnd={(_, sizes) => storeWidth(storageKey, sizes[0])}
    >
      <Splitter.Pane defaultSize={`${initialWidth}px`} min={`${layout.panelMin}px`} max="700px">
        {left}
      </Splitter.Pane>
      <Splitter.Pane defaultSize="100%" min="30%">
        {right}
      </Splitter.Pane>
    </Splitter>
  )
}

/** The part of a panel that scrolls; `isNarrow` keeps lines of text short. */
export function PanelBody({ children, isNarrow = false }: { children: ReactNode; isNarrow?: boolean }) {
  return (
    <div className={css['body']}>
      <div className={clsx(css['inner'], isNarrow && css['narrow'])}>{children}</div>
    </div>
  )
}

/** The part of a panel that stays in place above its body. */
export function PanelHead({ children }: { children: ReactNode }) {
  return <div className={css['head']}>{children}</div>
}

function storedWidth(key: string): number | undefined {
  const width = Number(localStorage.getItem(key) ?? Number.NaN)
  return Number.isFinite(width) && width >= layout.panelMin ? width : undefined
}

function storeWidth(key: string, size: number | string | undefined): void {
  const width = Number.parseFloat(String(size))
  if (Number.isFinite(width)) localStorage.setItem(key, String(Math.round(width)))
}
