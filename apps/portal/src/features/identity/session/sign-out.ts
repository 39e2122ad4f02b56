// Ends the session at the server. A sign-out that did not reach it is not forgotten: it is done before anything else, so
// that nobody is found signed in who has left.

export interface SignOutMeans {
  /** True when the server has heard. */
  endAtServer: () => Promise<boolean>
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

const pendingKey = 'sign-out-pending'

export interface SignOut {
  /** True when the server has heard. */
  begin(): Promise<boolean>
  /** False when an earlier sign-out has still not reached the server. */
  finishEarlier(): Promise<boolean>
  /** Somebody signed in since: there is nothing to finish any more. */
  forgetEarlier(): void
}

export function createSignOut({ endAtServer, storage }: SignOutMeans): SignOut {
  return { begin, finishEarlier, forgetEarlier: () => storage.removeItem(pendingKey) }

  async function begin(): Promise<boolean> {
    storage.setItem(pendingKey, 'yes')
    const hasEnded = await endAtServer()
    if (hasEnded) storage.removeItem(pendingKey)
    return hasEnded
  }

  async function finishEarlier(): Promise<boolean> {
    return storage.getItem(pendingKey) === null || begin()
  }
}
