// The fields of a service, for adding and for editing.

import { Select, Stack, Switch, TextInput, ToggleChip } from '@farport/design-system'
import {
  type ApplicationType,
  applicationTypeOf,
  applicationTypes,
  limits,
  preferredApplications,
  quickApplications,
} from '@farport/vocabulary'
import { useTranslation } from 'react-i18next'
import { PortReachability } from './PortReachability.tsx'
import { changeApplication, placeToCheck, serviceFormProblems, type ServiceForm } from './service-form.ts'
import css from './ServiceFormFields.module.css'
import { ServiceTypeIcon } from './service-types.tsx'

interface ServiceFormFieldsProps {
  /** The device that is asked whether something listens there; undefined: it cannot be asked. */
  askedDeviceId: string | undefined
  form: ServiceForm
  areProblemsShown: boolean
  onChange: (form: ServiceForm) => void
}

const offered = applicationTypes
  .filter(({ use }) => use === 'offered')
  .toSorted((one, other) => rank(one.id) - rank(other.id))

export function ServiceFormFields({ askedDeviceId, form, areProblemsShown, onChange }: ServiceFormFieldsProps) {
  const { t } = useTranslation()
  const type = applicationTypeOf(form.application)
  const place = placeToCheck(form)
  const problems = areProblemsShown ? serviceFormProblems(form) : {}
  const types = offered.some(({ id }) => id === type.id) ? offered : [type, ...offered]

  // A kind that has been retired is described in its own words only.
  const describe = ({ id, description }: ApplicationType) =>
    t(`services.description.type${id}` as 'services.description.type1', { defaultValue: description }) // every id is tried

  return (
    <Stack gap="md">
      <div role="group" aria-label={t('services.type')} className={css['quick']}>
        {quickApplications.map((id) => (
          <ToggleChip key={id} isOn={id === form.application} onToggle={() => onChange(changeApplication(form, id))}>
            <ServiceTypeIcon application={id} size={16} />
            {applicationTypeOf(id).name}
          </ToggleChip>
        ))}
      </div>
      <Select
        label={t('services.type')}
        description={describe(type)}
        data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(form.application)}
        allowDeselect={false}
        searchable
        onChange={(value) => value !== null && onChange(changeApplication(form, Number(value)))}
      />
      <TextInput
        label={t('services.name')}
        placeholder={type.name}
        value={form.name}
        maxLength={limits.nameLengthMax}
        onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
      />
      <div className={css['address']}>
        <TextInput
          label={t('services.host')}
          placeholder="localhost"
          value={form.host}
          maxLength={limits.hostLengthMax}
          error={problems.host && t(problems.host)}
          onChange={(event) => onChange({ ...form, host: event.currentTarget.value })}
        />
        <TextInput
          label={t('services.port')}
          inputMode="numeric"
          value={form.port}
          error={problems.port && t(problems.port)}
          onChange={(event) => onChange({ ...form, port: event.currentTarget.value })}
        />
      </div>
      <p className={css['hint']}>{t('services.hostHint')}</p>
      {askedDeviceId !== undefined && place !== undefined && (
        <PortReachability place={{ deviceId: askedDeviceId, ...place }} />
      )}
      <Switch
        label={t('services.enabled')}
        description={t('services.enabledHint')}
        checked={form.isEnabled}
        onChange={(event) => onChange({ ...form, isEnabled: event.currentTarget.checked })}
      />
    </Stack>
  )
}

/** The likeliest first, the rest in the order of the table. */
function rank(id: number): number {
  const place = preferredApplications.indexOf(id)
  return place === -1 ? preferredApplications.length : place
}
