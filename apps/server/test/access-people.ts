import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { hashPassword } from '../src/people/auth/commands/hash-password.ts'
import type { TestContext } from './context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from './factories.ts'

export const methods = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Everybody's password. */
export const password = 'Quincena-2026'

/** A body with files, and its content type. */
export interface Multipart {
  multipart: string
  bytes: Buffer
}
export const isForm = (body: object): body is Multipart => 'multipart' in body

/** The options of a request with a body, which may be a form with files. */
export function bodyOptions(body: object | undefined) {
  if (body === undefined) return { headers: {} }
  if (!isForm(body)) return { headers: {}, payload: body }
  return { headers: { 'content-type': body.multipart }, payload: body.bytes }
}

const hashing = hashPassword(password)

/** Makes the people of a world, each signed in and with the same password. */
export async function makePeople(ctx: TestContext) {
  const password_hash = await hashing
  const company = await makeCompany(ctx)
  const [own, colleague, other, manager, clerk, admin] = await Promise.all([
    makeWorker(ctx, { password_hash, company_id: company.id }),
    makeWorker(ctx, { password_hash, company_id: company.id }),
    makeWorker(ctx, { password_hash }),
    makeStaff(ctx, 'U1'),
    makeStaff(ctx, 'U1'),
    makeStaff(ctx, 'U0'),
  ])
  const staff = [manager.id, clerk.id, admin.id]
  await ctx.deps.db.updateTable('app_user').set({ password_hash }).where('id', 'in', staff).execute()
  const ids = [own, other, colleague, manager, clerk, admin]
  const [ownHeaders, otherHeaders, colleagueHeaders, managerHeaders, clerkHeaders, adminHeaders] =
    await Promise.all(ids.map((user) => signIn(ctx, user)))
  const callers = {
    ...{ guest: {}, own: { ...ownHeaders }, other: { ...otherHeaders }, colleague: { ...colleagueHeaders } },
    ...{ manager: { authorization: '', ...managerHeaders }, clerk: { authorization: '', ...clerkHeaders } },
    admin: { authorization: '', ...adminHeaders },
  }
  /** Sends a call, such as `GET /auth/user`, as one of them. */
  const send = (caller: keyof typeof callers, call: string, body?: object) => {
    const { headers, ...options } = bodyOptions(body)
    const [method, path] = call.split(' ')
    const key = method === 'GET' ? {} : { 'idempotency-key': randomUUID() }
    return ctx.app.inject({
      ...{ method: methods.parse(method), url: `${ctx.api}${path}`, ...options },
      headers: { ...callers[caller], ...key, ...headers },
      remoteAddress: someAddress(),
    })
  }
  /** The headers of a member of the staff; of the manager for other callers. */
  const staffHeaders = (caller: keyof typeof callers) =>
    callers[caller === 'clerk' || caller === 'admin' ? caller : 'manager']
  return { ctx, company, own, other, colleague, manager, clerk, admin, callers, send, staffHeaders }
}

/** Who sends the calls of the access matrix. `clerk` is a manager who made none of the records, unlike `manager`. */
export type Caller = keyof People['callers']
export type People = Awaited<ReturnType<typeof makePeople>>

/** An address that few requests come from, because limits of an address are no part of the matrix. */
export const someAddress = () => `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
