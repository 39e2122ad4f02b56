// The line above the content: back, title, search, refresh.

import { ActionIcon, Tooltip } from '@farport/design-system'
import { IconArrowLeft, IconMenu2, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../features/identity/index.ts'
import css from './Header.module.css'
import { HeaderSearch } from './HeaderSearch.tsx'
import type { Page } from './page-handle.ts'

interface HeaderProps {
  page: Page | undefined
  /** Present where the sidebar is a drawer. */
  onMenu: (() => void) | undefined
  isPhone: boolean
}

export function Header({ page, onMenu, isPhone }: HeaderProps) {
  const { t } = useTranslation()
  const { api } = useSession()
  const title = page === undefined ? '' : t(page.title)
  const refreshLabel = t('shell.refresh', { page: title })

  return (
    <>
      <title>{title === '' ? 'Farport' : `${title} · Farport`}</title>
      {onMenu !== undefined && (
        <ActionIcon aria-label={t('shell.openMenu')} onClick={onMenu}>
          <IconMenu2 size={19} />
        </ActionIcon>
      )}
      {page?.back !== undefined && (
        <Tooltip label={t('shell.back')}>
          <ActionIcon component={Link} to={page.back} aria-label={t('shell.back')}>
            <IconArrowLeft size={19} />
          </ActionIcon>
        </Tooltip>
      )}
      <h1 className={css['title']}>{title}</h1>
      {page?.search === undefined || (isPhone && !page.isRoot) ? (
        <span className={css['space']} />
      ) : (
        <HeaderSearch key={page.search.path} {...page.search} />
      )}
      <Tooltip label={refreshLabel}>
        <ActionIcon aria-label={refreshLabel} onClick={() => api.refresh()}>
          <IconRefresh size={18} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
