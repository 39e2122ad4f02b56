import { expect, it } from 'vitest'
import { credentialsFile } from './credentials-file.ts'

it('the file is the default profile of an INI file, with an end of line at its end', () => {
  expect(credentialsFile({ key: 'FPKEY', secret: 'c2VjcmV0' })).toBe(
    '[DEFAULT]\nFARPORT_ACCESS_KEY_ID=FPKEY\nFARPORT_SECRET_ACCESS_KEY=c2VjcmV0\n',
  )
})
