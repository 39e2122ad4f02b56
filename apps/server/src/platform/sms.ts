// Text messages: who brings them to phones, and how that went.

export interface SmsMessage {
  /** In E.164. */
  readonly to: string
  readonly text: string
}

export type SmsOutcome = { readonly wasTaken: true } | { readonly wasTaken: false; readonly reason: string }

export interface SmsSender extends Disposable {
  /** False: nobody is set up who could. */
  readonly canSend: boolean
  /** Never throws: what goes wrong is an outcome, whose reason is for the operator. */
  send(message: SmsMessage): Promise<SmsOutcome>
}

/** From the request to its answer: somebody waits for it before a screen. */
export const smsTimeoutMs = 5000

export const noSms: SmsSender = {
  canSend: false,
  send: async () => ({ wasTaken: false, reason: 'No sender of text messages is set up.' }),
  [Symbol.dispose]: () => undefined,
}
