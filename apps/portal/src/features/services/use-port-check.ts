// Asks a device whether something listens somewhere: once typing pauses, and again while it is still trying.

import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { CheckPortDocument, type CheckPortMutation } from '#graphql'

export interface PortPlace {
  deviceId: string
  host: string
  port: number
}

type PortCheck = CheckPortMutation['checkPort']

/** A pause in typing. */
const pauseMs = 600
const askAgainMs = 1500
/** Then it is not asked any more, and what was said last stays. */
const asksMax = 5

/** Undefined: the question was refused. */
export function usePortCheck(place: PortPlace): PortCheck | undefined {
  const client = useClient()
  const [told, setTold] = useState<{ key: string; check: PortCheck | undefined }>()
  const key = JSON.stringify([place.deviceId, place.host.trim(), place.port])

  useEffect(() => {
    const [deviceId, host, port] = JSON.parse(key) as [string, string, number] // what was just serialised
    let isOver = false
    let timer: number | undefined
    const ask = async (asked: number) => {
      const { data } = await client.mutation(CheckPortDocument, { deviceId, host, port }).toPromise()
      if (isOver) return
      setTold({ key, check: data?.checkPort })
      if (data?.checkPort.reachability === 'SCANNING' && asked < asksMax) {
        timer = window.setTimeout(() => void ask(asked + 1), askAgainMs)
      }
    }
    timer = window.setTimeout(() => void ask(1), pauseMs)
    return () => {
      isOver = true
      window.clearTimeout(timer)
    }
  }, [client, key])

  return told?.key === key ? told.check : scanning
}

const scanning: PortCheck = { reachability: 'SCANNING', message: null }
