import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan } from '../../../test/loans.ts'

let ctx: TestContext
let staff: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  staff = await signIn(ctx, await makeStaff(ctx))
})

async function idsOf(query: string) {
  const { results } = (await ctx.app.inject({ url: `${ctx.api}/stp?${query}`, headers: staff })).json()
  return results.map(({ id }: { id: number }) => id)
}

test('filters orders by company and by operating days, both included', async () => {
  const company = await makeCompany(ctx, { name: 'Maquila Uno' })
  const similar = await makeCompany(ctx, { name: 'Maquila Uno Bis' })
  const orders = []
  for (const { id: company_id } of [company, company, similar])
    orders.push((await makeActiveLoan(ctx, { worker: await makeWorker(ctx, { company_id }) })).order)
  const [first, second] = orders.map(({ id }) => id)
  await ctx.deps.db
    .updateTable('transfer')
    .set({ operation_date: '2026-11-23' })
    .where('id', '=', second ?? 0)
    .execute()
  const days = (from: string, to: string) =>
    idsOf(`company__id=${company.id}&ordering=operation_date&from=${from}&to=${to}`)
  expect(await days('2026-11-20', '2026-11-23')).toEqual([first, second])
  expect(await days('2026-11-20', '2026-11-22')).toEqual([first])
  expect(await days('2026-11-21', '2026-11-23')).toEqual([second])
  expect(await idsOf(`company__id=${company.id}`)).toHaveLength(2)
})

test('finds orders by folio without zeros, and by the name, phone, CURP or CLABE of their person', async () => {
  const worker = await makeWorker(ctx, {
    ...{ first_name: 'Nicté', last_name: 'Balam Uc', phone: '9997654321', curp: 'BAUN900101MYNLCC05' },
  })
  const { order, loan } = await makeActiveLoan(ctx, { worker })
  const clabe = worker.debit_card_number ?? ''
  for (const search of [
    ...[`c-${loan.id}`, 'balam nicte', '999 765 4321', 'baun900101mynlcc05', clabe],
    `${clabe.slice(0, 3)} ${clabe.slice(3, 6)} ${clabe.slice(6)}`,
  ])
    expect([search, await idsOf(`search=${encodeURIComponent(search)}`)]).toEqual([search, [order.id]])
  expect(await idsOf(`search=${clabe.slice(2)}`)).toEqual([])
})
