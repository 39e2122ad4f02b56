import { accept, refuse } from '@farport/basics'
import { describe, expect, it } from 'vitest'
import {
  changeDeviceMethods,
  changeMethods,
  changeWebhook,
  methodsFor,
  usualSettings,
} from './notification-settings.ts'

const url = 'https://example.org/hook'
const parse = (text: string) => (text === url ? accept(text) : refuse('invalid'))

describe('how a person is told of a device', () => {
  it.each([
    ['as for all', undefined, { byMail: false, inPortal: true }],
    ['as for all, said', { byMail: null, inPortal: null }, { byMail: false, inPortal: true }],
    ['by mail as well', { byMail: true, inPortal: null }, { byMail: true, inPortal: true }],
    ['not at all', { byMail: null, inPortal: false }, { byMail: false, inPortal: false }],
  ])('%s', (_, device, methods) => {
    expect(methodsFor(usualSettings, device)).toEqual(methods)
  })
})

describe('changing the methods', () => {
  it.each([
    ['nothing', {}, { byMail: true, inPortal: false }],
    ['one', { byMail: false }, { byMail: false, inPortal: false }],
    ['null, which says nothing', { byMail: null, inPortal: null }, { byMail: true, inPortal: false }],
  ])('of a person: %s', (_, wish, methods) => {
    expect(changeMethods({ byMail: true, inPortal: false }, wish)).toEqual(methods)
  })

  it.each([
    ['nothing', {}, { byMail: true, inPortal: null }],
    ['one', { inPortal: false }, { byMail: true, inPortal: false }],
    ['null, which is as for all', { byMail: null }, { byMail: null, inPortal: null }],
  ])('of a device: %s', (_, wish, methods) => {
    expect(changeDeviceMethods({ byMail: true, inPortal: null }, wish)).toEqual(methods)
  })
})

describe('changing the webhook', () => {
  const on = { isOn: true, url }
  const off = { isOn: false, url: undefined }
  const weSwitchedOff = { isOn: false, url }

  it.each([
    ['off, nothing said', off, {}, off],
    ['off, a URL alone', off, { url }, off],
    ['switched on with a URL', off, { isOn: true, url }, on],
    ['on, nothing said', on, {}, on],
    ['on, null, which says nothing', on, { isOn: null }, on],
    ['switched off', on, { isOn: false, url }, off],
    ['switched off by us, nothing said', weSwitchedOff, {}, weSwitchedOff],
    ['switched off by us, and on again', weSwitchedOff, { isOn: true }, on],
    ['switched off by us, and off', weSwitchedOff, { isOn: false }, off],
  ])('%s', (_, known, wish, webhook) => {
    expect(changeWebhook(known, wish, parse)).toEqual({ ok: true, value: webhook })
  })

  it.each([
    ['on without a URL', off, { isOn: true }],
    ['on with a wrong one', off, { isOn: true, url: 'nonsense' }],
    ['on, and its URL taken away', on, { url: null }],
  ])('%s is refused', (_, known, wish) => {
    expect(changeWebhook(known, wish, parse)).toEqual({ ok: false, refusal: 'invalid' })
  })
})
