import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTestContext } from '../../../test/context.ts'

/** Fields with a person's whole CURP or account. */
const personalFields = ['curp', 'debit_card_number', 'bank_account_number', 'beneficiary_account']

/** Routes that show such a field to staff and record no view, each with the reason. */
const exceptions: Record<string, string> = {
  'GET /auth/user': 'shows the caller’s own data',
  'GET /auth/users': 'the list shows the last four characters',
  'GET /stp/incoming-payments': 'the list masks the payer; `beneficiary_account` is the lender’s own account',
  'POST /auth/users': 'answers what the caller just typed, and is recorded as `user.created`',
  'POST /auth/register': 'creates staff, who have no such data, and is recorded as `user.created`',
}

const call = z.object({
  'x-access': z.string(),
  'x-views': z.string().optional(),
  responses: z.record(z.string(), z.unknown()),
})
const openapi = z.object({ paths: z.record(z.string(), z.record(z.string(), call)) })
const tree = z.record(z.string(), z.unknown())

/** True if a JSON schema, or what it refers to, has a property of these names. */
function hasProperty(root: unknown, names: readonly string[]): boolean {
  const seen = new Set<unknown>()
  function search(schema: unknown): boolean {
    if (schema === null || typeof schema !== 'object' || seen.has(schema)) return false
    seen.add(schema)
    const parts = Array.isArray(schema) ? schema : Object.values(schema)
    if (Array.isArray(schema)) return parts.some(search)
    const { $ref, properties } = tree.parse(schema)
    if (typeof $ref === 'string') return search(followed($ref))
    const own = Object.keys(tree.catch({}).parse(properties))
    return own.some((name) => names.includes(name)) || parts.some(search)
  }
  const followed = ($ref: string) =>
    $ref
      .replace('#/', '')
      .split('/')
      .reduce<unknown>((at, name) => tree.catch({}).parse(at)[name], root)
  return search(Object(root).shown)
}

test('every route that shows staff a whole CURP or account records the view, or is a named exception', async () => {
  const ctx = await createTestContext()
  const document: unknown = (await ctx.app.inject(`${ctx.api}/openapi.json`)).json()
  const shows = Object.entries(openapi.parse(document).paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, described]) => {
      const answers = Object.entries(described.responses).filter(([status]) => status.startsWith('2'))
      const isShown = hasProperty({ ...Object(document), shown: answers }, personalFields)
      const isForStaff = ['any', 'staff', 'admin'].includes(described['x-access'])
      const route = `${method.toUpperCase()} ${path.replace(ctx.api, '')}`
      return isShown && isForStaff ? [{ route, views: described['x-views'] }] : []
    }),
  )
  const unrecorded = shows.filter(({ views }) => views === undefined).map(({ route }) => route)
  expect(unrecorded.sort()).toEqual(Object.keys(exceptions).sort())
  expect(shows.length).toBeGreaterThan(20)
})
