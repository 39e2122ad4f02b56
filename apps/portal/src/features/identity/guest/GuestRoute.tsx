// Pages for strangers. Whoever is signed in already goes on to where they wanted.

import { LoadingScreen } from '@farport/design-system'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useNavigate, useSearchParams } from 'react-router'
import { safeNextPath } from '../../../paths.ts'
import { initialRoute } from '../session/window-route.ts'
import { useSession } from '../session.tsx'

export function GuestRoute() {
  const { t } = useTranslation()
  const { session } = useSession()
  if (session.kind === 'loading') return <LoadingScreen label={t('shell.loading')} />
  return session.kind === 'signed-in' ? <GoOn /> : <Outlet />
}

function GoOn() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [path] = useState(() => safeNextPath(search.get('next') ?? initialRoute.find() ?? null))
  useEffect(() => {
    initialRoute.forget()
    void navigate(path, { replace: true })
  }, [navigate, path])
  return null
}
