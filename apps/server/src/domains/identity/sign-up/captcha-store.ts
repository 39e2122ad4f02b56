// The SQL of captchas that were solved: each counts once.

import type { Queries } from '#platform/database'

/** False when it was taken before. */
export async function takeSolution(
  queries: Queries,
  { challengeHash, expiresAt }: { challengeHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const taken = await queries
    .insertInto('auth.captcha_solution')
    .values({ challenge_hash: challengeHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('challenge_hash')
    .executeTakeFirst()
  return taken !== undefined
}

/** Their challenges are too old by now. */
export async function removeOldSolutions(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('auth.captcha_solution').where('expires_at', '<', now).execute()
}
