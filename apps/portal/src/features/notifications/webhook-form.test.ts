import { describe, expect, it } from 'vitest'
import { webhookView } from './webhook-form.ts'

const url = 'https://example.com/hook'
const off = { isOn: false, url: '' }
const on = { isOn: true, url }
const invalid = 'notifications.urlInvalid'

describe('the URL of a webhook', () => {
  it.each([
    ['that is off', off, off, undefined, 'notifications.saveOff'],
    ['that is being switched on, empty', { isOn: true, url: '' }, off, invalid, invalid],
    ['that is being switched on', on, off, undefined, undefined],
    ['that is no URL', { isOn: true, url: 'example.com' }, on, invalid, invalid],
    ['of another protocol', { isOn: true, url: 'ftp://example.com' }, on, invalid, invalid],
    ['with a broken host', { isOn: true, url: 'https://' }, on, invalid, invalid],
    ['as it is', on, on, undefined, 'notifications.saveUnchanged'],
    ['as it is, with spaces', { isOn: true, url: ` ${url} ` }, on, undefined, 'notifications.saveUnchanged'],
    ['that is another', { isOn: true, url: `${url}/2` }, on, undefined, undefined],
  ])('%s', (_, form, saved, helper, refusal) => {
    expect(webhookView(form, saved)).toEqual({ helper, refusal })
  })
})
