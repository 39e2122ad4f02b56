import { describe, expect, it } from 'vitest'
import { startDemoWebServer } from './web-page.ts'

describe("the demo device's web page", () => {
  it.each([
    ['GET', '/', 200, 'You reached the demo device through Farport.'],
    ['GET', '/?x=<script>', 200, 'Running since'],
    ['GET', '/other', 404, 'only one page'],
    ['POST', '/', 405, ''],
  ])('answers %s %s', async (method, path, status, text) => {
    await using server = await startDemoWebServer({ host: '127.0.0.1', port: 0, startedAt: 0 })
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method })
    expect(answer.status).toBe(status)
    expect(await answer.text()).toContain(text)
  })
})
