import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, signIn } from '../../../test/factories.ts'
import { makeLoan } from '../../../test/loans.ts'
import type { Trx } from '../../db/types.ts'

let ctx: TestContext
/** Of an admin. */
let headers: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
})

async function writeNote(path: string) {
  const answer = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/activity/${path}/notes`, payload: { text: 'Llamó su jefe' } },
    headers: { ...headers, 'idempotency-key': randomUUID() },
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** Resolves once a transaction waits for a row that another one has locked. */
const someoneWaits = () =>
  expect
    .poll(
      async () => {
        const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and wait_event in ('transactionid', 'tuple')`.execute(ctx.deps.db)
        return rows.length
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0)

// People and orders are never deleted.
test.each([
  {
    kind: 'company' as const,
    make: async () => (await makeCompany(ctx)).id,
    remove: (trx: Trx, id: number) =>
      trx.updateTable('company').set({ deleted_at: '2026-11-20T16:00:00Z' }).where('id', '=', id).execute(),
  },
  {
    kind: 'loan' as const,
    make: async () => (await makeLoan(ctx)).loan.id,
    remove: (trx: Trx, id: number) => trx.deleteFrom('loan').where('id', '=', id).execute(),
  },
])(
  'a note on a $kind that is being deleted waits, and is refused with 404',
  async ({ kind, make, remove }) => {
    const id = await make()
    const { writing } = await ctx.deps.db.transaction().execute(async (trx) => {
      await remove(trx, id)
      const late = writeNote(`${kind}/${id}`)
      await someoneWaits()
      return { writing: late }
    })
    const { status, body } = await writing
    expect([status, body.code]).toEqual([404, `${kind}.not_found`])
    const { rows } = await sql`select id from note where ${sql.ref(`${kind}_id`)} = ${id}`.execute(
      ctx.deps.db,
    )
    expect(rows).toEqual([])
  },
)

test('a company gets no note after its deletion, in 12 races of both', async () => {
  for (let race = 0; race < 12; race += 1) {
    const { id } = await makeCompany(ctx)
    const deletion = ctx.app.inject({ method: 'DELETE', url: `${ctx.api}/company/${id}`, headers })
    const [note, deleted] = await Promise.all([writeNote(`company/${id}`), deletion])
    expect(deleted.statusCode, deleted.body).toBe(204)
    expect([201, 404]).toContain(note.status)
    const trail = ctx.deps.db.selectFrom('audit').select('action').where('subject', '=', 'company')
    const actions = (await trail.where('subject_id', '=', id).orderBy('id').execute()).map(
      ({ action }) => action,
    )
    const written = note.status === 201 ? ['note.written'] : []
    expect(actions.filter((action) => /^note|deleted$/.test(action))).toEqual([...written, 'company.deleted'])
  }
})
