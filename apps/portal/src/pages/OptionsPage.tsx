// /settings/options: language and theme.

import { KeyValueRows, Panel, PanelBody, SectionTitle, SegmentedControl, useColorScheme } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { useChangeLanguage } from '../features/identity/index.ts'
import { languageNames, languages, parseLanguage } from '../i18n/language.ts'

const schemes = [
  { value: 'light', label: 'shell.themeLight' },
  { value: 'dark', label: 'shell.themeDark' },
  { value: 'auto', label: 'shell.themeSystem' },
] as const

export function OptionsPage() {
  const { t, i18n } = useTranslation()
  const { colorScheme, setColorScheme } = useColorScheme()
  const changeLanguage = useChangeLanguage()

  return (
    <Panel>
      <PanelBody isNarrow>
        <SectionTitle>{t('shell.appearance')}</SectionTitle>
        <KeyValueRows
          rows={[
            {
              label: t('shell.theme'),
              value: (
                <SegmentedControl
                  size="xs"
                  aria-label={t('shell.theme')}
                  value={colorScheme}
                  data={schemes.map(({ value, label }) => ({ value, label: t(label) }))}
                  onChange={setColorScheme}
                />
              ),
            },
            {
              label: t('shell.language'),
              value: (
                <SegmentedControl
                  size="xs"
                  aria-label={t('shell.language')}
                  value={parseLanguage(i18n.language) ?? 'en'}
                  data={languages.map((language) => ({ value: language, label: languageNames[language] }))}
                  onChange={(value) => void changeLanguage(parseLanguage(value) ?? 'en')}
                />
              ),
            },
          ]}
        />
        <p style={{ color: 'var(--text-muted)' }}>{t('shell.appearanceHint')}</p>
      </PanelBody>
    </Panel>
  )
}
