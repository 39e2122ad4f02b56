// The form of a service: what the person sees, what is wrong with it, what is sent.

import { applicationId, applicationTypeOf, limits } from '@farport/vocabulary'
import type { MessageKey } from '../../i18n/messages.ts'

export interface ServiceForm {
  application: number
  name: string
  host: string
  /** As typed. */
  port: string
  isEnabled: boolean
}

export interface ServiceFields {
  application: number
  name: string
  host: string
  port: number
  enabled: boolean
}

export const defaultHost = 'localhost'

export function newServiceForm(application: number): ServiceForm {
  return { application, name: '', host: defaultHost, port: defaultPort(application), isEnabled: true }
}

export function formOfService(service: ServiceFields): ServiceForm {
  const { application, name, host, port, enabled } = service
  return { application, name, host, port: String(port), isEnabled: enabled }
}

/** Another type brings its usual port, unless the person has typed one of their own. */
export function changeApplication(form: ServiceForm, application: number): ServiceForm {
  const isPortUntouched = form.port === '' || form.port === defaultPort(form.application)
  return { ...form, application, port: isPortUntouched ? defaultPort(application) : form.port }
}

export function serviceFormProblems(form: ServiceForm): { port?: MessageKey; host?: MessageKey } {
  const port = Number(form.port)
  const isPort = /^\d+$/.test(form.port.trim()) && port >= 1 && port <= limits.portMax
  const host = form.host.trim()
  const isHost = host.length <= limits.hostLengthMax && /^[^\s/]*$/.test(host)
  return {
    ...(isPort ? {} : { port: 'services.portInvalid' }),
    ...(isHost ? {} : { host: 'services.hostInvalid' }),
  }
}

/** For a form without problems. An empty name is the type's name; an empty host the device itself. */
export function serviceFields(form: ServiceForm): ServiceFields {
  return {
    application: form.application,
    name: form.name.trim() === '' ? applicationTypeOf(form.application).name : form.name.trim(),
    host: form.host.trim() === '' ? defaultHost : form.host.trim(),
    port: Number(form.port),
    enabled: form.isEnabled,
  }
}

/** Where a device can be asked whether something listens; undefined when that makes no sense. */
export function placeToCheck(form: ServiceForm): { host: string; port: number } | undefined {
  const isTcp = applicationTypeOf(form.application).protocol === 'TCP'
  // The agent itself is the SOCKS server: nothing has to listen.
  const isAgentItself = form.application === applicationId.socks
  if (!isTcp || isAgentItself || Object.keys(serviceFormProblems(form)).length > 0) return undefined
  const { host, port } = serviceFields(form)
  return { host, port }
}

function defaultPort(application: number): string {
  const { port } = applicationTypeOf(application)
  return port === 0 ? '' : String(port)
}
