// How much a session carried and how long its round trips took, over time, with the ways that it went below.

import { Sparkline } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import type { ConnectionKind } from '#graphql'
import { useFormat } from '../../i18n/use-format.ts'
import { pathOverTime, type HistoryPoint, type LinePoint, type PathStretch } from './path-over-time.ts'
import { pathText, pathTone, roundTripText } from './path-words.ts'
import css from './SessionWay.module.css'

interface PathLinesProps {
  history: readonly HistoryPoint[]
  kind: ConnectionKind
}

export function PathLines({ history, kind }: PathLinesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { rates, roundTrips, stretches } = pathOverTime(history)
  const [first] = stretches
  const last = stretches.at(-1)
  if (first === undefined || last === undefined || rates.length === 0) return null
  const perSecond = (bytes: number) => t('connections.overTime.perSecond', { bytes: format.bytes(String(bytes)) })
  return (
    <>
      <div className={css['lines']}>
        <Line title={t('connections.overTime.rate')} points={rates} stretches={stretches} format={perSecond} />
        <Line title={t(roundTripText[kind])} points={roundTrips} stretches={stretches} format={format.milliseconds} />
      </div>
      <p className={css['span']}>{t('connections.overTime.span', { time: format.duration(last.to - first.from) })}</p>
    </>
  )
}

interface LineProps {
  title: string
  points: readonly LinePoint[]
  stretches: readonly PathStretch[]
  format: (value: number) => string
}

/** A line of one point would be none. */
const pointsMin = 2

function Line({ title, points, stretches, format }: LineProps) {
  const { t } = useTranslation()
  const last = points.at(-1)
  if (last === undefined || points.length < pointsMin) return null
  const values = points.map(({ y }) => y)
  const [least, most] = [format(Math.min(...values)), format(Math.max(...values))]
  return (
    <div className={css['line']}>
      <div className={css['lineHead']}>
        <span className={css['lineTitle']}>{title}</span>
        <span className={css['lineValue']}>{format(last.y)}</span>
      </div>
      <Sparkline
        label={t('connections.overTime.between', { title, least, most })}
        points={points}
        bands={stretches.map(({ path, from, to }) => ({ from, to, tone: pathTone[path], label: t(pathText[path]) }))}
      />
    </div>
  )
}
