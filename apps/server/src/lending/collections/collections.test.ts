import { randomUUID } from 'node:crypto'
import { AGES, spanOfAge } from '@quincena/domain/collections/ageing'
import { collectionPage } from '@quincena/domain/collections/schema'
import { addDays } from '@quincena/domain/dates'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan, makeReviewedOrder } from '../../../test/loans.ts'
import { readSpreadsheet } from '../../../test/read-spreadsheet.ts'

const today = '2026-11-20'
let ctx: TestContext
/** Reads the list and writes contacts as a manager. */
let read: (query?: string) => Promise<ReturnType<typeof collectionPage.parse>>
let headers: Record<string, string>

/** A loan in force whose first uncovered installment was due some days ago; negative days are in the future. */
async function makeDue(days: number, state: 'active' | 'overdue', company_id?: number) {
  const worker = await makeWorker(ctx, company_id === undefined ? {} : { company_id })
  const { loan } = await makeActiveLoan(ctx, {
    worker,
    amount_cents: 500_000 + 10_000 * Math.abs(days),
    term: 6,
  })
  const next_payment_date = addDays(today, -days)
  await ctx.deps.db.updateTable('loan').set({ state, next_payment_date }).where('id', '=', loan.id).execute()
  return loan
}

const made = new Map<string, { id: number; folio: string }>()
let company: { id: number; name: string }

beforeAll(async () => {
  // The tests move due dates in the table, so the schedules say something else.
  ctx = await createTestContext({ is_ledger_checked: false })
  headers = await signIn(ctx, await makeStaff(ctx, 'U1'))
  read = async (query = '') => {
    const answer = await ctx.app.inject({ url: `${ctx.api}/collections?page_size=50&${query}`, headers })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return collectionPage.parse(answer.json())
  }
  company = await makeCompany(ctx)
  const cases = [
    ['late100', 100, 'overdue'],
    ['late90', 90, 'overdue'],
    ['late31', 31, 'overdue'],
    ['late30', 30, 'overdue'],
    ['late7', 7, 'overdue'],
    ['late1', 1, 'overdue'],
    ['grace', 2, 'active'],
    ['today', 0, 'active'],
    ['week', -7, 'active'],
    ['later', -8, 'active'],
  ] as const
  for (const [name, days, state] of cases)
    made.set(name, await makeDue(days, state, name.startsWith('late') ? company.id : undefined))
})

const named = (names: readonly string[]) => names.map((name) => made.get(name)?.id)
const idsOf = ({ results }: Awaited<ReturnType<typeof read>>) => results.map(({ id }) => id)

async function register(loan_id: number | undefined, body: object) {
  const answer = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/loan/${loan_id}/contacts`, payload: body },
    headers: { ...headers, 'idempotency-key': randomUUID() },
  })
  if (answer.statusCode !== 201) throw new Error(answer.body)
}

describe('GET /collections', () => {
  test('lists late loans and those due within 7 days, the latest first, without later ones', async () => {
    const order = ['late100', 'late90', 'late31', 'late30', 'late7', 'grace', 'late1', 'today', 'week']
    const list = await read()
    expect(idsOf(list)).toEqual(named(order))
    expect(list.count).toBe(order.length)
    expect(list.results.map(({ days_late }) => days_late)).toEqual([100, 90, 31, 30, 7, 0, 1, 0, 0])
    expect(idsOf(await read('ordering=days_late'))).toEqual(named(order.toReversed()))
  })

  test('counts and sums each age as plain SQL does', async () => {
    const { ages } = await read()
    const expected = await Promise.all(
      AGES.map(async (age) => {
        const { state, from, to } = spanOfAge(age, today)
        const { rows } = await sql<{ count: number; amount: number }>`
          select count(*) as count, coalesce(sum(amount_due_cents), 0)::bigint as amount from loan
          where state = ${state} and next_payment_date >= ${from ?? '0001-01-01'}::date
            and next_payment_date <= ${to ?? '9998-01-01'}::date`.execute(ctx.deps.db)
        return [age, rows[0]] as const
      }),
    )
    expect(ages).toEqual(Object.fromEntries(expected.filter(([, total]) => total?.count !== 0)))
    expect(Object.keys(ages)).toHaveLength(AGES.length)
  })

  test.each([
    ['late_1', ['late7', 'late1']],
    ['late_8', ['late30']],
    ['late_31', ['late31']],
    ['late_61', ['late90']],
    ['late_91', ['late100']],
    ['in_grace', ['grace']],
    ['due_today', ['today']],
    ['due_in_7', ['week']],
  ] as const)('with the age %s lists only its loans and keeps the sums of the others', async (age, names) => {
    const list = await read(`age=${age}`)
    expect(idsOf(list)).toEqual(named(names))
    expect(list.count).toBe(names.length)
    expect(Object.values(list.ages).reduce((sum, total) => sum + (total?.count ?? 0), 0)).toBe(9)
  })

  test('filters by company, and searches as the other lists do', async () => {
    expect((await read(`company=${company.id}`)).count).toBe(6)
    const folio = made.get('late30')?.folio ?? ''
    const found = await read(`search=${folio}`)
    expect(idsOf(found)).toEqual(named(['late30']))
    expect(found.ages).toEqual({ late_8: { count: 1, amount: found.results[0]?.amount_due } })
  })

  test('pages on the server', async () => {
    const answer = await ctx.app.inject({ url: `${ctx.api}/collections?page=2&page_size=4`, headers })
    expect(answer.json().results.map(({ id }: { id: number }) => id)).toEqual(
      named(['late7', 'grace', 'late1', 'today']),
    )
  })

  test('shows the latest contact and sorts by the day of the next step', async () => {
    await register(made.get('late30')?.id, {
      means: 'call',
      text: 'Primera',
      next_step: 'x',
      next_step_on: '2026-12-01',
    })
    const last = { means: 'company', text: 'Paga el lunes', next_step: 'Revisar', next_step_on: '2026-11-23' }
    await register(made.get('late30')?.id, last)
    await register(made.get('today')?.id, {
      means: 'call',
      text: 'Hoy',
      next_step: 'Ver',
      next_step_on: '2026-11-21',
    })
    const { results } = await read('ordering=next_step')
    expect(results.slice(0, 2).map(({ id }) => id)).toEqual(named(['today', 'late30']))
    expect(results[1]?.last_contact).toMatchObject({ ...last, by: 'Gerardo Soto' })
    expect(idsOf(await read('ordering=-next_step')).slice(0, 2)).toEqual(named(['late30', 'today']))
  })

  test('leaves out a loan in clarification', async () => {
    const { loan_id } = await makeReviewedOrder(ctx)
    const before = (await read()).count
    const due = { next_payment_date: today, state: 'active' as const }
    await ctx.deps.db.updateTable('loan').set(due).where('id', '=', Number(loan_id)).execute()
    expect((await read()).count).toBe(before)
  })
})

test('the export has the rows of the list with its filters', async () => {
  const { rawPayload } = await ctx.app.inject({ url: `${ctx.api}/collections/export?age=late_8`, headers })
  const rows = readSpreadsheet(rawPayload).get('Cobranza') ?? []
  expect(rows.map((row) => [row.Folio, row.Antigüedad, row['Días de atraso']])).toEqual([
    [made.get('late30')?.folio, '8 a 30 días', 30],
  ])
})
