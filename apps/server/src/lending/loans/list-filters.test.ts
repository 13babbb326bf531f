import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeLoan, makeWorker, signIn, staffHeaders } from '../../../test/loans.ts'

let ctx: TestContext
let manager: Record<string, string>
beforeAll(async () => {
  // States are set without the commands, so the loans have no schedule and no ledger entries.
  ctx = await createTestContext({ is_ledger_checked: false })
  manager = await staffHeaders(ctx)
})

const get = (path: string, headers = manager) => ctx.app.inject({ url: `${ctx.api}${path}`, headers })
const list = async (query: string, headers = manager) => (await get(`/loan?${query}`, headers)).json()
const idsOf = (page: { results: { id: number }[] }) => page.results.map(({ id }) => id)

const setLoan = (id: number, values: Record<string, unknown>) =>
  ctx.deps.db.updateTable('loan').set(values).where('id', '=', id).execute()

async function makeLoans(states: readonly ('requested' | 'approved' | 'rejected' | 'declined')[]) {
  const company = await makeCompany(ctx)
  const loans = []
  for (const state of states) {
    const worker = await makeWorker(ctx, { company_id: company.id })
    loans.push((await makeLoan(ctx, { worker, state })).loan)
  }
  return { company, loans, ids: loans.map(({ id }) => id) }
}

test('filters by days of creation in Mexico City, both included, with the company', async () => {
  const { company, loans, ids } = await makeLoans(['rejected', 'rejected', 'rejected'])
  const instants = ['2026-11-01T06:00:00Z', '2026-12-01T05:59:59Z', '2026-12-01T06:00:00Z']
  for (const [index, { id }] of loans.entries()) await setLoan(id, { created_at: instants[index] })
  const of = async (days: string) => idsOf(await list(`company=${company.id}&ordering=created_at&${days}`))
  expect(await of('from=2026-11-01&to=2026-11-30')).toEqual(ids.slice(0, 2))
  expect(await of('from=2026-11-02')).toEqual(ids.slice(1))
  expect(await of('to=2026-11-01')).toEqual(ids.slice(0, 1))
  expect(await of('from=2026-12-01&to=2026-12-01')).toEqual(ids.slice(2))
})

test.each([
  ['from=ayer', { from: ['Fecha inválida'] }],
  ['to=2026-02-30', { to: ['Fecha inválida'] }],
  ['from=2026-11-30&to=2026-11-01', { to: ['La fecha «hasta» no puede ser anterior a «desde»'] }],
  ['situation=perdido', { situation: ['Elige una situación válida'] }],
])('refuses ?%s with 422 at the field, in lists and files', async (query, errors) => {
  for (const path of ['/loan', '/loan/export']) {
    const answer = await get(`${path}?${query}`)
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors])
  }
})

const tooMany = Array.from({ length: 101 }, (_, index) => index + 1).join(',')

test.each(['', '0', '1,', '1,1e2', '1;2', tooMany])('refuses the ids «%s» with 422', async (ids) => {
  const { errors } = await list(`id__in=${ids}`)
  expect(errors).toEqual({ id__in: ['Escribe de 1 a 100 identificadores separados por comas'] })
})

test.each(['/auth/users', '/auth/users/export', '/stp', '/stp/export', '/company', '/company/export'])(
  '%s refuses days out of order with 422',
  async (path) => {
    const answer = await get(`${path}?from=2026-11-30&to=2026-11-01`)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['to']])
  },
)

test('selects loans by id under the other filters, in lists and files', async () => {
  const { ids } = await makeLoans(['requested', 'approved', 'rejected', 'declined'])
  const [first = 0, second = 0, third = 0] = ids
  const some = await list(`id__in=${third},${first},${first},999999999&ordering=created_at&page_size=100`)
  expect([some.count, idsOf(some), some.situations]).toEqual([
    2,
    [first, third],
    { requested: 1, rejected: 1 },
  ])
  expect(idsOf(await list(`id__in=${first},${second}&status=APP`))).toEqual([second])
  const file = await get(`/loan/export?format=csv&id__in=${first},${third}&ordering=created_at`)
  const folios = file.body.split('\r\n').slice(1, -1)
  expect(folios.map((line) => line.split(',')[0])).toEqual(
    some.results.map(({ folio }: { folio: string }) => folio),
  )
})

