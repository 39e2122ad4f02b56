// /devices/{id}: the device and its services on the left, one of its pages on the right.

import {
  Button,
  EmptyState,
  ErrorState,
  ListRow,
  Panel,
  PanelBody,
  PanelHead,
  RowSkeletons,
  SectionTitle,
  Tooltip,
  ActionIcon,
  TwoPanels,
} from '@farport/design-system'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, Outlet, useMatch, useParams } from 'react-router'
import { useQuery } from 'urql'
import { DeviceDocument, type DeviceFieldsFragment } from '#graphql'
import { useProblemText } from '../api/use-problem-text.ts'
import { useActivity } from '../features/connections/activities.ts'
import { DeviceHead } from '../features/devices/DeviceHead.tsx'
import { deviceLanding, deviceView } from '../features/devices/device-view.ts'
import { ServiceRow } from '../features/services/ServiceRow.tsx'
import { paths } from '../paths.ts'
import { useLayout } from '../shell/use-layout.ts'

const leftWidth = 400

export function DevicePage() {
  const { t } = useTranslation()
  const { deviceId = '' } = useParams()
  const { hasTwoPanels } = useLayout()
  const isBare = useMatch('/devices/:deviceId') !== null
  const [{ data, error, fetching, stale }] = useQuery({ query: DeviceDocument, variables: { id: [deviceId] } })
  const problemText = useProblemText()
  const view = deviceView(data, !fetching && !stale, error !== undefined)

  switch (view.kind) {
    case 'loading':
      return (
        <Panel>
          <RowSkeletons label={t('shell.loading')} />
        </Panel>
      )
    case 'failed':
      return (
        <Panel>
          <ErrorState title={t('devices.loadFailed')} hint={error && problemText(error)} />
        </Panel>
      )
    case 'missing':
      return (
        <Panel>
          <EmptyState
            title={t('devices.notFound')}
            hint={t('devices.noAccess', { id: deviceId })}
            action={
              <Button variant="default" component={Link} to={paths.devices()}>
                {t('devices.showAll')}
              </Button>
            }
          />
        </Panel>
      )
    case 'device': {
      const { device } = view
      if (isBare && hasTwoPanels) return <Navigate to={deviceLanding(device)} replace />
      const right = <Outlet context={device satisfies DeviceFieldsFragment} />
      if (hasTwoPanels)
        return <TwoPanels name="devices" leftWidth={leftWidth} left={<DevicePanel device={device} />} right={right} />
      return isBare ? <DevicePanel device={device} /> : right
    }
  }
}

function DevicePanel({ device }: { device: DeviceFieldsFragment }) {
  const { t } = useTranslation()
  const { serviceId } = useParams()
  const may = device.viewerCan.addService
  return (
    <Panel label={device.name}>
      <PanelHead>
        <DeviceHead device={device} />
      </PanelHead>
      <PanelBody>
        <SectionTitle
          end={
            may.allowed && (
              <Tooltip label={t('devices.addService')}>
                <ActionIcon component={Link} to={paths.addService(device.id)} aria-label={t('devices.addService')}>
                  <IconPlus size={18} />
                </ActionIcon>
              </Tooltip>
            )
          }
        >
          {t('devices.services')}
        </SectionTitle>
        {device.services.length === 0 ? (
          <EmptyState
            title={t('devices.noServices')}
            hint={t('devices.noServicesHint')}
            action={
              may.allowed && (
                <Button component={Link} to={paths.addService(device.id)} leftSection={<IconPlus size={16} />}>
                  {t('devices.addService')}
                </Button>
              )
            }
          />
        ) : (
          device.services.map((service) => (
            <ServiceRowWithActivity
              key={service.id}
              deviceId={device.id}
              service={service}
              isSelected={service.id === serviceId}
            />
          ))
        )}
        {may.allowed && device.services.length > 0 && (
          <ListRow
            component={Link}
            to={paths.addService(device.id)}
            mark={<IconPlus size={18} />}
            title={t('devices.addService')}
            isDimmed
          />
        )}
      </PanelBody>
    </Panel>
  )
}

type ServiceRowProps = Parameters<typeof ServiceRow>[0]

function ServiceRowWithActivity(props: Omit<ServiceRowProps, 'activity' | 'hasError'>) {
  const { activity, error } = useActivity(props.service.id)
  return <ServiceRow {...props} activity={activity} hasError={error !== undefined} />
}
