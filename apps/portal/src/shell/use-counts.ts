// The numbers beside the entries of the navigation.

import { useQuery } from 'urql'
import { DeviceCountDocument, SessionsDocument } from '#graphql'

export function useCounts(): { devices: number | undefined; sessions: number } {
  const [devices] = useQuery({ query: DeviceCountDocument })
  const [sessions] = useQuery({ query: SessionsDocument })
  return {
    devices: devices.data?.login.account.devices.total,
    sessions: sessions.data?.login.account.sessions.length ?? 0,
  }
}
