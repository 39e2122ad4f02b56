import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readEnvironment } from './environment.ts'

const schema = z.object({
  FARPORT_PORT: z.coerce.number('must be a port').int().default(8080),
  SMTP_URL: z.url('must be an address').optional(),
})

describe('the environment', () => {
  it('gives the values of the schema, and defaults for what is absent or empty', () => {
    expect(readEnvironment(schema, { FARPORT_PORT: '1', SMTP_URL: '', HOME: '/root' })).toEqual({
      ok: true,
      value: { FARPORT_PORT: 1 },
    })
    expect(readEnvironment(schema, { FARPORT_PORT: '' })).toEqual({ ok: true, value: { FARPORT_PORT: 8080 } })
  })

  it('tolerates the settings of our other programs, and of tests', () => {
    expect(readEnvironment(schema, { FARPORT_RELAY_PORT: '1', FARPORT_TEST_CHROMIUM: 'x' }).ok).toBe(true)
  })

  it('refuses a misspelt setting by its name', () => {
    const refused = { ok: false, refusal: 'There is no setting FARPORT_PROT. Is a name misspelt?' }
    expect(readEnvironment(schema, { FARPORT_PROT: '1' })).toEqual(refused)
  })

  it('names every variable that is wrong', () => {
    const refused = { ok: false, refusal: 'FARPORT_PORT must be a port; SMTP_URL must be an address.' }
    expect(readEnvironment(schema, { FARPORT_PORT: 'x', SMTP_URL: 'y' })).toEqual(refused)
  })

  it('is a fault of ours when a program reads a setting that the others do not know', () => {
    const own = z.object({ FARPORT_OWN: z.string().optional() })
    expect(() => readEnvironment(own, {})).toThrow('the list of settings lacks FARPORT_OWN')
  })
})
