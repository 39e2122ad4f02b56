// Letting a program in by its code, in Japanese.

export const programJa = {
  deviceTitle: 'プログラムを接続',
  deviceHint: 'プログラムに表示されたコードを入力してください。',
  deviceCode: 'コード',
  deviceCodeMissing: 'コードは 8 文字です。',
  continue: '続ける',
  signedInAs: '{{email}} としてサインイン中',
  deviceAskTitle: '{{client}} を許可しますか？',
  deviceAskHint: '{{email}} として、あなたの権限すべてで操作することを求めています。',
  deviceClient: 'プログラム',
  devicePlace: '場所',
  deviceAddress: 'IP アドレス',
  deviceAsked: '要求日時',
  deviceWarning:
    'たった今ご自身で開始し、同じコードが表示されている場合のみ許可してください。サポート担当者がコードを尋ねることはありません。',
  approve: '許可',
  deny: '拒否',
  deviceApprovedTitle: '接続しました',
  deviceApproved: '{{client}} は自動的に続行します。このウィンドウは閉じてかまいません。',
  deviceDeniedTitle: 'アクセスを拒否しました',
  deviceDenied: '{{client}} は操作できません。このウィンドウは閉じてかまいません。',
}