test('says for staff how many documents a loan waits for', async () => {
  const worker = await makeWorker(ctx)
  const { loan } = await makeLoan(ctx, { worker })
  const openOf = async (headers = manager) =>
    (await list(`id__in=${loan.id}`, headers)).results[0].documents_open
  expect(await openOf()).toBeUndefined()
  const documents = ctx.deps.db.updateTable('document').set({ review: null, reviewed_by: null })
  await documents.where('user_id', '=', worker.id).where('kind', 'in', ['INE', 'CURP']).execute()
  expect(await openOf()).toBe(2)
  expect(await openOf(await signIn(ctx, worker))).toBeUndefined()
  await setLoan(loan.id, { state: 'rejected' })
  expect(await openOf()).toBeUndefined()
})

test('counts each situation under the other filters, and filters by one', async () => {
  const { company, ids } = await makeLoans(['requested', 'approved', 'rejected', 'rejected', 'declined'])
  const situations = { requested: 1, offer: 1, rejected: 2, declined: 1 }
  const all = await list(`company=${company.id}`)
  expect(all).toMatchObject({ count: 5, situations })
  const rejected = await list(`company=${company.id}&situation=rejected&page_size=1`)
  expect(rejected).toMatchObject({ count: 2, situations, results: [{ id: ids[3] }] })
  expect(rejected.next).toContain('situation=rejected')
  const refused = await list(`company=${company.id}&status=REJ`)
  expect([refused.count, refused.situations]).toEqual([3, { rejected: 2, declined: 1 }])
  expect(await list(`company=${company.id}&situation=overdue`)).toMatchObject({ count: 0, results: [] })
})

test('shows since when a late loan is late, and sorts by it', async () => {
  const { company, ids } = await makeLoans(['rejected', 'rejected', 'rejected'])
  const [first = 0, second = 0, third = 0] = ids
  await setLoan(first, { state: 'overdue', next_payment_date: '2026-11-10' })
  await setLoan(second, { state: 'overdue', next_payment_date: '2026-10-31' })
  await setLoan(third, { state: 'completed', next_payment_date: null })
  const days = async (ordering: string) => {
    const { results } = await list(`company=${company.id}&ordering=${ordering}`)
    return results.map(({ id, days_late }: { id: number; days_late: number }) => [id, days_late])
  }
  expect(await days('-days_late')).toEqual([
    [second, 20],
    [first, 10],
    [third, 0],
  ])
  expect(await days('days_late')).toEqual([
    [third, 0],
    [first, 10],
    [second, 20],
  ])
})

test('finds loans by name in any order, folio without zeros, phone, RFC and account', async () => {
  const worker = await makeWorker(ctx, {
    ...{ first_name: 'Quetzalli', last_name: 'Xicoténcatl Pech', phone: '9991112233' },
    rfc: 'XIPQ900101AB1',
  })
  const { loan } = await makeLoan(ctx, { worker })
  const number = String(loan.id)
  for (const search of [
    ...['pech quetzalli', 'XICOTENCATL', '999 111 22 33', '+52 (999) 111-2233', 'xipq900101ab1'],
    ...[worker.debit_card_number ?? '', `c-${number}`, `C${number}`, loan.folio.toLowerCase()],
  ])
    expect([search, idsOf(await list(`search=${encodeURIComponent(search)}`))]).toEqual([
      search,
      expect.arrayContaining([loan.id]),
    ])
  for (const search of ['pech quetzal lopez', worker.email, '99911122'])
    expect([search, (await list(`search=${encodeURIComponent(search)}`)).count]).toEqual([search, 0])
})

test('no filter widens what a worker sees', async () => {
  const { worker, loan } = await makeLoan(ctx)
  const other = await makeLoan(ctx)
  const headers = await signIn(ctx, worker)
  const own = await list('', headers)
  expect([idsOf(own), own.situations]).toEqual([[loan.id], undefined])
  for (const query of [
    ...[
      `user__id=${other.worker.id}`,
      `search=${other.loan.folio}`,
      `search=${other.worker.debit_card_number}`,
    ],
    ...[`company=${other.worker.company_id}`, 'situation=overdue'],
  ])
    expect([query, await list(query, headers)]).toEqual([
      query,
      { count: 0, next: null, previous: null, results: [] },
    ])
  for (const query of ['situation=requested', 'from=2000-01-01&to=2100-01-01', `search=${loan.folio}`])
    expect([query, idsOf(await list(query, headers))]).toEqual([query, [loan.id]])
})
