import { expect } from '@playwright/test'
import { call } from './http.ts'
import { readMailedLink } from './mail.ts'

/** Replaces a password that staff typed, as its user does at the first sign-in. */
export async function replaceTyped({ email, typed }: { email: string; typed: string }, password: string) {
  const { json } = await call('/auth/login', {
    method: 'POST',
    body: { email, password: typed },
    from: email,
  })
  const body = { current_password: typed, new_password: password }
  const changed = await call('/auth/change-password', { method: 'POST', token: json.token, body })
  expect(changed.status, changed.bytes.toString()).toBe(204)
}

/** Chooses a password with the mailed invitation. */
export async function acceptInvitation(email: string, password: string) {
  const token = new URL(await readMailedLink(email)).hash.replace('#token=', '')
  const body = { token, password }
  const chosen = await call('/auth/reset-password', { method: 'POST', body, from: email })
  expect(chosen.status, chosen.bytes.toString()).toBe(204)
}
