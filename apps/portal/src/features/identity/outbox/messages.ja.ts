// The mails that an installation keeps, in Japanese.

export const outboxJa = {
  hint: 'この環境のメール（新しい順）。',
  noServer:
    'メールサーバーが設定されていないため、メールはここに保存されます。送信するには SMTP_URL を設定してください。',
  empty: 'メールはまだありません',
  emptyHint: '確認用リンクやお知らせがここに表示されます。',
  noMatch: '検索結果はありません',
  clearSearch: '検索をクリア',
  choose: 'メールを選ぶと、ここに表示されます',
  to: '宛先 {{address}}',
  sent: '送信済み',
  kept: '保管中',
  failed: '失敗',
  formatted: '書式付き',
  text: 'テキスト',
  look: 'メールの表示',
  openLink: 'リンクを開く',
  copyText: '本文をコピー',
  gone: '送信されたメールの内容は保存されません',
  goneHint: 'サインインできるリンクが含まれることがあるためです。',
  loadFailed: 'メールを読み込めませんでした',
  notThere: 'このメールはもうありません',
  notThereHint: 'メールは 30 日間保存されます。',
  operatorOnly: '送信トレイを読めるのは、この環境の運用者だけです。',
}
