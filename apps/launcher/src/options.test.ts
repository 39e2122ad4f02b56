import { describe, expect, it } from 'vitest'
import { helpText, parseOptions } from './options.ts'

const parse = (args: string[], environment = {}) => parseOptions(args, environment, '/clone')

describe('options', () => {
  it('have defaults', () => {
    expect(parse([])).toEqual({
      ok: true,
      value: {
        command: 'start',
        options: { port: 8080, dataDir: '/clone/.farport', hasDemo: true, relayPort: undefined },
      },
    })
  })

  it.each([
    ['an argument', ['--port', '9000'], {}, { port: 9000 }],
    ['an argument with =', ['--port=9000'], {}, { port: 9000 }],
    ['the environment', [], { FARPORT_PORT: '9000' }, { port: 9000 }],
    ['an argument before the environment', ['--port', '9000'], { FARPORT_PORT: '9001' }, { port: 9000 }],
    ['a data directory', ['--data-dir', '/data'], {}, { dataDir: '/data' }],
    ['no demo', ['--no-demo'], {}, { hasDemo: false }],
    ['a relay port', ['--relay-port', '7000'], {}, { relayPort: 7000 }],
  ])('are taken from %s', (_, args, environment, expected) => {
    expect(parse(args, environment)).toMatchObject({ ok: true, value: { options: expected } })
  })

  it.each([
    ['an unknown option', ['--prot', '1'], {}, 'There is no option --prot. Try --help.'],
    ['a stray word', ['now'], {}, 'There is no option now. Try --help.'],
    ['a missing value', ['--port'], {}, '--port needs a value: --port <number>'],
    ['a value too many', ['--no-demo=1'], {}, '--no-demo takes no value.'],
    ['port 0', ['--port', '0'], {}, 'must be a port number'],
    ['a port that is no number', [], { FARPORT_PORT: 'http' }, 'must be a port number from 1 to 65535, not "http"'],
    ['a relay port beyond the last', ['--relay-port', '65536'], {}, 'must be a port number'],
    ['one port for both', ['--port', '9000', '--relay-port', '9000'], {}, 'Choose two different ports'],
  ])('are refused with %s', (_, args, environment, sentence) => {
    expect(parse(args, environment)).toEqual({ ok: false, refusal: expect.stringContaining(sentence) as string })
  })

  it('explain themselves, with their names in the environment', () => {
    expect(parse(['--help'])).toEqual({ ok: true, value: { command: 'help' } })
    for (const word of ['--port', 'FARPORT_PORT', '--data-dir', '--no-demo', '--relay-port', 'DATABASE_URL']) {
      expect(helpText()).toContain(word)
    }
  })
})
