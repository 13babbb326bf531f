import { expect } from '@playwright/test'
import { call, signInByHttp } from './http.ts'

/** How many workers sign in at once. */
const batch = 6

/** Sends that the worker accepts the texts in force; returns the status. */
async function sendConsents(token: string): Promise<number> {
  const documents = ['terms', 'privacy'] as const
  const texts = await Promise.all(documents.map((document) => call(`/legal/${document}`)))
  const consents = texts.map(({ json }) => ({ document: json.document, version: json.version }))
  return (await call('/auth/consents', { method: 'POST', token, body: { consents } })).status
}

/** The worker accepts the texts in force. */
export async function acceptTexts(token: string) {
  expect(await sendConsents(token)).toBeLessThan(300)
}

async function listWorkers(): Promise<{ email: string; is_active: boolean }[]> {
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const { json } = await call('/auth/users?user_type=U2&is_active=true&page_size=200', { token })
  return json.results
}

/** Every worker who can sign in accepts the texts in force, so that a new version asks nobody in later tests. */
export async function acceptTextsByAll() {
  const workers = await listWorkers()
  for (let start = 0; start < workers.length; start += batch)
    await Promise.all(
      workers.slice(start, start + batch).map(async ({ email }) => {
        // Some have no password yet; they accept at their first sign-in.
        const user = await signInByHttp(email).catch(() => null)
        const status = user === null ? 401 : await sendConsents(user.token)
        // A session that an earlier test ended, or keeps from more than a step of the sign-in, accepts later too.
        expect(status === 401 || status < 300, `${email}: ${status}`).toBe(true)
      }),
    )
}
