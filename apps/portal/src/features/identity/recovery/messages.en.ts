// Getting into an account without its second factor, in English.

export const recoveryEn = {
  recoveryTitle: 'Account recovery',
  recoveryStartHint:
    'If you cannot use your second factor, we send you a code by mail. You need your recovery code as well.',
  recoveryCodesHint: 'If the account can be recovered, a code is on its way to you by mail.',
  emailCode: 'E-mailed code',
  emailCodeMissing: 'No email verification code provided!',
  backupCode: 'Recovery code',
  backupCodeHint: 'The {{count}} characters that you kept when you set up your second factor',
  backupCodeMissing: 'Please enter your whole recovery code.',
  backupCodeInvalid: 'Backup code is invalid, please double check and try again!',
  recover: 'Recover account',
  lostCode: 'Lost your recovery code?',
  lostCodeSubject: 'Farport account reset',
  lostCodeBody:
    'Hello,\n\nI have lost my second factor and my recovery code. Please reset the two-factor authentication of my account.\n\nE-mail address of the account: {{email}}\n',
}
