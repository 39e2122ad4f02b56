// The proof of work of one page: begun when the page is shown.

import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Captcha, CaptchaState } from './captcha.ts'
import { openCaptcha } from './open-captcha.ts'

export function useCaptcha(): { captcha: Captcha; state: CaptchaState } {
  const [captcha] = useState(openCaptcha)
  const state = useSyncExternalStore(captcha.subscribe, captcha.state)
  useEffect(() => captcha.begin(), [captcha])
  return { captcha, state }
}
