// /add/linux and its kin: what to reach, the command to run, and the wait for the device.

import { Button, CodeBlock, ErrorState, Loader, Panel, PanelBody, Skeleton, ToggleChip } from '@farport/design-system'
import { applicationId, applicationTypeOf, defaultServices, linuxPlatform } from '@farport/vocabulary'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useQuery } from 'urql'
import { RegistrationCommandDocument } from '#graphql'
import { useProblemText } from '../api/use-problem-text.ts'
import { useViewer } from '../features/identity/index.ts'
import type { MessageKey } from '../i18n/messages.ts'
import { registeredDevice, type LiveEvent } from '../live/live-event.ts'
import { useLiveEvents } from '../live/live-events.tsx'
import { paths } from '../paths.ts'
import css from './AddPage.module.css'

interface AddLinuxPageProps {
  title: MessageKey
  platform?: number
}

const choices = [applicationId.ssh, applicationId.http, applicationId.https, applicationId.vnc, applicationId.rdp, 46]

export function AddLinuxPage({ title, platform = linuxPlatform }: AddLinuxPageProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<readonly number[]>(defaultServices)
  useDeviceArrival()

  const toggle = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])

  return (
    <Panel>
      <PanelBody isNarrow>
        <h2 className={css['title']}>{t(title)}</h2>
        <ol className={css['steps']}>
          <Step number={1} title={t('devices.stepServices')} hint={t('devices.stepServicesHint')}>
            <div className={css['chips']} role="group" aria-label={t('devices.services')}>
              {choices.map((id) => (
                <ToggleChip key={id} isOn={chosen.includes(id)} onToggle={() => toggle(id)}>
                  {chosen.includes(id) ? <IconCheck size={15} aria-hidden /> : <IconPlus size={15} aria-hidden />}
                  {applicationTypeOf(id).name}
                </ToggleChip>
              ))}
            </div>
          </Step>
          <Step number={2} title={t('devices.stepCommand')} hint={t('devices.stepCommandHint')}>
            <Command platform={platform} applications={chosen} />
          </Step>
          <Step number={3} title={t('devices.stepWait')}>
            <div className={css['waiting']} role="status">
              <Loader size={20} aria-hidden />
              <div>
                <strong>{t('devices.waiting')}</strong>
                <p>{t('devices.waitingHint')}</p>
              </div>
            </div>
          </Step>
        </ol>
      </PanelBody>
    </Panel>
  )
}

function Step(props: { number: number; title: string; hint?: string; children: React.ReactNode }) {
  return (
    <li className={css['step']}>
      <span className={css['number']} aria-hidden>
        {props.number}
      </span>
      <div>
        <h3>{props.title}</h3>
        {props.hint !== undefined && <p>{props.hint}</p>}
        {props.children}
      </div>
    </li>
  )
}

function Command({ platform, applications }: { platform: number; applications: readonly number[] }) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const services = useMemo(
    () =>
      applications.map((application) => {
        const { name, port } = applicationTypeOf(application)
        return { application, name, port }
      }),
    [applications],
  )
  const [{ data, error }, ask] = useQuery({
    query: RegistrationCommandDocument,
    variables: { platform, services },
    // A code enrols: one that was shown on another visit is not shown again.
    requestPolicy: 'network-only',
  })
  const command = data?.login.account.registrationCommand

  if (command !== undefined)
    return (
      <>
        <CodeBlock code={command} copyLabel={t('devices.commandCopy')} prompt="$" />
        <p className={css['note']}>{t('devices.commandValid')}</p>
      </>
    )
  if (error !== undefined)
    return (
      <ErrorState
        title={t('devices.commandFailed')}
        hint={problemText(error)}
        action={
          <Button variant="default" onClick={() => ask({ requestPolicy: 'network-only' })}>
            {t('shell.tryAgain')}
          </Button>
        }
      />
    )
  return <Skeleton height={92} />
}

/** As soon as a new device of the viewer is online, its page is shown. */
function useDeviceArrival(): void {
  const navigate = useNavigate()
  const { id: viewerId } = useViewer()
  useLiveEvents(
    useCallback(
      (event: LiveEvent) => {
        const device = registeredDevice(event, viewerId)
        if (device !== undefined) void navigate(paths.device(device.id))
      },
      [navigate, viewerId],
    ),
  )
}
