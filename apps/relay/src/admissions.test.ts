import { expect, test } from 'vitest'
import { Admissions } from './admissions.ts'

test('one address cannot take every place', () => {
  const admissions = new Admissions({ totalMax: 3, perAddressMax: 2 })
  expect([admissions.tryEnter('a'), admissions.tryEnter('a'), admissions.tryEnter('a')]).toEqual([true, true, false])
  expect(admissions.tryEnter('b')).toBe(true)
})

test('all together cannot take more than there are', () => {
  const admissions = new Admissions({ totalMax: 2, perAddressMax: 2 })
  expect([admissions.tryEnter('a'), admissions.tryEnter('b'), admissions.tryEnter('c')]).toEqual([true, true, false])
})

test('who leaves makes room', () => {
  const admissions = new Admissions({ totalMax: 1, perAddressMax: 1 })
  admissions.tryEnter('a')
  admissions.leave('a')
  expect(admissions.tryEnter('b')).toBe(true)
})

test('leaving without having entered counts nothing', () => {
  const admissions = new Admissions({ totalMax: 1, perAddressMax: 1 })
  admissions.leave('a')
  expect(admissions.total).toBe(0)
  admissions.tryEnter('a')
  expect(admissions.tryEnter('b')).toBe(false)
})
