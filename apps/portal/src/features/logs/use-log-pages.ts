// A log, page after page: which pages are wanted, and how they are asked for.

import { limits } from '@farport/vocabulary'
import { useState } from 'react'

interface LogPages {
  /** The variables of each wanted page, in order. */
  variables: { after: string | null; size: number }[]
  onMore: (after: string) => void
}

export function useLogPages(): LogPages {
  const [afters, setAfters] = useState<readonly (string | null)[]>([null])
  return {
    variables: afters.map((after) => ({ after, size: limits.eventPageSize })),
    onMore: (after) => setAfters((known) => [...known, after]),
  }
}
