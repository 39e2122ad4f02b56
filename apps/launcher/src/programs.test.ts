import { Secret } from '@farport/basics'
import { describe, expect, it } from 'vitest'
import { demoAgentPlan, demoServicesPlan, relayPlan, serverPlan, type Installation } from './programs.ts'

const installation: Installation = {
  clone: '/clone',
  options: { port: 8080, dataDir: '/data', hasDemo: true, relayPort: undefined },
  dataDir: '/data',
  secret: new Secret('the-secret'),
  ports: { relay: 11_000, demoSsh: 11_001, demoWeb: 11_002 },
  machineBytes: 2 ** 30,
  environment: {
    PATH: '/bin',
    DATABASE_URL: 'postgres://somewhere',
    SMTP_URL: 'smtp://somewhere',
    FARPORT_SECRET: 'the-secret',
    FARPORT_PUBLIC_URL: 'https://farport.example',
    FARPORT_PROXY_PORTS: '20000-20010',
  },
}

const joinSecret = new Secret('join')

describe('what a program is told', () => {
  it('is, for the server, all of its own', () => {
    expect(serverPlan(installation).environment).toEqual({
      PATH: '/bin',
      NODE_COMPILE_CACHE: '/data/compiled',
      DATABASE_URL: 'postgres://somewhere',
      SMTP_URL: 'smtp://somewhere',
      FARPORT_PORT: '8080',
      FARPORT_DATA_DIR: '/data',
      FARPORT_SECRET: 'the-secret',
      FARPORT_PUBLIC_URL: 'https://farport.example',
      FARPORT_DEMO: '1',
      FARPORT_DEMO_SERVICES:
        '[{"application":28,"name":"SSH","port":11001,"username":"demo"},{"application":7,"name":"Web page","port":11002}]',
    })
  })

  it('says where people reach the relay', () => {
    expect(relayPlan(installation, joinSecret).environment).toMatchObject({
      FARPORT_RELAY_HOST: 'farport.example',
      FARPORT_RELAY_PORT: '11000',
      FARPORT_PROXY_PORTS: '20000-20010',
    })
    const environment = { ...installation.environment, FARPORT_RELAY_HOST: 'relay.example' }
    expect(relayPlan({ ...installation, environment }, joinSecret).environment).toMatchObject({
      FARPORT_RELAY_HOST: 'relay.example',
    })
  })

  it.each([
    ['relay', relayPlan(installation, joinSecret)],
    ['demo services', demoServicesPlan(installation)],
    ['demo agent', demoAgentPlan(installation, undefined)],
  ])('holds, for the %s, neither the secret nor the database', (_, { environment }) => {
    expect(Object.values(environment)).not.toContain('the-secret')
    expect(environment).not.toHaveProperty('DATABASE_URL')
    expect(environment).not.toHaveProperty('SMTP_URL')
  })

  it('holds a registration code only while there is one', () => {
    expect(demoAgentPlan(installation, undefined).environment).not.toHaveProperty('FARPORT_REGISTRATION_CODE')
    expect(demoAgentPlan(installation, 'code').environment).toHaveProperty('FARPORT_REGISTRATION_CODE', 'code')
  })
})
