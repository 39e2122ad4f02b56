// Changing a device: name, description, and leaving the account.

import {
  ActionButton,
  ConfirmDialog,
  EditableText,
  KeyValueRows,
  PanelBody,
  SectionTitle,
  notify,
} from '@farport/design-system'
import { limits } from '@farport/vocabulary'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMutation } from 'urql'
import { DeleteDeviceDocument, RenameDocument, SetAttributesDocument, type DeviceFieldsFragment } from '#graphql'
import { useNotifyProblem } from '../../api/use-problem-text.ts'
import { paths } from '../../paths.ts'
import { deviceDescription } from './device-description.ts'
import css from './DeviceEdit.module.css'

export function DeviceEdit({ device }: { device: DeviceFieldsFragment }) {
  const { t } = useTranslation()
  const notifyProblem = useNotifyProblem()
  const [, rename] = useMutation(RenameDocument)
  const [, setAttributes] = useMutation(SetAttributesDocument)
  const may = device.viewerCan.rename
  const refusal = may.allowed ? undefined : (may.reason ?? t('devices.mayNot'))

  return (
    <PanelBody isNarrow>
      <SectionTitle>{t('devices.edit')}</SectionTitle>
      <KeyValueRows
        rows={[
          {
            label: t('devices.rename'),
            value: (
              <EditableText
                value={device.name}
                label={t('devices.rename')}
                lengthMax={limits.nameLengthMax}
                refusal={refusal}
                onSave={(name) => void rename({ id: device.id, name }).then(notifyProblem)}
              />
            ),
          },
          {
            label: t('devices.description'),
            value: (
              <EditableText
                value={deviceDescription(device)}
                label={t('devices.description')}
                placeholder={t('devices.descriptionPlaceholder')}
                lengthMax={limits.descriptionLengthMax}
                isOptional
                refusal={refusal}
                onSave={(description) =>
                  void setAttributes({
                    id: device.id,
                    attributes: { description: description === '' ? null : description },
                  }).then(notifyProblem)
                }
              />
            ),
          },
        ]}
      />
      <DeleteDevice device={device} />
    </PanelBody>
  )
}

function DeleteDevice({ device }: { device: DeviceFieldsFragment }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const notifyProblem = useNotifyProblem()
  const [{ fetching: isBusy }, deleteDevice] = useMutation(DeleteDeviceDocument)
  const [isAsking, setIsAsking] = useState(false)
  const may = device.viewerCan.delete

  const confirm = async () => {
    const result = await deleteDevice({ id: device.id })
    setIsAsking(false)
    if (!notifyProblem(result)) return
    notify.success(t('devices.deleted', { device: device.name }))
    await navigate(paths.devices())
  }

  return (
    <section className={css['danger']}>
      <div>
        <h3>{t('devices.danger')}</h3>
        <p>{may.allowed ? t('devices.deleteText') : (may.reason ?? t('devices.dangerHint'))}</p>
      </div>
      <ActionButton
        variant="light"
        color="danger"
        leftSection={<IconTrash size={16} />}
        refusal={may.allowed ? undefined : (may.reason ?? t('devices.mayNot'))}
        onClick={() => setIsAsking(true)}
      >
        {t('devices.delete')}
      </ActionButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('devices.deleteTitle', { device: device.name })}
        confirmLabel={t('devices.delete')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void confirm()}
        onClose={() => setIsAsking(false)}
      >
        {t('devices.deleteText')}
      </ConfirmDialog>
    </section>
  )
}
