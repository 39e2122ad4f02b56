// Which statements PostgreSQL shall keep prepared, and by what name: parsing and planning them anew costs more than
// running them.
//
// A prepared statement has in the end one plan for all values. That is right for what goes by a key, and wrong for a
// list, whose best plan for an account of three devices is not the one for a hundred thousand: what sorts, groups or
// counts stays unprepared. So does what selects `*`: PostgreSQL refuses it once a migration has added a column.

export interface StatementNames {
  /** Undefined: not to be prepared. A statement gets its name when it is seen for the second time. */
  nameOf(text: string): string | undefined
  /** It is never named again. */
  forbid(text: string): void
}

/** Each connection keeps this many at most: some 10 MB of PostgreSQL's memory. */
const namesMax = 400
/** Texts that were seen once. The oldest is forgotten: seen again, it counts as new. */
const strangersMax = 1000
const textLengthMax = 3000

const hasOnePlan =
  /^\s*(?:insert|update|delete|select|with)\b(?!.*(?:\border by\b|\bgroup by\b|\blimit\b|\bcount\s*\(|\*))/is

export function createStatementNames(): StatementNames {
  const names = new Map<string, string | undefined>()
  const strangers = new Set<string>()
  return {
    nameOf(text) {
      if (names.has(text)) return names.get(text)
      if (names.size >= namesMax || text.length > textLengthMax) return undefined
      if (strangers.delete(text)) {
        const name = hasOnePlan.test(text) ? `farport_${names.size}` : undefined
        names.set(text, name)
        return name
      }
      strangers.add(text)
      if (strangers.size > strangersMax) strangers.delete(strangers.values().next().value ?? '')
      return undefined
    },
    forbid(text) {
      names.set(text, undefined)
    },
  }
}
