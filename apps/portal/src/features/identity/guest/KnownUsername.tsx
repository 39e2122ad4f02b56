// Tells password managers whose password a form is about, where the address is known and not asked for.

export function KnownUsername({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
