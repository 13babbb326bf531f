import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan } from '../../../test/loans.ts'

let ctx: TestContext
let headers: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  headers = await signIn(ctx, await makeStaff(ctx, 'U1'))
})

const get = async (path: string) => (await ctx.app.inject({ url: `${ctx.api}${path}`, headers })).json()

test('the list of users shows only the ends of CURP and accounts, and nothing that it has no column for', async () => {
  const worker = await makeWorker(ctx, { curp: 'LOMA900101MDFPRR08', ine: '1234567890123' })
  const { results } = await get(`/auth/users?search=${encodeURIComponent(worker.email)}`)
  const whole = await get(`/auth/user/${worker.id}`)
  expect(whole).toMatchObject({ curp: worker.curp, debit_card_number: worker.debit_card_number })
  expect(results).toHaveLength(1)
  expect(results[0]).toMatchObject({
    ...{ id: worker.id, rfc: whole.rfc, company_name: whole.company_name },
    curp: `••••${worker.curp?.slice(-4)}`,
    debit_card_number: `••••${worker.debit_card_number?.slice(-4)}`,
  })
  const text = JSON.stringify(results)
  for (const value of [worker.curp, worker.debit_card_number, whole.bank_account_number, whole.ine])
    if (value !== null) expect(text).not.toContain(value)
  for (const field of ['address', 'ine', 'birthday', 'biweekly_salary', 'monthly_salary'])
    expect(results[0]).not.toHaveProperty(field)
})

test('the list of orders shows only the end of the account; the order, and the orders of one loan, show it', async () => {
  const { worker, loan, order } = await makeActiveLoan(ctx)
  const account = worker.debit_card_number
  const listed = await get(`/stp?tracking_key=${order.tracking_key}`)
  expect(listed.results[0].beneficiary_account).toBe(`••••${account?.slice(-4)}`)
  expect(JSON.stringify(listed)).not.toContain(account)
  expect((await get(`/stp/${order.id}`)).beneficiary_account).toBe(account)
  expect((await get(`/stp?loan=${loan.id}`)).results[0].beneficiary_account).toBe(account)
})

test('a search by a part of what lists hide finds nobody, so that it reveals nothing digit by digit', async () => {
  const worker = await makeWorker(ctx, { curp: 'PEXA910203MDFRXN08' })
  const [clabe = '', number = ''] = [worker.debit_card_number ?? '', worker.bank_account_number ?? '']
  const count = async (search: string) => {
    const { people } = await get(`/search?search=${search}`)
    return (await get(`/auth/users?search=${search}`)).count + people.length
  }
  expect(await count(clabe)).toBe(2)
  expect(await count('PEXA910203MDFRXN08')).toBe(2)
  for (const part of [
    ...[clabe.slice(-5), clabe.slice(0, 6), clabe.slice(1), clabe.slice(0, 17), number.slice(1)],
    ...['PEXA910203MDF', 'PEXA910203MDFRXN0', 'RXN08'],
  ])
    expect([part, await count(part)]).toEqual([part, 0])
})
