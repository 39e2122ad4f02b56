// Connecting to a service: the button, what it leads to, who may use it, what happens in it.

import {
  ActionIcon,
  Button,
  Chip,
  EditableText,
  KeyValueRows,
  NoticeBanner,
  PanelBody,
  SectionTitle,
  Tooltip,
} from '@farport/design-system'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMutation } from 'urql'
import { SetAttributesDocument, TrafficDocument, type DeviceFieldsFragment, type ServiceFieldsFragment } from '#graphql'
import { usePoll } from '../../api/use-poll.ts'
import { useNotifyProblem } from '../../api/use-problem-text.ts'
import { useNow } from '../../i18n/use-format.ts'
import { paths } from '../../paths.ts'
import {
  formOfService,
  placeToCheck,
  PortReachability,
  serviceState,
  serviceStateText,
  serviceTone,
  ServiceTypeIcon,
} from '../services/index.ts'
import { firstAccessRule, hostIpOf } from './access-rule.ts'
import { AccessChoice } from './AccessChoice.tsx'
import { setActivity, useActivity } from './activities.ts'
import { ConnectButton } from './ConnectButton.tsx'
import { ConnectionEndpoint } from './ConnectionEndpoint.tsx'
import css from './ConnectPanel.module.css'
import { wantsUsername } from './launch.ts'
import { LiveSessions } from './LiveSessions.tsx'
import { SessionFacts } from './SessionFacts.tsx'
import { SessionWay } from './SessionWay.tsx'
import { useConnect } from './use-connect.ts'

const trafficMs = 3000
const usernameLengthMax = 64

interface ConnectPanelProps {
  device: Pick<DeviceFieldsFragment, 'id' | 'name' | 'permissions'>
  service: ServiceFieldsFragment
}

export function ConnectPanel({ device, service }: ConnectPanelProps) {
  const { t } = useTranslation()
  const { activity, error } = useActivity(service.id)
  const { connect, disconnect } = useConnect({ serviceId: service.id, deviceId: device.id })
  const [rule, setRule] = useState(firstAccessRule)
  const state = serviceState(service, activity, useNow(1000))
  const connection = service.connections[0]
  const hostIP = hostIpOf(rule)
  const place = placeToCheck(formOfService(service))
  const mayAsk = device.permissions.includes('MANAGE') && state !== 'offline'
  const hasPermission = device.permissions.includes('CONNECT')
  usePoll(TrafficDocument, { deviceId: [device.id] }, { intervalMs: trafficMs, isPaused: connection === undefined })

  return (
    <PanelBody isNarrow>
      <header className={css['head']}>
        <span className={css['icon']}>
          <ServiceTypeIcon application={service.application} size={22} />
        </span>
        <div className={css['names']}>
          <h2 className={css['name']}>{service.name}</h2>
          <span className={css['device']}>{t('services.onDevice', { device: device.name })}</span>
        </div>
        <Chip tone={serviceTone[state]}>{t(serviceStateText[state])}</Chip>
        <Tooltip label={t('connections.editService')}>
          <ActionIcon
            component={Link}
            to={paths.serviceEdit(device.id, service.id)}
            aria-label={t('connections.editService')}
          >
            <IconPencil size={17} />
          </ActionIcon>
        </Tooltip>
      </header>

      <ConnectButton
        state={state}
        hasPermission={hasPermission}
        canConnect={service.viewerCan.connect}
        isEnabled={service.enabled}
        isPublic
        isBeingRemoved={activity === 'removing'}
        onConnect={() => {
          if (hostIP === undefined) setActivity(service.id, { error: t('connections.singleInvalid') })
          else void connect(hostIP)
        }}
        onDisconnect={() => connection !== undefined && void disconnect(connection.id, connection.session !== null)}
      />

      {error !== undefined && (
        <div className={css['part']}>
          <NoticeBanner
            tone="danger"
            title={t('connections.errorTitle')}
            action={
              <>
                <Button component={Link} to={paths.serviceEdit(device.id, service.id)} size="xs" variant="default">
                  {t('connections.checkService')}
                </Button>
                <Button size="xs" variant="subtle" color="gray" onClick={() => setActivity(service.id, {})}>
                  {t('connections.clearError')}
                </Button>
              </>
            }
          >
            {error}
          </NoticeBanner>
        </div>
      )}

      {connection === undefined ? (
        hasPermission &&
        state !== 'offline' && (
          <>
            <p className={css['explanation']}>
              {t('connections.idleText', { service: service.name, device: device.name })}
            </p>
            <SectionTitle>{t('connections.access')}</SectionTitle>
            <AccessChoice rule={rule} onChange={setRule} />
          </>
        )
      ) : (
        <>
          <div className={css['part']}>
            <ConnectionEndpoint
              application={service.application}
              username={usernameOf(service)}
              connection={connection}
              usernameEditor={wantsUsername(service.application) && <UsernameEditor service={service} />}
            />
          </div>
          {connection.session !== null && (
            <>
              <SectionTitle>{t('connections.session')}</SectionTitle>
              <SessionFacts session={connection.session} />
              <SessionWay sessionId={connection.session.id} />
            </>
          )}
        </>
      )}

      <LiveSessions serviceId={service.id} exceptId={connection?.session?.id} />

      <SectionTitle>{t('connections.service')}</SectionTitle>
      <KeyValueRows
        rows={[
          { label: t('connections.fact.type'), value: service.type },
          { label: t('connections.fact.target'), value: `${service.host}:${service.port}`, isMonospaced: true },
          {
            label: t('connections.fact.reach'),
            value: place && mayAsk ? <PortReachability place={{ deviceId: device.id, ...place }} /> : null,
          },
          {
            label: t('connections.fact.id'),
            value: service.id,
            isMonospaced: true,
            copy: {
              value: service.id,
              label: t('connections.copyFact', { label: t('connections.fact.id') }),
            },
          },
        ]}
      />
    </PanelBody>
  )
}

function UsernameEditor({ service }: { service: ServiceFieldsFragment }) {
  const { t } = useTranslation()
  const notifyProblem = useNotifyProblem()
  const [, setAttributes] = useMutation(SetAttributesDocument)
  const { update } = service.viewerCan
  return (
    <div className={css['username']}>
      <span>{t('connections.user')}</span>
      <EditableText
        value={usernameOf(service)}
        label={t('connections.user')}
        placeholder={t('connections.userPlaceholder')}
        lengthMax={usernameLengthMax}
        isOptional
        refusal={update.allowed ? undefined : update.reason}
        onSave={(username) =>
          void setAttributes({ id: service.id, attributes: { username: username === '' ? null : username } }).then(
            notifyProblem,
          )
        }
      />
    </div>
  )
}

function usernameOf(service: ServiceFieldsFragment): string {
  const username = service.attributes['username']
  return typeof username === 'string' ? username : ''
}
