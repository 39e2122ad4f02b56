// Loads the code of a page when it is first needed. A server that restarts just then is waited for.

/** After the last of these waits the page counts as not loadable. */
export const retryWaitsMs = [300, 1000, 2000, 4000, 8000] as const

/** The code of a page could not be had: the server is away, or has been replaced by a newer one. */
export class PageLoadError extends Error {
  override name = 'PageLoadError'
}

export async function loadPage<Module>(load: () => Promise<Module>): Promise<Module> {
  for (const waitMs of retryWaitsMs) {
    try {
      return await load()
    } catch {
      // Tried again below; the last failure is thrown.
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  try {
    return await load()
  } catch (cause) {
    throw new PageLoadError('A page could not be loaded.', { cause })
  }
}
