// A mail to whoever runs this installation, ready to be sent. Pure.

/** Without an address: the person knows whom to ask, and the portal tells strangers nobody's. */
export function lostCodeMail({ subject, body }: { subject: string; body: string }): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
