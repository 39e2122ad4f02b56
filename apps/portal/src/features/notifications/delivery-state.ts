// The states that a message to a webhook goes through.

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** A state that this portal does not know yet is one in which it still waits. */
export function deliveryState(text: string): DeliveryState {
  return deliveryStates.find((state) => state === text) ?? 'waiting'
}

/** Of an answer's status. Redirects are not followed. */
export function answerKind(status: number): 'answered' | 'redirected' {
  return status >= 300 && status < 400 ? 'redirected' : 'answered'
}
