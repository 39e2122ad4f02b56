import { busCompliance } from './bus-compliance.ts'
import { createLocalBus } from './bus.ts'
import { silentLog } from './log.ts'

busCompliance('local', async () => {
  const bus = createLocalBus(silentLog)
  return { here: bus, there: bus, [Symbol.asyncDispose]: () => bus[Symbol.asyncDispose]() }
})
