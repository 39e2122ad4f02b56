import { describe, expect, it } from 'vitest'
import { changeApplication, newServiceForm, placeToCheck, serviceFields, serviceFormProblems } from './service-form.ts'

const ssh = newServiceForm(28)

describe('the form of a service', () => {
  it('begins with the usual port of its type, and none where there is none', () => {
    expect(ssh).toMatchObject({ host: 'localhost', port: '22', isEnabled: true })
    expect(newServiceForm(1).port).toBe('')
  })

  it.each([
    ['takes the port of another type', ssh, 46, '5432'],
    ['keeps a port that was typed', { ...ssh, port: '2222' }, 46, '2222'],
    ['loses the port where a type has none', ssh, 1, ''],
  ])('%s', (_, form, application, port) => {
    expect(changeApplication(form, application).port).toBe(port)
  })

  it.each([
    ['as it is', {}, {}],
    ['without a port', { port: '' }, { port: 'services.portInvalid' }],
    ['with port 0', { port: '0' }, { port: 'services.portInvalid' }],
    ['with a port too high', { port: '65536' }, { port: 'services.portInvalid' }],
    ['with words for a port', { port: 'ssh' }, { port: 'services.portInvalid' }],
    ['with a URL for a host', { host: 'http://nas' }, { host: 'services.hostInvalid' }],
    ['with an address for a host', { host: '192.168.1.5' }, {}],
    ['without a host', { host: ' ' }, {}],
  ])('%s', (_, change, problems) => {
    expect(serviceFormProblems({ ...ssh, ...change })).toEqual(problems)
  })

  it('sends what was left empty as what it means', () => {
    expect(serviceFields({ ...ssh, name: ' ', host: '' })).toEqual({
      application: 28,
      name: 'SSH',
      host: 'localhost',
      port: 22,
      enabled: true,
    })
  })

  it.each([
    ['of SSH', {}, { host: 'localhost', port: 22 }],
    ['that was left empty', { host: '' }, { host: 'localhost', port: 22 }],
    ['with a problem', { port: '0' }, undefined],
    ['of datagrams', { application: 32_769, port: '53' }, undefined],
    ['of the agent itself', { application: 49, port: '1080' }, undefined],
  ])('asks the device whether something listens at the place %s: %j', (_, change, place) => {
    expect(placeToCheck({ ...ssh, ...change })).toEqual(place)
  })
})
