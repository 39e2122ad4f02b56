// Saves notification settings: what is absent stays as it is.

import { useMutation } from 'urql'
import {
  SetNotificationSettingsDocument,
  type NotificationSettingsQuery,
  type SetNotificationSettingsMutationVariables,
} from '#graphql'
import { useNotifyProblem } from '../../api/use-problem-text.ts'

export type Settings = NonNullable<NotificationSettingsQuery['login']['notificationSettings']>

/** Answers whether it went well; what went wrong is shown as a notice. */
export function useSaveSettings(): {
  isSaving: boolean
  save: (change: SetNotificationSettingsMutationVariables) => Promise<boolean>
} {
  const notifyProblem = useNotifyProblem()
  const [{ fetching: isSaving }, set] = useMutation(SetNotificationSettingsDocument)
  return { isSaving, save: async (change) => notifyProblem(await set(change)) }
}
