// How a person wants to be told: by which methods, and where. Pure.

import { accept, type Result } from '@farport/basics'

/** For all devices of a person. */
export interface Methods {
  readonly byMail: boolean
  /** In the portal, and on the desktop. */
  readonly inPortal: boolean
}

/** For one device. Null: as for all. */
export type DeviceMethods = { readonly [Method in keyof Methods]: boolean | null }

export interface NotificationSettings extends Methods {
  /** Undefined: the address of the account. */
  readonly email: string | undefined
  /** Whoever reads it has opened the link that was sent there. */
  readonly isEmailVerified: boolean
}

export interface Webhook {
  readonly url: string | undefined
  readonly isOn: boolean
}

/** Nobody wants a mail they did not ask for; the portal's list is there for whoever looks. */
export const usualSettings: NotificationSettings = {
  byMail: false,
  inPortal: true,
  email: undefined,
  isEmailVerified: false,
}

export const usualWebhook: Webhook = { url: undefined, isOn: false }

export const asForAll: DeviceMethods = { byMail: null, inPortal: null }

export function methodsFor(person: Methods, device: DeviceMethods | undefined): Methods {
  return { byMail: device?.byMail ?? person.byMail, inPortal: device?.inPortal ?? person.inPortal }
}

/** A wish that is absent leaves things as they are. */
export interface MethodsWish {
  readonly byMail?: boolean | null | undefined
  readonly inPortal?: boolean | null | undefined
}

/** For a person there is nothing behind the settings, so that null says nothing. */
export function changeMethods(known: Methods, wish: MethodsWish): Methods {
  return { byMail: wish.byMail ?? known.byMail, inPortal: wish.inPortal ?? known.inPortal }
}

export function changeDeviceMethods(known: DeviceMethods, wish: MethodsWish): DeviceMethods {
  const { byMail, inPortal } = wish
  return {
    byMail: byMail === undefined ? known.byMail : byMail,
    inPortal: inPortal === undefined ? known.inPortal : inPortal,
  }
}

export interface WebhookWish {
  readonly isOn?: boolean | null | undefined
  readonly url?: string | null | undefined
}

/** Switching it off forgets the URL; while it is on, there is a valid one. */
export function changeWebhook<Refusal>(
  known: Webhook,
  wish: WebhookWish,
  parseUrl: (text: string) => Result<string, Refusal>,
): Result<Webhook, Refusal> {
  const isOn = wish.isOn ?? known.isOn
  if (!isOn) return accept(wish.isOn === false ? usualWebhook : known)
  const url = parseUrl((wish.url === undefined ? known.url : wish.url) ?? '')
  return url.ok ? accept({ isOn, url: url.value }) : url
}
