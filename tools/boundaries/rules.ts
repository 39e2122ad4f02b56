// Who may import whom, and why. The order of the words comes from tools/domain-order.

import type { IForbiddenRuleType } from 'dependency-cruiser'
import { forbiddenTo, words } from '../domain-order/domain-order.ts'

const tests = '\\.test\\.tsx?$'
/** Where programs are put together or tried out: these may reach behind a front door. */
const testsAndTrials = [tests, '^e2e/', '^bench/', '^packages/testkit/', '[/-]compliance\\.ts$']

/** In a domain's folder: what touches the outside world, or serves tests. Everything else beside it is a rule, and pure. */
const domainEdges = [
  '-(store|resolvers|routes|announcer|worker)\\.ts$',
  '/(index|register)\\.ts$',
  '/operations/',
  '/test-[a-z-]+\\.ts$',
]

const databaseLibraries = 'node_modules/(@types/)?(kysely|pg|pg-[a-z-]+)/'

export const rules: IForbiddenRuleType[] = [
  ...downhill('apps/server/src/domains', 'downhill-domains'),
  ...downhill('apps/portal/src/features', 'downhill-features'),
  {
    name: 'front-door-between-domains',
    comment: 'Behind its index a domain may change freely; whoever reaches past it takes that away.',
    severity: 'error',
    from: { path: '^apps/server/src/domains/([^/]+)/' },
    to: { path: '^apps/server/src/domains/[^/]+/', pathNot: ['^apps/server/src/domains/$1/', '/index\\.ts$'] },
  },
  {
    name: 'front-door-from-outside',
    comment: 'The rest of the server uses a domain by its index, as the other domains do.',
    severity: 'error',
    from: { path: '^apps/server/', pathNot: ['^apps/server/src/domains/', ...testsAndTrials] },
    to: { path: '^apps/server/src/domains/[^/]+/', pathNot: '^apps/server/src/domains/[^/]+/index\\.ts$' },
  },
  {
    name: 'front-door-between-features',
    comment: 'Behind its index a feature may change freely; whoever reaches past it takes that away.',
    severity: 'error',
    from: { path: '^apps/portal/src/features/([^/]+)/' },
    to: { path: '^apps/portal/src/features/[^/]+/', pathNot: ['^apps/portal/src/features/$1/', '/index\\.tsx?$'] },
  },
  {
    name: 'one-door-to-sessions',
    comment: 'Where a session begins, a second factor is asked for. Another door would lead around it.',
    severity: 'error',
    from: { path: '^apps/server/', pathNot: ['/identity/sign-in/operations/finish-sign-in\\.ts$', tests] },
    to: { path: '/identity/sessions/operations/open-session\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'rules-are-pure-of-the-platform',
    comment:
      'A rule takes plain values and returns one, so that its test is a table. It may name a type of the platform.',
    severity: 'error',
    from: { path: '^apps/server/src/domains/[^/]+/', pathNot: [...domainEdges, tests] },
    to: { path: '^apps/server/src/(?!domains/|access/)', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'rules-are-pure-of-node',
    comment: 'Time, randomness, files and the network come to a rule as arguments.',
    severity: 'error',
    from: { path: ['^apps/server/src/domains/[^/]+/', '^apps/server/src/access/'], pathNot: [...domainEdges, tests] },
    to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'rules-are-pure-of-libraries',
    comment: 'A library that acts (database, server, mailer) makes a rule act too. Our packages and zod only compute.',
    severity: 'error',
    from: { path: ['^apps/server/src/domains/[^/]+/', '^apps/server/src/access/'], pathNot: [...domainEdges, tests] },
    to: { path: 'node_modules/', pathNot: 'node_modules/(@farport|zod)/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'only-stores-touch-the-database',
    comment: 'One file a domain knows its tables; a change of the schema has one place to go.',
    severity: 'error',
    from: {
      path: '^apps/',
      pathNot: ['-store\\.ts$', '^apps/server/(generated|src/platform)/', ...testsAndTrials, '/test-[a-z-]+\\.ts$'],
    },
    to: { path: [databaseLibraries, '^apps/server/generated/database\\.ts$'] },
  },
  {
    name: 'platform-knows-no-domain',
    comment: 'The platform is what every domain stands on; it cannot stand on one of them.',
    severity: 'error',
    from: { path: '^apps/server/src/platform/' },
    to: { path: '^apps/server/src/', pathNot: '^apps/server/src/platform/' },
  },
  {
    name: 'apps-do-not-import-apps',
    comment: 'Programs meet on the wire. What two of them need is a package.',
    severity: 'error',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '(^|/)(apps/|node_modules/@farport/(server|relay|agent|cli|portal|launcher)/)', pathNot: '^apps/$1/' },
  },
  {
    name: 'packages-do-not-import-apps',
    comment: 'A package is what programs are made of.',
    severity: 'error',
    from: { path: '^packages/' },
    to: { path: '(^|/)apps/' },
  },
  {
    name: 'packages-by-their-name',
    comment: 'A path into another package gets around its exports.',
    severity: 'error',
    from: { path: '^((apps|packages)/[^/]+|e2e|bench)/' },
    to: { path: '^packages/', pathNot: '^$1/', dependencyTypes: ['local'] },
  },
  {
    name: 'relay-never-sees-the-contract',
    comment: 'The relay knows no user and no rule, only tickets: it must stay safe to run where nobody is trusted.',
    severity: 'error',
    from: { path: '^apps/relay/' },
    to: { path: ['(^|/)packages/contract/', 'node_modules/graphql/'], reachable: true },
  },
  {
    name: 'data-plane-knows-no-product',
    comment: 'Bytes move the same for every product. The wire may outlive this contract.',
    severity: 'error',
    from: { path: '^packages/(basics|vocabulary|program|protocol|transport|session)/' },
    to: { path: '(^|/)packages/(contract|design-system)/|node_modules/(graphql|react|react-dom)/' },
  },
  {
    name: 'basics-import-nothing',
    comment: 'Everything leans on basics.',
    severity: 'error',
    from: { path: '^packages/basics/', pathNot: tests },
    to: { pathNot: '^packages/basics/' },
  },
  {
    name: 'protocol-does-not-act',
    comment: 'Bytes to values and back. Whatever opens, waits or listens is transport or session.',
    severity: 'error',
    from: { path: '^packages/protocol/', pathNot: tests },
    to: {
      path: ['(^|/)packages/(transport|session)/', '^(node:)?(net|tls|http|https|dgram|fs|timers|child_process)(/|$)'],
    },
  },
  {
    name: 'design-system-knows-no-product',
    comment: 'A component that knows the router, the data or a word of the product fits only one page.',
    severity: 'error',
    from: { path: '^packages/design-system/' },
    to: {
      path: [
        '(^|/)packages/(?!design-system/|basics/)',
        'node_modules/(@urql|urql|graphql|react-router|i18next|react-i18next|@tanstack/react-query)/',
      ],
    },
  },
  {
    name: 'portal-runs-in-a-browser',
    comment: 'There is no Node in a browser; what works in a test would break for the person.',
    severity: 'error',
    from: { path: ['^apps/portal/src/', '^packages/design-system/src/'], pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'no-cycles',
    comment: 'In a cycle nothing can be understood, tested or loaded before the rest.',
    severity: 'error',
    from: {},
    // The generated types of resolvers name what each domain hands to them, and every domain's resolvers name those
    // types: a circle of types alone, closed by the generator.
    to: { circular: true, viaOnly: { pathNot: '^apps/server/generated/resolvers\\.ts$' } },
  },
  {
    name: 'nothing-imports-a-test',
    comment: 'A test is read by nobody but its runner; what two tests share lives in a module or in testkit.',
    severity: 'error',
    from: {},
    to: { path: ['\\.(test|spec)\\.tsx?$'] },
  },
  {
    name: 'fakes-stay-in-tests',
    comment: 'Fakes and compliance suites are for tests.',
    severity: 'error',
    from: { path: '^(apps|packages)/', pathNot: [...testsAndTrials, '/test-[a-z-]+\\.ts$'] },
    to: { path: ['(^|/)packages/testkit/', '[/-]compliance\\.ts$', '/test-[a-z-]+\\.ts$'] },
  },
  {
    name: 'everything-resolves',
    comment: 'What cannot be found cannot be checked.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
]

/** One rule a word: its folder imports no folder of a later word, and no observer. */
function downhill(place: string, name: string): IForbiddenRuleType[] {
  return words.map((word) => ({
    name,
    comment: 'A word uses what stands before it in tools/domain-order. An effect on a later one is an event.',
    severity: 'error',
    from: { path: `^${place}/${word}/` },
    to: { path: `^${place}/(${forbiddenTo(word).join('|')})/` },
  }))
}
