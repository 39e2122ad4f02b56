// /account: the menu on the left, one of its pages on the right.

import { NavigationItem, Panel, PanelBody, TwoPanels } from '@farport/design-system'
import { IconKey, IconShieldLock, IconUserCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { ProveProvider } from '../features/identity/account/prove/ProveProvider.tsx'
import { paths } from '../paths.ts'
import { useLayout } from '../shell/use-layout.ts'

const leftWidth = 300

const places = [
  { path: paths.accountOverview(), label: 'account.overview', icon: IconUserCircle },
  { path: paths.accountSecurity(), label: 'account.security', icon: IconShieldLock },
  { path: paths.accountKeys(), label: 'account.keys', icon: IconKey },
] as const

export function AccountPage() {
  const { hasTwoPanels } = useLayout()
  const { pathname } = useLocation()
  const isBare = pathname === paths.account()
  if (isBare && hasTwoPanels) return <Navigate to={paths.accountOverview()} replace />
  const page = (
    <ProveProvider>
      <Outlet />
    </ProveProvider>
  )
  if (hasTwoPanels) return <TwoPanels name="account" leftWidth={leftWidth} left={<AccountMenu />} right={page} />
  return isBare ? <AccountMenu /> : page
}

function AccountMenu() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <Panel label={t('shell.account')}>
      <PanelBody>
        <nav aria-label={t('shell.account')}>
          {places.map(({ path, label, icon: Icon }) => (
            <NavigationItem
              key={path}
              component={Link}
              to={path}
              icon={<Icon size={19} stroke={1.7} />}
              label={t(label)}
              isActive={pathname === path}
            />
          ))}
        </nav>
      </PanelBody>
    </Panel>
  )
}
