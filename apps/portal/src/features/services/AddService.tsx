// Adding a service to a device.

import { ActionButton, Button, Group, NoticeBanner, PanelBody, SectionTitle } from '@farport/design-system'
import { defaultApplication } from '@farport/vocabulary'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useMutation } from 'urql'
import { AddServiceDocument, type DeviceFieldsFragment } from '#graphql'
import { useProblemText } from '../../api/use-problem-text.ts'
import { paths } from '../../paths.ts'
import { newServiceForm, serviceFields, serviceFormProblems } from './service-form.ts'
import { ServiceFormFields } from './ServiceFormFields.tsx'

export function AddService({ device }: { device: DeviceFieldsFragment }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const problemText = useProblemText()
  const [form, setForm] = useState(() => newServiceForm(defaultApplication))
  const [areProblemsShown, setAreProblemsShown] = useState(false)
  const [{ fetching: isBusy, error }, addService] = useMutation(AddServiceDocument)
  const may = device.viewerCan.addService

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setAreProblemsShown(true)
    if (Object.keys(serviceFormProblems(form)).length > 0) return
    const { data } = await addService({ deviceId: device.id, ...serviceFields(form) })
    if (data) await navigate(paths.serviceConnect(device.id, data.addService.id))
  }

  return (
    <PanelBody isNarrow>
      <SectionTitle>{t('services.addTitle')}</SectionTitle>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ServiceFormFields
          askedDeviceId={device.state === 'active' && may.allowed ? device.id : undefined}
          form={form}
          areProblemsShown={areProblemsShown}
          onChange={setForm}
        />
        {error !== undefined && (
          <div style={{ marginTop: '1rem' }}>
            <NoticeBanner tone="danger">{problemText(error)}</NoticeBanner>
          </div>
        )}
        <Group mt="lg" gap="xs">
          <ActionButton
            type="submit"
            loading={isBusy}
            refusal={may.allowed ? undefined : (may.reason ?? t('devices.mayNot'))}
          >
            {t('services.add')}
          </ActionButton>
          <Button variant="default" component={Link} to={paths.device(device.id)}>
            {t('shell.cancel')}
          </Button>
        </Group>
      </form>
    </PanelBody>
  )
}
