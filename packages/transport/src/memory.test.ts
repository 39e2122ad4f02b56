import { describeTransport } from './compliance.ts'
import { createMemoryTransport } from './memory.ts'

describeTransport('memory', async () => {
  const transport = createMemoryTransport()
  return { listening: transport, connecting: transport }
})
