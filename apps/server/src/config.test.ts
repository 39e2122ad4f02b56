import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const secret = 'A'.repeat(43)
const read = (more: Record<string, string | undefined> = {}) => readConfig({ FARPORT_SECRET: secret, ...more })

const smsWebhook = {
  FARPORT_SMS_WEBHOOK_URL: 'http://10.0.0.5/sms',
  FARPORT_SMS_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
}
const twilio = {
  FARPORT_TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  FARPORT_TWILIO_AUTH_TOKEN: 'token',
  FARPORT_TWILIO_FROM: '+14155550100',
}

describe('the configuration', () => {
  it('needs only the secret', () => {
    const config = read()
    expect(config).toMatchObject({ ok: true, value: { port: 8080, host: '127.0.0.1', allowsIntrospection: true } })
  })

  it.each([
    ['no secret', { FARPORT_SECRET: undefined }, 'FARPORT_SECRET'],
    ['a short secret', { FARPORT_SECRET: 'short' }, '43 characters'],
    ['a misspelt name', { FARPORT_PROT: '8080' }, 'no setting FARPORT_PROT'],
    ['a port that is none', { FARPORT_PORT: '70000' }, 'FARPORT_PORT'],
    ['another kind of database', { DATABASE_URL: 'mysql://localhost/farport' }, 'DATABASE_URL'],
    ['another kind of bus', { NATS_URL: 'amqp://queue.example' }, 'NATS_URL must be an address'],
    ['an unknown role', { FARPORT_ROLES: 'api,cook' }, 'FARPORT_ROLES'],
    ['a switch that is neither', { FARPORT_INTROSPECTION: 'yes' }, 'FARPORT_INTROSPECTION'],
    ['a domain of links that is none', { FARPORT_LINKS_DOMAIN: 'links_example' }, 'FARPORT_LINKS_DOMAIN must be'],
    [
      'a network that is none',
      { FARPORT_WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/33' },
      'FARPORT_WEBHOOK_ALLOWED_NETWORKS must be',
    ],
    ['half a webhook', { FARPORT_SMS_WEBHOOK_URL: 'https://sms.example' }, 'belong together'],
    ['half an account at Twilio', { FARPORT_TWILIO_FROM: '+14155550100' }, 'belong together'],
    ['two ways to send text messages', { ...smsWebhook, ...twilio }, 'exclude each other'],
    ['a secret that is short', { ...smsWebhook, FARPORT_SMS_WEBHOOK_SECRET: 'whsec_MTIz' }, 'at least 24 bytes'],
    ['half a version', { FARPORT_CLIENT_VERSION_MIN: '1.2' }, 'FARPORT_CLIENT_VERSION_MIN must be a version'],
  ])('is refused with %s', (_, more, words) => {
    const config = read(more)
    expect(config.ok).toBe(false)
    expect(config.ok ? '' : config.refusal).toContain(words)
  })

  it.each([
    ['an empty variable is absent', { FARPORT_PORT: '' }, { port: 8080 }],
    ['the names of the relay are not ours to refuse', { FARPORT_RELAY_PORT: '4433' }, { port: 8080 }],
    ['links have names on this machine', {}, { linksDomain: 'localhost' }],
    ['a domain is in lower case', { FARPORT_LINKS_DOMAIN: 'Links.Example' }, { linksDomain: 'links.example' }],
    ['text messages go nowhere', {}, { sms: undefined, smsDailyMax: 500 }],
    ['text messages go to a webhook', smsWebhook, { sms: { kind: 'webhook' } }],
    ['text messages go to Twilio', twilio, { sms: { kind: 'twilio', url: 'https://api.twilio.com' } }],
    ['a list has commas', { FARPORT_ROLES: 'api, worker' }, { roles: ['api', 'worker'] }],
    [
      'networks have commas',
      { FARPORT_WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8, fd00::/8' },
      { webhookAllowedNetworks: ['10.0.0.0/8', 'fd00::/8'] },
    ],
    [
      'an address ends without a slash',
      { FARPORT_PUBLIC_URL: 'https://a.example/' },
      { publicUrl: 'https://a.example' },
    ],
  ])('%s', (_, more, expected) => {
    expect(read(more)).toMatchObject({ ok: true, value: expected })
  })

  it('prints without its secrets', () => {
    const urls = {
      DATABASE_URL: 'postgres://me:hunter2@db.example/farport',
      NATS_URL: 'nats://me:hunter2@nats.example',
    }
    const printed = inspect(read(urls), { depth: 5 })
    expect(printed).toContain('nats: ***')
    expect(printed).not.toContain(secret)
    expect(printed).not.toContain('hunter2')
  })
})
