export const openSession = (account: string) => ({ account })
