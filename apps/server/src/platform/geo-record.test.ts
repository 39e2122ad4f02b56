import { describe, expect, it } from 'vitest'
import { placeOf } from './geo-record.ts'

const tokyo = {
  city: { geoname_id: 1850147, names: { en: 'Tokyo', ja: '東京' } },
  country: { iso_code: 'JP', names: { en: 'Japan', ja: '日本' } },
  subdivisions: [{ iso_code: '13', names: { en: 'Tokyo Prefecture' } }],
}
const unknown = {
  connectionType: undefined,
  countryName: undefined,
  stateName: undefined,
  city: undefined,
  isp: undefined,
}

describe('a record of a database of places', () => {
  it.each([
    ['of cities', tokyo, 'en', { countryName: 'Japan', stateName: 'Tokyo Prefecture', city: 'Tokyo' }],
    [
      'in Japanese, as far as it goes',
      tokyo,
      'ja',
      { countryName: '日本', stateName: 'Tokyo Prefecture', city: '東京' },
    ],
    [
      'in a language that it has not',
      tokyo,
      'xx',
      { countryName: 'Japan', stateName: 'Tokyo Prefecture', city: 'Tokyo' },
    ],
    [
      'with traits',
      { traits: { isp: 'An ISP', connection_type: 'Cellular' } },
      'en',
      { isp: 'An ISP', connectionType: 'Cellular' },
    ],
    ['of providers', { isp: 'An ISP', organization: 'A firm' }, 'en', { isp: 'An ISP' }],
    ['of connection types', { connection_type: 'Cable/DSL' }, 'en', { connectionType: 'Cable/DSL' }],
    ['of networks', { autonomous_system_organization: 'A network' }, 'en', { isp: 'A network' }],
    ['of a country alone', { registered_country: tokyo.country }, 'en', { countryName: 'Japan' }],
    [
      'with nonsense in a field',
      { ...tokyo, city: 7, traits: [] },
      'en',
      { countryName: 'Japan', stateName: 'Tokyo Prefecture' },
    ],
  ])('%s', (_, record, language, place) => {
    expect(placeOf(record, language)).toEqual({ ...unknown, ...place })
  })

  it.each([null, undefined, 7, 'text', {}, { city: { names: {} } }])('%j says nothing', (record) => {
    expect(placeOf(record, 'en')).toBeUndefined()
  })
})
