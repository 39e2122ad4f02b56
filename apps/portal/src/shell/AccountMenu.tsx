// The avatar and what belongs to the person: language, theme, sign-out.

import { InitialAvatar, Menu, Text, UnstyledButton, useColorScheme } from '@farport/design-system'
import {
  IconCheck,
  IconDeviceLaptop,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useChangeLanguage, useSession, useViewer } from '../features/identity/index.ts'
import { languageNames, languages } from '../i18n/language.ts'
import { paths } from '../paths.ts'
import css from './Sidebar.module.css'

const themes = [
  { scheme: 'light', icon: IconSun, label: 'shell.themeLight' },
  { scheme: 'dark', icon: IconMoon, label: 'shell.themeDark' },
  { scheme: 'auto', icon: IconDeviceLaptop, label: 'shell.themeSystem' },
] as const

export function AccountMenu() {
  const { t, i18n } = useTranslation()
  const viewer = useViewer()
  const { signOut } = useSession()
  const changeLanguage = useChangeLanguage()
  const { colorScheme, setColorScheme } = useColorScheme()
  const tick = <IconCheck size={15} aria-hidden />

  return (
    <Menu position="bottom-start" width={230}>
      <Menu.Target>
        <UnstyledButton className={css['account']} aria-label={`${t('shell.accountMenu')}: ${viewer.email}`}>
          <InitialAvatar name={viewer.email} />
          <span className={css['email']}>{viewer.email}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Text size="xs" c="dimmed" px="sm" py={6} truncate>
          {viewer.email}
        </Text>
        <Menu.Divider />
        <Menu.Label>{t('shell.theme')}</Menu.Label>
        {themes.map(({ scheme, icon: Icon, label }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon size={16} />}
            rightSection={scheme === colorScheme && tick}
            onClick={() => setColorScheme(scheme)}
          >
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Label>{t('shell.language')}</Menu.Label>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            leftSection={<IconLanguage size={16} />}
            rightSection={language === i18n.language && tick}
            onClick={() => void changeLanguage(language)}
          >
            {languageNames[language]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.account()} leftSection={<IconUserCircle size={16} />}>
          {t('shell.account')}
        </Menu.Item>
        <Menu.Item component={Link} to={paths.settings()} leftSection={<IconSettings size={16} />}>
          {t('shell.settings')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
