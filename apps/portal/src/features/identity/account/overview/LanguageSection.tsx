// The language of interface and mails, and the time zone of what mails say.

import { Anchor, NativeSelect, Section, Select, Stack, notify } from '@farport/design-system'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { UpdateAccountDocument } from '#graphql'
import { useNotifyProblem } from '../../../../api/use-problem-text.ts'
import { languageNames, languages, parseLanguage } from '../../../../i18n/language.ts'
import { useChangeLanguage } from '../use-change-language.ts'
import { browserTimeZone, timeZoneChoices } from './time-zones.ts'

export function LanguageSection({ timezone }: { timezone: string | null }) {
  const { t, i18n } = useTranslation()
  const changeLanguage = useChangeLanguage()
  const notifyProblem = useNotifyProblem()
  const [{ fetching: isSaving }, update] = useMutation(UpdateAccountDocument)
  const choices = useMemo(() => timeZoneChoices(Intl.supportedValuesOf('timeZone'), timezone), [timezone])
  const here = browserTimeZone()

  const chooseZone = async (zone: string) => {
    const result = await update({ timezone: zone })
    if (notifyProblem(result)) notify.success(t('account.timeZoneChanged', { zone: zone.replaceAll('_', ' ') }))
  }

  return (
    <Section title={t('account.languageAndTime')} description={t('account.languageAndTimeHint')}>
      <Stack gap="sm" maw={360}>
        <NativeSelect
          label={t('shell.language')}
          value={parseLanguage(i18n.language) ?? 'en'}
          data={languages.map((language) => ({ value: language, label: languageNames[language] }))}
          onChange={(event) => void changeLanguage(parseLanguage(event.currentTarget.value) ?? 'en')}
        />
        <div>
          <Select
            label={t('account.timeZone')}
            placeholder={t('account.timeZoneUnset')}
            data={choices}
            value={timezone}
            searchable
            allowDeselect={false}
            limit={50}
            disabled={isSaving}
            nothingFoundMessage={t('account.timeZoneUnknown')}
            onChange={(zone) => zone !== null && void chooseZone(zone)}
          />
          {(timezone ?? 'UTC') !== here && (
            <Anchor component="button" type="button" size="sm" mt={6} onClick={() => void chooseZone(here)}>
              {t('account.timeZoneHere', { zone: here.replaceAll('_', ' ') })}
            </Anchor>
          )}
        </div>
      </Stack>
    </Section>
  )
}
