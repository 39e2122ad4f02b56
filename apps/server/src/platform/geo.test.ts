import path from 'node:path'
import { utimes, writeFile } from 'node:fs/promises'
import { createTempDir, eventually, type TempDir } from '@farport/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGeo } from './geo.ts'
import { silentLog } from './log.ts'
import { writeGeoDatabase, type GeoRecords } from './test-geo-database.ts'

let folder: TempDir
beforeAll(async () => {
  folder = await createTempDir('geo')
})
afterAll(() => folder[Symbol.asyncDispose]())

const names = (en: string, more: object = {}) => ({ names: { en, ...more } })
const cities = {
  '8.8.8.8': {
    country: names('United States', { ja: 'アメリカ' }),
    subdivisions: [names('California')],
    city: names('Mountain View'),
  },
  '2001:4860:4860::8888': { country: names('Ireland') },
  '10.0.0.1': { country: names('Nowhere') },
}

async function geoOf(...files: GeoRecords[]) {
  const paths = files.map((_, number) => path.join(folder.path, `${files.length}-${number}.mmdb`))
  for (const [number, records] of files.entries()) await writeGeoDatabase(paths[number] ?? '', records)
  return openGeo({ paths, log: silentLog })
}

describe('a database of places', () => {
  it.each([
    ['8.8.8.8', 'en', { countryName: 'United States', stateName: 'California', city: 'Mountain View' }],
    ['8.8.8.8', 'ja', { countryName: 'アメリカ', stateName: 'California', city: 'Mountain View' }],
    ['2001:4860:4860::8888', 'en', { countryName: 'Ireland' }],
  ])('knows where %s is, in %s', async (address, language, place) => {
    await using geo = await geoOf(cities)
    expect(geo.placeOf(address, language)).toMatchObject(place)
  })

  it.each(['8.8.4.4', '10.0.0.1', '2001:db8::1', 'relay.example', undefined])(
    'knows no place of %s',
    async (address) => {
      await using geo = await geoOf(cities)
      expect(geo.placeOf(address, 'en')).toBeUndefined()
    },
  )

  it('is completed by another', async () => {
    await using geo = await geoOf(cities, {
      '8.8.8.8': { isp: 'Google', country: names('Elsewhere') },
      '9.9.9.9': { isp: 'Quad9' },
    })
    expect(geo.placeOf('8.8.8.8', 'en')).toMatchObject({ countryName: 'United States', isp: 'Google' })
    expect(geo.placeOf('9.9.9.9', 'en')).toMatchObject({ countryName: undefined, isp: 'Quad9' })
  })

  it('need not be there', async () => {
    await using geo = await geoOf()
    expect(geo.placeOf('8.8.8.8', 'en')).toBeUndefined()
  })

  it('that cannot be read is told of', async () => {
    const file = path.join(folder.path, 'nonsense.mmdb')
    await expect(openGeo({ paths: [file], log: silentLog })).rejects.toThrow(`the geo database ${file} cannot be read`)
    await writeFile(file, 'nonsense')
    await expect(openGeo({ paths: [file], log: silentLog })).rejects.toThrow(`the geo database ${file} cannot be read`)
  })

  it('is used anew when it is replaced, and stays in use when it is replaced by nonsense', async () => {
    const file = path.join(folder.path, 'replaced.mmdb')
    await writeGeoDatabase(file, cities)
    await using geo = await openGeo({ paths: [file], log: silentLog, lookEveryMs: 10 })
    await writeFile(file, 'nonsense')
    await utimes(file, 1, 1)
    await writeGeoDatabase(file, { '8.8.8.8': { country: names('Elsewhere') } })
    await utimes(file, 2, 2)
    await eventually(() => geo.placeOf('8.8.8.8', 'en')?.countryName === 'Elsewhere')
  })
})
