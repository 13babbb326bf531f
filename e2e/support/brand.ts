import { isDeepStrictEqual } from 'node:util'
import { expect } from '@playwright/test'
import { call, signInByHttp } from './http.ts'

const tokenOf = async (name: string) => (await signInByHttp(`${name}@demo.quincena.mx`)).token

/** The brand in force as admins see it: its fields and its logo. */
export async function readBrand() {
  const { json } = await call('/brand/versions', { token: await tokenOf('admin') })
  const { content, logo } = json.versions.find(({ state }: { state: string }) => state === 'in_force')
  return { content, logo: logo?.sha256 ?? null }
}

/** Publishes a brand that was in force before, so that later tests see it: one admin asks, the other approves. */
export async function restoreBrand(before: Awaited<ReturnType<typeof readBrand>>) {
  if (isDeepStrictEqual(await readBrand(), before)) return
  const { content, logo } = before
  const token = await tokenOf('admin')
  const { json: now } = await call('/brand/versions', { token })
  const body = { ...content, logo, summary: 'Como antes.', version: now.draft?.version ?? 0 }
  const draft = await call('/brand/draft', { method: 'PUT', token, body })
  expect(draft.status).toBe(200)
  const effective_date = new Date().toLocaleDateString('sv', { timeZone: 'America/Mexico_City' })
  const asked = await call('/brand/publish', { method: 'POST', token, body: { effective_date } })
  expect(asked.status).toBeLessThan(300)
  const path = `/approvals/${asked.json.approval.id}/approve`
  const approved = await call(path, { method: 'POST', token: await tokenOf('direccion'), body: {} })
  expect(approved.status).toBeLessThan(300)
}
