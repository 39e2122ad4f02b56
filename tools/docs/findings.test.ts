import { describe, expect, it } from 'vitest'
import { findingsOf, type Repository } from './findings.ts'

const repository: Repository = {
  files: ['README.md', 'docs/architecture.md', 'apps/relay/src/relay.ts', 'packages/contract/schema/devices.graphql'],
  words: new Set(['createRelay', 'FARPORT_PORT', '--port']),
  scripts: new Set(['check']),
  anchorsOf: () => new Set(['the-relay']),
}

describe('a document', () => {
  it.each([
    ['a link to a file', '[architecture](architecture.md)', true],
    ['a link to a file that is not there', '[plan](plan.md)', false],
    ['a link to a folder', '[relay](../apps/relay)', true],
    ['a link to a heading', '[relay](architecture.md#the-relay)', true],
    ['a link to no heading', '[relay](architecture.md#the-agent)', false],
    ['a link into the world', '[Node](https://nodejs.org)', true],
    ['a path from the root', '`apps/relay/src/relay.ts`', true],
    ['a path from the root that is not there', '`apps/relay/src/agent.ts`', false],
    ['a folder', '`apps/relay/`', true],
    ['a pattern', '`packages/contract/schema/*.graphql`', true],
    ['a file by its name', '`relay.ts`', true],
    ['a file by a name that is not there', '`relays.ts`', false],
    ['a symbol', '`createRelay`', true],
    ['a symbol that no source has', '`createRelays`', false],
    ['a setting', '`FARPORT_PORT`', true],
    ['a setting that no source has', '`FARPORT_PORTS`', false],
    ['an option with its value', '`--port 80`', true],
    ['an option that no source has', '`--ports`', false],
    ['a script', 'Say npm run check.', true],
    ['a script that is not there, in an example', '```\nnpm run chekc\n```', false],
    ['something in an example', '```\ncreateRelays()\n```', true],
    ['a word that is no symbol', '`device`', true],
    ['a placeholder', '`apps/<name>/src`', true],
  ])('that names %s', (_, markdown, isFine) => {
    expect(findingsOf('docs/page.md', markdown, repository)).toHaveLength(isFine ? 0 : 1)
  })
})
