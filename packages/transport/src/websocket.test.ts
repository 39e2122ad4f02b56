import { describeTransport } from './compliance.ts'
import { createWebSocketTransport } from './websocket.ts'

describeTransport('websocket', async () => ({
  listening: createWebSocketTransport(),
  connecting: createWebSocketTransport(),
}))
