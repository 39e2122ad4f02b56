// The native packages that UDP needs. They are optional: where a platform has none of them, agents do without UDP.

import { accept, refuse, type Result } from '@farport/basics'
import type NoiseSecretStream from '@hyperswarm/secret-stream'
import type sodium from 'sodium-native'
import type Udx from 'udx-native'
import { countStreamsOf } from './counted-stream.ts'
import { reuseMemoryOf } from './message-memory.ts'

export interface Natives {
  /** One for the whole process. */
  readonly udx: Udx
  readonly CountedStream: ReturnType<typeof countStreamsOf>
  readonly SecretStream: typeof NoiseSecretStream
  readonly sodium: typeof sodium
}

let loading: Promise<Result<Natives, string>> | undefined

/** Loaded once, when first asked for. Refused with a sentence. */
export function loadNatives(): Promise<Result<Natives, string>> {
  loading ??= load()
  return loading
}

async function load(): Promise<Result<Natives, string>> {
  try {
    const [udxModule, streamModule, secretStreamModule, sodiumModule] = await Promise.all([
      import('udx-native'),
      import('udx-native/lib/stream.js'),
      import('@hyperswarm/secret-stream'),
      import('sodium-native'),
    ])
    return accept({
      udx: new udxModule.default(),
      CountedStream: countStreamsOf(streamModule.default),
      SecretStream: reuseMemoryOf(secretStreamModule.default),
      sodium: sodiumModule.default,
    })
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return refuse(`This installation has no UDP transport for this platform: ${reason}`)
  }
}
