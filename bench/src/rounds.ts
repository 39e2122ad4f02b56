// Rounds that take turns, so that what else the machine does falls on everyone alike.

/** Each round asks every contender once, A B C A B C; the answers come back by contender. */
export async function interleave<Contender, Answer>(
  contenders: readonly Contender[],
  rounds: number,
  measure: (contender: Contender) => Promise<Answer>,
): Promise<Map<Contender, Answer[]>> {
  const answers = new Map<Contender, Answer[]>(contenders.map((contender) => [contender, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) answers.get(contender)?.push(await measure(contender))
  }
  return answers
}

/** The middle one; of an even number the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

/** What one in twenty takes longer than. */
export function p95(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}
