// A password that somebody has chosen, as we keep it.

import { accept, refuse, type Result } from '@farport/basics'
import type { IdentityContext } from '../../context.ts'
import { parsePassword, type SignInRefusal } from '../../identity.ts'
import { tooBusy } from './verify-password.ts'

export async function hashNewPassword(
  { passwords }: Pick<IdentityContext, 'passwords'>,
  { password, source }: { password: string; source: string },
): Promise<Result<string, SignInRefusal>> {
  const parsed = parsePassword(password)
  if (!parsed.ok) return parsed
  const hash = await passwords.hash(parsed.value, source)
  return hash.ok ? accept(hash.value) : refuse(tooBusy)
}
