// The sidebar: who you are, what to add, where to go.

import { ActionIcon, Chip, Menu, NavigationItem, Tooltip } from '@farport/design-system'
import { IconArrowsLeftRight, IconDevices, IconList, IconMail, IconPlus, IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useViewer } from '../features/identity/index.ts'
import { paths } from '../paths.ts'
import { AccountMenu } from './AccountMenu.tsx'
import css from './Sidebar.module.css'
import { useCounts } from './use-counts.ts'

export function Sidebar({ onNavigate }: { onNavigate: () => void }) {
  const { t } = useTranslation()
  const viewer = useViewer()
  const { pathname } = useLocation()
  const counts = useCounts()
  const at = (path: string) => pathname === path || pathname.startsWith(`${path}/`)

  return (
    <div className={css['sidebar']}>
      <div className={css['head']}>
        <AccountMenu />
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Tooltip label={t('shell.addMenu')}>
              <ActionIcon variant="filled" color="brand" radius="100%" size={32} aria-label={t('shell.addMenu')}>
                <IconPlus size={18} />
              </ActionIcon>
            </Tooltip>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component={Link} to={paths.add()} onClick={onNavigate} leftSection={<IconDevices size={16} />}>
              {t('shell.addDevice')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <div className={css['items']}>
        <NavigationItem
          component={Link}
          to={paths.connections()}
          onClick={onNavigate}
          icon={<IconArrowsLeftRight size={19} stroke={1.7} />}
          label={t('shell.connections')}
          isActive={at(paths.connections())}
          end={
            counts.sessions > 0 && (
              <Chip tone="success" title={t('shell.activeConnections', { count: counts.sessions })}>
                {counts.sessions}
              </Chip>
            )
          }
        />
        <NavigationItem
          component={Link}
          to={paths.devices()}
          onClick={onNavigate}
          icon={<IconDevices size={19} stroke={1.7} />}
          label={t('shell.devices')}
          isActive={at(paths.devices()) || at(paths.add())}
          end={
            counts.devices !== undefined &&
            counts.devices > 0 && (
              <span className={css['count']} title={t('shell.deviceCount', { count: counts.devices })}>
                {counts.devices}
              </span>
            )
          }
        />
        <NavigationItem
          component={Link}
          to={paths.logs()}
          onClick={onNavigate}
          icon={<IconList size={19} stroke={1.7} />}
          label={t('shell.logs')}
          isActive={at(paths.logs())}
        />
      </div>
      <div className={css['foot']}>
        {viewer.operator && (
          <NavigationItem
            component={Link}
            to={paths.outbox()}
            onClick={onNavigate}
            icon={<IconMail size={19} stroke={1.7} />}
            label={t('shell.outbox')}
            isActive={at(paths.outbox())}
          />
        )}
        <NavigationItem
          component={Link}
          to={paths.settings()}
          onClick={onNavigate}
          icon={<IconSettings size={19} stroke={1.7} />}
          label={t('shell.settings')}
          isActive={at(paths.settings()) && !at(paths.outbox())}
        />
      </div>
    </div>
  )
}
