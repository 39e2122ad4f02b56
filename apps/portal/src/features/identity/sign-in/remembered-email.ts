// The address of whoever wants to be remembered in this browser.

const storageKey = 'sign-in-email'

export const rememberedEmail = {
  find: (): string | undefined => localStorage.getItem(storageKey) ?? undefined,
  set: (email: string | undefined): void =>
    email === undefined ? localStorage.removeItem(storageKey) : localStorage.setItem(storageKey, email),
}
