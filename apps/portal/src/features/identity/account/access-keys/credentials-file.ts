// The file that programs read an access key from, in the form that the command line knows.

export interface NewKey {
  key: string
  secret: string
}

export const credentialsFileName = 'credentials'
export const credentialsFolder = '~/.farport'
export const accessKeysMax = 2

export function credentialsFile({ key, secret }: NewKey): string {
  return `[DEFAULT]\nFARPORT_ACCESS_KEY_ID=${key}\nFARPORT_SECRET_ACCESS_KEY=${secret}\n`
}
