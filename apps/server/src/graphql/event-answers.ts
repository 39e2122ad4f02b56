// The answers that one group gives to facts, as JSON: a query run for each, and not even that when another group has
// just been told the same.

import type { Actor } from '../access/index.ts'
import type { EventRecord } from '#platform/events'
import type { AccountLoader, Context, Viewer } from './context.ts'
import type { GraphqlEngine } from './engine.ts'
import { spokesmanOf, type Audience } from './event-audience.ts'

/** An event as it is to be told to one person, and whoever is told the same. */
export interface ToldEvent {
  readonly event: EventRecord
  readonly audience: Audience
}

/** Groups come to an event at about the same time: so many answers are kept for those who come later. */
const keptMax = 1000

/** Answers by event and audience, of one query in one language. */
export class SharedAnswers {
  readonly #texts = new Map<string, Promise<string>>()

  get(key: string, make: () => Promise<string>): Promise<string> {
    const known = this.#texts.get(key)
    if (known !== undefined) return known
    const text = make()
    this.#texts.set(key, text)
    const oldest = this.#texts.size > keptMax ? this.#texts.keys().next().value : undefined
    if (oldest !== undefined) this.#texts.delete(oldest)
    return text
  }
}

export interface AnswersOptions {
  readonly engine: GraphqlEngine
  createAccountLoader(): AccountLoader
}

export interface Asker {
  readonly viewer: Viewer
  readonly actor: Actor
  readonly query: string
  /** Undefined when the query asks for what only concerns the viewer. */
  readonly shared: SharedAnswers | undefined
}

/** In the order of the events, which are of one turn: what they ask of the database is asked together. */
export function answerEvents(options: AnswersOptions, asker: Asker, told: readonly ToldEvent[]): Promise<string[]> {
  const contexts = contextsFor(options, asker, told)
  const run = async ({ event, audience }: ToldEvent) => {
    const answer = await options.engine.run({ query: asker.query }, { ...contexts(event, audience), event })
    return JSON.stringify(answer)
  }
  return Promise.all(
    told.map((one) => {
      const { event, audience } = one
      if (asker.shared === undefined || audience === undefined) return run({ event, audience: undefined })
      return asker.shared.get(`${event.id} ${audience.sees}`, () => run(one))
    }),
  )
}

/** One for each actor: what is loaded together must be loaded for the same one. */
function contextsFor(options: AnswersOptions, { viewer, actor }: Asker, told: readonly ToldEvent[]) {
  const made = new Map<string, Context>()
  const contextAs = (key: string, who: () => Actor): Context => {
    const known = made.get(key)
    if (known !== undefined) return known
    const context = {
      viewer,
      actor: who(),
      accounts: options.createAccountLoader(),
      shared: new Map(),
      source: undefined,
      event: undefined,
    }
    made.set(key, context)
    return context
  }
  const devicesIn = (accountId: string) =>
    told.flatMap(({ event, audience }) =>
      event.accountId === accountId && audience?.sees === 'device' ? audience.deviceId : [],
    )
  return (event: EventRecord, audience: Audience): Context => {
    if (audience === undefined) return contextAs('own', () => actor)
    const deviceIds = () => (audience.sees === 'account' ? 'all' : devicesIn(event.accountId))
    return contextAs(`${audience.sees} ${event.accountId}`, () => spokesmanOf(event, deviceIds()))
  }
}
