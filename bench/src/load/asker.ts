// Somebody who asks the server over HTTP, on a connection that stays, as programs do.

import { Agent, request } from 'node:http'

export interface Asker extends Disposable {
  /** The data of the answer. Throws with the first error. */
  ask<Data>(query: string, variables: object): Promise<Data>
}

export async function signIn(url: string, email: string, password: string): Promise<Asker> {
  const answer = await fetch(`${url}/auth/v1/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const token = answer.headers.get('set-auth-token')
  if (token === null) throw new Error(`signing ${email} in answered with ${answer.status}`)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    async ask<Data>(query: string, variables: object) {
      const body = await post(agent, new URL('/graphql/v1', url), token, JSON.stringify({ query, variables }))
      const { data, errors } = JSON.parse(body) as { data: Data; errors?: { message: string }[] } // as the API answers
      if (errors?.[0] !== undefined) throw new Error(errors[0].message)
      return data
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}

function post(agent: Agent, url: URL, token: string, body: string): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    authorization: `Bearer ${token}`,
  }
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', agent, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve(Buffer.concat(parts).toString()))
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
