// /settings: the menu on the left, one of its pages on the right.

import { NavigationItem, Panel, PanelBody, TwoPanels } from '@farport/design-system'
import { IconAdjustments, IconBell, IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { useViewer } from '../features/identity/index.ts'
import { paths } from '../paths.ts'
import { useLayout } from '../shell/use-layout.ts'

const leftWidth = 350

export function SettingsPage() {
  const { hasTwoPanels } = useLayout()
  const { pathname } = useLocation()
  const isBare = pathname === paths.settings()
  if (isBare && hasTwoPanels) return <Navigate to={paths.settingsOptions()} replace />
  if (hasTwoPanels)
    return <TwoPanels name="settings" leftWidth={leftWidth} left={<SettingsMenu />} right={<Outlet />} />
  return isBare ? <SettingsMenu /> : <Outlet />
}

function SettingsMenu() {
  const { t } = useTranslation()
  const viewer = useViewer()
  const { pathname } = useLocation()
  return (
    <Panel label={t('shell.settings')}>
      <PanelBody>
        <NavigationItem
          component={Link}
          to={paths.settingsOptions()}
          icon={<IconAdjustments size={19} stroke={1.7} />}
          label={t('shell.options')}
          isActive={pathname === paths.settingsOptions()}
        />
        <NavigationItem
          component={Link}
          to={paths.settingsNotifications()}
          icon={<IconBell size={19} stroke={1.7} />}
          label={t('shell.notifications')}
          isActive={pathname === paths.settingsNotifications()}
        />
        {viewer.operator && (
          <NavigationItem
            component={Link}
            to={paths.outbox()}
            icon={<IconMail size={19} stroke={1.7} />}
            label={t('shell.outbox')}
            isActive={pathname === paths.outbox()}
          />
        )}
      </PanelBody>
    </Panel>
  )
}
