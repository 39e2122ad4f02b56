import { expect, it } from 'vitest'
import { WayWindow, type Way } from './way-window.ts'

const way: Way = {
  cwnd: 1000,
  mtu: 1500,
  rtt: 40,
  bbrBandwidth: 12_500_000,
  bbrState: 2,
  packetsTransmitted: 10_000,
  retransmits: 0,
}
const most = 1004 * 1500 + 250_000
const few = 4 * 1500 + 12_500 * (1.25 * 40 + 20)

it.each<[when: string, way: Partial<Way>, bytes: number]>([
  ['all that udx lets out, while it finds out what the way carries', { bbrState: 0 }, most],
  ['what the way holds, and a little', {}, few],
  ['no more than that on a line that is far slower', { bbrBandwidth: 125_000 }, 4 * 1500 + 125 * 70],
  ['all that udx lets out, when one of fifty is lost', { retransmits: 200 }, most],
  ['something between when few are lost', { retransmits: 50 }, (most + few) / 2],
])('is %s', (_when, facts, bytes) => {
  expect(new WayWindow(() => 0).bytesOf({ ...way, ...facts })).toBeCloseTo(bytes)
})

it('is no more for what is lost when the way has become longer by what is on it', () => {
  const window = new WayWindow(() => 0)
  window.bytesOf({ ...way, retransmits: 200 })
  expect(window.bytesOf({ ...way, retransmits: 200, rtt: 80 })).toBeCloseTo(few)
})

it('does not count what was lost while udx found out', () => {
  let nowMs = 0
  const window = new WayWindow(() => nowMs)
  window.bytesOf({ ...way, bbrState: 0, retransmits: 1000 })
  nowMs = 1000
  expect(window.bytesOf({ ...way, packetsTransmitted: 20_000, retransmits: 1000 })).toBeCloseTo(few)
})
