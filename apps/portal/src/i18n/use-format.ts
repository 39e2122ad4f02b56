// The formats in the language of the interface, and a clock that moves what is shown of time.

import { useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import {
  formatAge,
  formatBytes,
  formatDay,
  formatDuration,
  formatMilliseconds,
  formatMoment,
  formatShare,
} from './format.ts'

/** A clock that ticks now and then cannot tell shorter times apart. */
const fewSecondsMs = 10_000

export function useFormat() {
  const { t, i18n } = useTranslation()
  const language = i18n.language
  return useMemo(
    () => ({
      duration: (ms: number) => formatDuration(ms, language),
      age: (ms: number) => (ms < fewSecondsMs ? t('shell.fewSeconds') : formatAge(ms, language)),
      day: (iso: string) => formatDay(iso, language),
      moment: (iso: string) => formatMoment(iso, language),
      bytes: (bytes: string) => formatBytes(bytes, language),
      milliseconds: (ms: number) => formatMilliseconds(ms, language),
      share: (part: number) => formatShare(part, language),
    }),
    [t, language],
  )
}

/** The time now, rounded down to the interval: components that use it are drawn again when it passes. */
export function useNow(intervalMs: number): number {
  return useSyncExternalStore(
    (onChange) => {
      const timer = setInterval(onChange, intervalMs)
      return () => clearInterval(timer)
    },
    () => Math.floor(Date.now() / intervalMs) * intervalMs,
  )
}
