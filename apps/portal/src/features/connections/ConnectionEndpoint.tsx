// The endpoint of a live connection: its address, the ways to copy it, a link that launches.

import { Button, CodeBlock, EndpointCard, Tooltip, type EndpointCopy } from '@farport/design-system'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionFieldsFragment } from '#graphql'
import { accessRuleOf } from './access-rule.ts'
import css from './ConnectPanel.module.css'
import { endpointText, isWeb, launchCommand, launchUrl } from './launch.ts'

interface ConnectionEndpointProps {
  application: number
  username: string
  /** Where the person says who they are on the device. */
  usernameEditor?: ReactNode
  connection: Pick<ConnectionFieldsFragment, 'host' | 'port' | 'hostIP' | 'timeout'>
}

export function ConnectionEndpoint({ application, username, usernameEditor, connection }: ConnectionEndpointProps) {
  const { t } = useTranslation()
  const target = { application, username, host: connection.host, port: connection.port }
  const command = launchCommand(target)
  const url = launchUrl(target)
  const endpoint = endpointText(connection)
  const rule = accessRuleOf(connection.hostIP)

  const copies: EndpointCopy[] = [
    { label: t('connections.copyEndpoint'), value: endpoint },
    ...(url !== undefined && isWeb(application) ? [{ label: t('connections.copyUrl'), value: url }] : []),
    { label: t('connections.copyHost'), value: connection.host },
    { label: t('connections.copyPort'), value: String(connection.port) },
  ]

  return (
    <EndpointCard
      title={t('connections.endpoint')}
      address={endpoint}
      copies={copies}
      actions={
        url !== undefined && (
          <Tooltip label={t('connections.launchHint', { url })}>
            <Button
              component="a"
              href={url}
              size="xs"
              color="success"
              leftSection={<IconExternalLink size={16} />}
              {...(isWeb(application) ? { target: '_blank', rel: 'noreferrer' } : {})}
            >
              {t('connections.launch')}
            </Button>
          </Tooltip>
        )
      }
      note={
        <>
          {t(`connections.openFor.${rule.kind}`, { address: rule.address })}{' '}
          {connection.timeout > 0 && t('connections.closesWhenIdle', { minutes: Math.round(connection.timeout / 60) })}
        </>
      }
    >
      {command !== undefined && (
        <>
          <p className={css['instruction']}>{t('connections.runThis')}</p>
          <CodeBlock code={command} copyLabel={t('connections.copyCommand')} prompt="$" />
        </>
      )}
      {usernameEditor}
    </EndpointCard>
  )
}
