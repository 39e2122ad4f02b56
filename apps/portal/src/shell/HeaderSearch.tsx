// The search of a list. What is searched for stands in the address.

import { CloseButton, TextInput, useDebouncedValue, useHotkeys } from '@farport/design-system'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createSearchParams, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { MessageKey } from '../i18n/messages.ts'
import css from './Header.module.css'

const waitMs = 400

export function HeaderSearch({ label, path }: { label: MessageKey; path: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const field = useRef<HTMLInputElement>(null)
  const applied = search.get('q') ?? ''
  const [text, setText] = useState(applied)
  const [settled] = useDebouncedValue(text, waitMs)

  useHotkeys([['/', () => field.current?.focus()]])

  useEffect(() => {
    // Away from the list, only Enter searches: typing must not leave the page.
    if (pathname === path && settled.trim() !== applied && settled === text) apply(settled)
    // oxlint-disable-next-line react/exhaustive-deps -- the address follows what was typed, not the other way round
  }, [settled])

  function apply(wanted: string): void {
    const next = createSearchParams(pathname === path ? search : {})
    if (wanted.trim() === '') next.delete('q')
    else next.set('q', wanted.trim())
    void navigate({ pathname: path, search: next.toString() }, { replace: pathname === path })
  }

  function clear(): void {
    setText('')
    if (applied !== '') apply('')
  }

  return (
    <form
      role="search"
      className={css['search']}
      onSubmit={(event) => {
        event.preventDefault()
        apply(text)
      }}
    >
      <TextInput
        ref={field}
        type="search"
        size="xs"
        fz="sm"
        aria-label={t(label)}
        aria-keyshortcuts="/"
        placeholder={t('shell.search')}
        title={`${t(label)} (/)`}
        leftSection={<IconSearch size={15} />}
        rightSection={text !== '' && <CloseButton size="xs" aria-label={t('shell.clearSearch')} onClick={clear} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          clear()
          field.current?.blur()
        }}
      />
    </form>
  )
}
