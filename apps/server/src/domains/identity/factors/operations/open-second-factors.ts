// What second factors work with, made from the secret of the installation.

import type { Secret } from '@farport/basics'
import { createBudgets } from '#platform/budgets'
import type { Database } from '#platform/database'
import { createCodeHasher } from '#platform/one-time-codes'
import { createSeal } from '#platform/seal'
import { deriveSecret } from '#platform/secrets'
import { authPath } from '../../auth-path.ts'
import type { IdentityContext } from '../../context.ts'
import { createChallengeCookie } from '../../sign-in/challenge-cookie.ts'
import { factorBudgets } from '../factor-budgets.ts'

interface Means {
  database: Database
  publicUrl: string
  secret: Secret
  smsDailyMax: number
}

export function openSecondFactors({
  database,
  publicUrl,
  secret,
  smsDailyMax,
}: Means): Pick<IdentityContext, 'factorGuard' | 'factorSeal' | 'codes' | 'challengeCookie'> {
  return {
    factorGuard: createBudgets(database, factorBudgets(smsDailyMax)),
    factorSeal: createSeal(deriveSecret(secret, 'second-factors')),
    codes: createCodeHasher(deriveSecret(secret, 'one-time-codes')),
    challengeCookie: createChallengeCookie('challenge', publicUrl.startsWith('https:'), authPath),
  }
}
