// Getting into an account without its second factor, in Japanese.

export const recoveryJa = {
  recoveryTitle: 'アカウントの復旧',
  recoveryStartHint: '2 つ目の要素を使えない場合は、メールでコードをお送りします。リカバリーコードも必要です。',
  recoveryCodesHint: '復旧できるアカウントであれば、メールでコードをお送りしました。',
  emailCode: 'メールのコード',
  emailCodeMissing: 'メールの確認コードが入力されていません。',
  backupCode: 'リカバリーコード',
  backupCodeHint: '2 つ目の要素を設定したときに保管した {{count}} 文字',
  backupCodeMissing: 'リカバリーコードをすべて入力してください。',
  backupCodeInvalid: 'リカバリーコードが正しくありません。確認してもう一度お試しください。',
  recover: 'アカウントを復旧',
  lostCode: 'リカバリーコードを失くした場合',
  lostCodeSubject: 'Farport アカウントのリセット',
  lostCodeBody:
    'お世話になります。\n\n2 つ目の要素とリカバリーコードを失くしました。アカウントの 2 要素認証のリセットをお願いします。\n\nアカウントのメールアドレス: {{email}}\n',
}
