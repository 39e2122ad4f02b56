// On a phone: the main places, in reach of the thumb.

import { IconArrowsLeftRight, IconDevices, IconList } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import css from './BottomBar.module.css'
import { useCounts } from './use-counts.ts'

const places = [
  { path: paths.connections(), label: 'shell.connections', icon: IconArrowsLeftRight },
  { path: paths.devices(), label: 'shell.devices', icon: IconDevices },
  { path: paths.logs(), label: 'shell.logs', icon: IconList },
] as const

export function BottomBar() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { sessions } = useCounts()
  return (
    <nav className={css['bar']} aria-label={t('shell.navigation')}>
      {places.map(({ path, label, icon: Icon }) => (
        <Link
          key={path}
          to={path}
          className={css['place']}
          aria-current={pathname.startsWith(path) ? 'page' : undefined}
        >
          <span className={css['icon']}>
            <Icon size={21} stroke={1.7} aria-hidden />
            {path === paths.connections() && sessions > 0 && (
              <span className={css['badge']} aria-label={t('shell.activeConnections', { count: sessions })}>
                {sessions}
              </span>
            )}
          </span>
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}
