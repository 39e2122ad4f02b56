import { describe, expect, it } from 'vitest'
import { differences, textsOf, unusedKeys } from './findings.ts'

const english = textsOf({
  devices: { empty: 'No device yet', count_one: '{{count}} device', count_other: '{{count}} devices' },
  sessions: { state: { open: 'Open', closed: 'Closed' } },
})

describe('a language', () => {
  const complete = {
    devices: { empty: 'なし', count_other: '{{count}} 台' },
    sessions: { state: { open: '開', closed: '閉' } },
  }

  it('with the same keys and its own plural forms is complete', () => {
    expect(differences(english, textsOf(complete))).toEqual([])
  })

  it.each([
    ['lacks a key', { ...complete, sessions: { state: { open: '開' } } }, 'sessions.state.closed is missing'],
    ['has a key too many', { ...complete, tags: 'タグ' }, 'tags is in no other language'],
    ['has an empty text', { ...complete, devices: { empty: ' ', count_other: '{{count}}' } }, 'devices.empty is empty'],
    [
      'has another blank',
      { ...complete, devices: { empty: 'なし', count_other: '{{n}}' } },
      'devices.count_other has other {{blanks}}',
    ],
  ])('that %s is named', (_, messages, complaint) => {
    expect(differences(english, textsOf(messages))).toEqual([complaint])
  })
})

describe('a key', () => {
  const stateKeys = ['sessions.state.open', 'sessions.state.closed']

  it.each([
    ['is used by its name, plural forms by their stem', `t('devices.empty'); t("devices.count", { count })`, stateKeys],
    ['is used by its beginning', 't(`sessions.state.${state}`)', ['devices.empty', 'devices.count']],
    [
      'is not used by a beginning that could be any',
      't(`${feature}.empty`)',
      ['devices.empty', 'devices.count', ...stateKeys],
    ],
  ])('%s', (_, source, unused) => {
    expect(unusedKeys(english, [source])).toEqual(unused)
  })
})
