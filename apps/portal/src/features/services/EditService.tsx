// Changing or removing a service.

import { ActionButton, Button, ConfirmDialog, Group, PanelBody, SectionTitle, notify } from '@farport/design-system'
import { IconTrash } from '@tabler/icons-react'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useMutation } from 'urql'
import { RemoveServiceDocument, UpdateServiceDocument, type ServiceFieldsFragment } from '#graphql'
import { useNotifyProblem } from '../../api/use-problem-text.ts'
import { paths } from '../../paths.ts'
import { formOfService, serviceFields, serviceFormProblems, type ServiceForm } from './service-form.ts'
import { ServiceFormFields } from './ServiceFormFields.tsx'

interface EditServiceProps {
  deviceId: string
  service: ServiceFieldsFragment
  /** Tells whoever shows the service that it is going. */
  onRemoving: (isBeingRemoved: boolean) => void
}

export function EditService({ deviceId, service, onRemoving }: EditServiceProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const notifyProblem = useNotifyProblem()
  const [form, setForm] = useState<ServiceForm>(() => formOfService(service))
  const [areProblemsShown, setAreProblemsShown] = useState(false)
  const [{ fetching: isBusy }, updateService] = useMutation(UpdateServiceDocument)
  const { update } = service.viewerCan

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setAreProblemsShown(true)
    if (Object.keys(serviceFormProblems(form)).length > 0) return
    if (!notifyProblem(await updateService({ id: service.id, ...serviceFields(form) }))) return
    notify.success(t('services.saved'))
    await navigate(paths.serviceConnect(deviceId, service.id))
  }

  return (
    <PanelBody isNarrow>
      <SectionTitle>{t('services.editTitle')}</SectionTitle>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ServiceFormFields
          askedDeviceId={service.state === 'active' && update.allowed ? deviceId : undefined}
          form={form}
          areProblemsShown={areProblemsShown}
          onChange={setForm}
        />
        <Group mt="lg" gap="xs">
          <ActionButton
            type="submit"
            loading={isBusy}
            refusal={update.allowed ? undefined : (update.reason ?? t('devices.mayNot'))}
          >
            {t('services.save')}
          </ActionButton>
          <Button variant="default" component={Link} to={paths.serviceConnect(deviceId, service.id)}>
            {t('shell.cancel')}
          </Button>
          <span style={{ flex: 1 }} />
          <RemoveService deviceId={deviceId} service={service} onRemoving={onRemoving} />
        </Group>
      </form>
    </PanelBody>
  )
}

function RemoveService({ deviceId, service, onRemoving }: EditServiceProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const notifyProblem = useNotifyProblem()
  const [{ fetching: isBusy }, removeService] = useMutation(RemoveServiceDocument)
  const [isAsking, setIsAsking] = useState(false)
  const { remove } = service.viewerCan

  const confirm = async () => {
    onRemoving(true)
    const result = await removeService({ id: service.id })
    onRemoving(false)
    setIsAsking(false)
    if (!notifyProblem(result)) return
    notify.success(t('services.removed'))
    await navigate(paths.deviceDetails(deviceId))
  }

  return (
    <>
      <ActionButton
        variant="subtle"
        color="danger"
        leftSection={<IconTrash size={16} />}
        refusal={remove.allowed ? undefined : (remove.reason ?? t('devices.mayNot'))}
        onClick={() => setIsAsking(true)}
      >
        {t('services.remove')}
      </ActionButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('services.removeTitle', { service: service.name })}
        confirmLabel={t('services.remove')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void confirm()}
        onClose={() => setIsAsking(false)}
      >
        {t('services.removeText')}
      </ConfirmDialog>
    </>
  )
}
