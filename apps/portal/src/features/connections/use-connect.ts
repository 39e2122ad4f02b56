// Connecting and disconnecting a service, with what is under way shown everywhere at once.

import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from 'urql'
import { ConnectDocument, DeviceDocument, DisconnectDocument } from '#graphql'
import { problemOf } from '../../api/problem.ts'
import { useNotifyProblem, useProblemText } from '../../api/use-problem-text.ts'
import { setActivity } from './activities.ts'

interface ConnectTarget {
  serviceId: string
  deviceId: string
}

export function useConnect({ serviceId, deviceId }: ConnectTarget) {
  const { t } = useTranslation()
  const client = useClient()
  const textOf = useProblemText()
  const notifyProblem = useNotifyProblem()

  const connect = useCallback(
    async (hostIP: string) => {
      setActivity(serviceId, { activity: 'connecting' })
      const { error } = await client.mutation(ConnectDocument, { serviceId, hostIP }).toPromise()
      if (error === undefined) return setActivity(serviceId, {})
      const isRefused = problemOf(error).kind === 'refused'
      setActivity(serviceId, { error: isRefused ? textOf(error) : t('connections.connectFailed') })
      // The device may have gone; show how it really is.
      await client.query(DeviceDocument, { id: [deviceId] }, { requestPolicy: 'network-only' }).toPromise()
    },
    [client, serviceId, deviceId, t, textOf],
  )

  const disconnect = useCallback(
    async (connectionId: string, hasSession: boolean) => {
      setActivity(serviceId, { activity: hasSession ? 'disconnecting' : 'stopping' })
      const result = await client.mutation(DisconnectDocument, { serviceId, connectionId }).toPromise()
      setActivity(serviceId, {})
      notifyProblem(result)
    },
    [client, serviceId, notifyProblem],
  )

  return { connect, disconnect }
}
