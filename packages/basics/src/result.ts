// An answer that may be a refusal. A refusal is part of the contract; a fault is thrown instead.

export type Result<Value, Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal }

export const accept = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })

export const refuse = <Refusal>(refusal: Refusal): { ok: false; refusal: Refusal } => ({ ok: false, refusal })
