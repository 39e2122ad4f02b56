// Language and theme, on pages without the frame.

import { Button, Menu, useColorScheme } from '@farport/design-system'
import { IconDeviceLaptop, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { languageNames, languages, parseLanguage } from '../../../i18n/language.ts'
import { chooseLanguage } from '../../../i18n/start.ts'
import { useChangeLanguage } from '../account/use-change-language.ts'
import { useSession } from '../session.tsx'
import css from './GuestPage.module.css'

export function GuestPreferences() {
  const { t, i18n } = useTranslation()
  const { colorScheme, setColorScheme } = useColorScheme()
  const { session } = useSession()
  const changeLanguage = useChangeLanguage()
  const choose = session.kind === 'signed-in' ? changeLanguage : chooseLanguage
  const ThemeIcon = { light: IconSun, dark: IconMoon, auto: IconDeviceLaptop }[colorScheme]
  return (
    <div className={css['preferences']}>
      <Menu>
        <Menu.Target>
          <Button variant="subtle" color="gray" size="xs" leftSection={<IconLanguage size={16} />}>
            {languageNames[parseLanguage(i18n.language) ?? 'en']}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {languages.map((language) => (
            <Menu.Item key={language} lang={language} onClick={() => void choose(language)}>
              {languageNames[language]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Menu>
        <Menu.Target>
          <Button variant="subtle" color="gray" size="xs" leftSection={<ThemeIcon size={16} />}>
            {t('shell.theme')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconSun size={16} />} onClick={() => setColorScheme('light')}>
            {t('shell.themeLight')}
          </Menu.Item>
          <Menu.Item leftSection={<IconMoon size={16} />} onClick={() => setColorScheme('dark')}>
            {t('shell.themeDark')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDeviceLaptop size={16} />} onClick={() => setColorScheme('auto')}>
            {t('shell.themeSystem')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
