import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestFleet, type FleetDevice, type TestFleet } from '../../test-fleet.ts'
import { startTestServer, type Person } from '../../test-server.ts'

const server = await startTestServer()
let fleet: TestFleet
let owner: Person
let device: FleetDevice
beforeAll(async () => {
  fleet = await createTestFleet(server)
  owner = await server.newPerson()
  device = await fleet.addDevice(owner)
})
afterAll(async () => {
  fleet[Symbol.dispose]()
  await server[Symbol.asyncDispose]()
})

interface Series {
  type: string
  resolution: string
  start: string
  end: string
  time: string[]
  data: number[]
}
const fields = '{ type resolution start end time data }'

const ofDevice = async (args: string): Promise<Series> => {
  const query = `query ($id: [String!]!) { login { device(id: $id) { timeSeries${args} ${fields} } } }`
  const { login } = await owner.ask<{ login: { device: { timeSeries: Series }[] } }>(query, { id: [device.id] })
  const [found] = login.device
  if (found === undefined) throw new Error('the device is not there')
  return found.timeSeries
}

describe('time series', () => {
  it('are drawn as older clients ask for them', async () => {
    const query = `query DeviceList($deviceTSType: TimeSeriesType!, $deviceTSResolution: TimeSeriesResolution!,
        $deviceTSLength: Int, $serviceTSType: TimeSeriesType!, $serviceTSResolution: TimeSeriesResolution!) {
      login { account { devices(size: 10) { items {
        timeSeries(type: $deviceTSType, resolution: $deviceTSResolution, length: $deviceTSLength) ${fields}
        services { timeSeries(type: $serviceTSType, resolution: $serviceTSResolution, timezone: "Asia/Tokyo") ${fields} }
      } } } }
    }`
    const { login } = await owner.ask<{
      login: { account: { devices: { items: { timeSeries: Series; services: { timeSeries: Series }[] }[] } } }
    }>(query, {
      deviceTSType: 'ONLINE',
      deviceTSResolution: 'DAY',
      deviceTSLength: 31,
      serviceTSType: 'CONNECT',
      serviceTSResolution: 'HOUR',
    })
    const [item] = login.account.devices.items
    expect(item?.timeSeries).toMatchObject({ type: 'ONLINE', resolution: 'DAY', start: item?.timeSeries.time[0] })
    expect(item?.timeSeries.time).toHaveLength(31)
    expect(item?.timeSeries.data.reduce((sum, value) => sum + value, 0)).toBe(1)
    expect(item?.services[0]?.timeSeries).toMatchObject({ type: 'CONNECT', resolution: 'HOUR' })
    expect(item?.services[0]?.timeSeries.data).toEqual(Array.from({ length: 24 }, () => 0))
  })

  it('show a week by days unless told otherwise: of a device its time online', async () => {
    const series = await ofDevice('')
    expect(series).toMatchObject({ type: 'ONLINE_DURATION', resolution: 'DAY' })
    expect(series.data).toHaveLength(7)
    expect(series.data.at(-1)).toBeGreaterThan(0)
  })

  it('have the days of the time zone that is asked for, else of the viewer, else of UTC', async () => {
    const midnights = async (args: string) => (await ofDevice(args)).time.map((time) => time.slice(11))
    expect(await midnights('')).toEqual(Array.from({ length: 7 }, () => '00:00:00.000Z'))
    await owner.ask('mutation { updateAccount(timezone: "Asia/Kathmandu") { id } }')
    expect(await midnights('')).toEqual(Array.from({ length: 7 }, () => '18:15:00.000Z'))
    expect(await midnights('(timezone: "asia/tokyo")')).toEqual(Array.from({ length: 7 }, () => '15:00:00.000Z'))
  })

  it('of an account are those of all its devices', async () => {
    const query = `{ login { account { timeSeries(type: ONLINE, length: 2) ${fields} } } }`
    const { login } = await owner.ask<{ login: { account: { timeSeries: Series } } }>(query)
    expect(login.account.timeSeries.data.reduce((sum, value) => sum + value, 0)).toBe(1)
  })

  it.each([
    ['a length beyond its bounds', '(resolution: MONTH, length: 14)', '`length` is 1 to 13 for the resolution MONTH.'],
    ['no length', '(length: 0)', '`length` is 1 to 366 for the resolution DAY.'],
    ['a zone that is none', '(timezone: "Mars/Olympus")', '`timezone` is an IANA name, such as Europe/Berlin.'],
    ['an offset for a zone', '(timezone: "+09:07")', '`timezone` is an IANA name, such as Europe/Berlin.'],
    ['a zone without end', `(timezone: "${'A'.repeat(10_000)}")`, '`timezone` is an IANA name, such as Europe/Berlin.'],
  ])('refuse %s', async (_, args, message) => {
    await expect(ofDevice(args)).rejects.toThrow(message)
  })
})
