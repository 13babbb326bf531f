import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { staffHeaders } from '../../../test/loans.ts'
import { makeSecondAccount } from '../../../test/second-account.ts'
import { registerDeposit, uploadStatement } from '../../../test/statements.ts'

let ctx: TestContext
let manager: Record<string, string>
let admin: Record<string, string>
let account: number

beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  manager = await staffHeaders(ctx)
  admin = await staffHeaders(ctx, 'U0')
  const body = { name: `Cuenta ${randomUUID().slice(0, 4)}` }
  account = (await post('/treasury/bank-accounts', body, admin)).json().id
  await post(`/treasury/bank-accounts/${account}/default`, {}, admin)
})

const read = async (path: string, headers = manager) =>
  (await ctx.app.inject({ url: `${ctx.api}${path}`, headers })).json()
const post = (path: string, payload: object, headers = manager) =>
  ctx.app.inject({ method: 'POST', url: `${ctx.api}${path}`, payload, headers })
const codeOf = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const header = 'Fecha,Concepto,Referencia,Depósitos,Retiros,Saldo\n'
const send = (rows: string[], headers = admin) =>
  uploadStatement(ctx, { account, headers, csv: header + rows.join('\n') })
const lines = async (query = '') =>
  (await read(`/treasury/bank-lines?bank_account=${account}${query}`)).results
const proofOf = async (payment: number) =>
  (
    await ctx.deps.db
      .selectFrom('payment')
      .select('proof')
      .where('id', '=', payment)
      .executeTakeFirstOrThrow()
  ).proof

describe('a statement', () => {
  test('adds each line once when a file repeats or periods overlap', async () => {
    const [one, two, three] = [
      '20/11/2026,SPEI,A1,10.00,,',
      '20/11/2026,SPEI,A1,10.00,,',
      '21/11/2026,Pago,B2,20,,',
    ]
    expect(await send([one, two])).toMatchObject({ state: 'finished', added: 2, known: 0 })
    expect(await send([one, two])).toMatchObject({ added: 0, known: 2 })
    expect(await send([one, two, three])).toMatchObject({ added: 1, known: 2, rows_done: 3 })
    expect(await lines()).toHaveLength(3)
  })

  test('keeps rows that it cannot read with their reason, and gives them back', async () => {
    const statement = await send([
      '20/11/2026,SPEI,A1,1.234,,',
      'ayer,SPEI,A2,10,,',
      '20/11/2026,Comisión,,,116.00,5',
    ])
    expect(statement).toMatchObject({ added: 1, rejected_count: 2, rows_total: 3 })
    const url = `${ctx.api}/treasury/bank-statements/${statement.id}/rejected.xlsx`
    expect((await ctx.app.inject({ url, headers: manager })).statusCode).toBe(200)
    const rejected = await read(`/treasury/bank-statements/${statement.id}/rejected?page_size=1&page=2`)
    expect(rejected).toMatchObject({ count: 2, results: [{ row: 3, problems: [{ field: 'Fecha' }] }] })
    expect(await lines()).toMatchObject([{ amount: -116, balance: 5, state: 'open' }])
  })
})

describe('matching', () => {
  test('finds a payment by its reference, and the payments of an employer by the sum of theirs', async () => {
    const single = await registerDeposit(ctx, { headers: manager, amount: 500, reference: 'REF-0077' })
    const many = { headers: manager, reference: 'NOM9', more: { channel: 'deduction' } }
    const first = await registerDeposit(ctx, { ...many, amount: 300 })
    const second = await registerDeposit(ctx, { ...many, amount: 400 })
    const statement = await send(['22/11/2026,SPEI,ref 0077,500.00,,', '21/11/2026,NOMINA,NOM9,700.00,,'])
    expect(statement).toMatchObject({ added: 2, matched: 3 })
    expect(await Promise.all([single, first, second].map(({ payment }) => proofOf(payment)))).toEqual([
      ...['matched', 'matched', 'matched'],
    ])
    expect((await lines()).map((line: { state: string }) => line.state)).toEqual(['matched', 'matched'])
    expect(await read('/approvals?state=open&page_size=100')).toMatchObject({ count: 0 })
  })

  test('by amount and day takes only the one that is unique, and suggests the others', async () => {
    await registerDeposit(ctx, { headers: manager, amount: 610 })
    await registerDeposit(ctx, { headers: manager, amount: 620 })
    const same = await registerDeposit(ctx, { headers: manager, amount: 620, reference: 'XY-55120' })
    const statement = await send(['21/11/2026,DEP,1,610,,', '21/11/2026,DEP XY55120,2,620,,'])
    expect(statement).toMatchObject({ matched: 1 })
    const [line] = await lines('&state=waiting')
    const { results } = await read(`/treasury/bank-lines/${line.id}/suggestions`)
    expect(results).toHaveLength(2)
    expect(results[0]).toMatchObject({
      ...{ id: same.payment, amount: 620 },
      reasons: ['Misma referencia', 'Mismo monto', 'A 1 día'],
    })
  })

  test('leaves a payment to be proved when one person registered it and uploaded the statement', async () => {
    const { payment, reference } = await registerDeposit(ctx, { headers: manager })
    expect(await send([`20/11/2026,SPEI,${reference},500,,`], manager)).toMatchObject({ matched: 1 })
    expect(await proofOf(payment)).toBe('pending')
  })

  test('leaves a payment to be proved when a second account of its registrar uploaded or chose the line', async () => {
    const { headers: second } = await makeSecondAccount(ctx, admin)
    const uploaded = await registerDeposit(ctx, { headers: admin })
    expect(await send([`20/11/2026,SPEI,${uploaded.reference},500,,`], second)).toMatchObject({ matched: 1 })
    expect(await proofOf(uploaded.payment)).toBe('pending')

    const chosen = await registerDeposit(ctx, { headers: admin, amount: 700 })
    await send(['20/11/2026,VENTANILLA,,1000.00,,'], manager)
    const [line] = await lines('&state=open')
    const url = `/treasury/bank-lines/${line.id}/payments`
    expect((await post(url, { payments: [chosen.payment] }, second)).statusCode).toBe(200)
    expect(await proofOf(chosen.payment)).toBe('pending')
    await ctx.app.inject({ method: 'DELETE', url: `${ctx.api}${url}/${chosen.payment}`, headers: second })
    expect((await post(url, { payments: [chosen.payment] }, manager)).statusCode).toBe(200)
    expect(await proofOf(chosen.payment)).toBe('matched')
  })

  test('by hand never exceeds the line, takes each payment once, and can be undone', async () => {
    const [one, two] = await Promise.all([
      registerDeposit(ctx, { headers: manager, amount: 700, value_date: '2026-11-20' }),
      registerDeposit(ctx, { headers: manager, amount: 800, value_date: '2026-11-20' }),
    ])
    await send(['20/11/2026,VENTANILLA,,1000.00,,'])
    const [line] = await lines()
    const match = (payments: number[]) => post(`/treasury/bank-lines/${line.id}/payments`, { payments })
    expect(codeOf(await match([one.payment, two.payment]))).toEqual([409, 'bank_line.exceeded'])
    const answers = await Promise.all([match([one.payment]), match([two.payment]), match([one.payment])])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    const [matched] = await lines()
    const { id } = matched.payments[0]
    expect(matched).toMatchObject({ state: 'partial', payments: [{ rule: 'manual' }] })
    expect(codeOf(await post(`/treasury/bank-lines/${line.id}/explain`, why))).toEqual([
      409,
      'bank_line.matched',
    ])
    const url = `${ctx.api}/treasury/bank-lines/${line.id}/payments/${id}`
    expect((await ctx.app.inject({ method: 'DELETE', url, headers: manager })).json()).toMatchObject({
      matched: 0,
    })
    expect(await proofOf(id)).toBe('pending')
  })

  test('of a proved payment that is undone asks again for its voucher, never its registrar', async () => {
    const { payment, reference } = await registerDeposit(ctx, { headers: manager })
    await send([`20/11/2026,SPEI,${reference},500,,`])
    const [line] = await lines()
    const url = `${ctx.api}/treasury/bank-lines/${line.id}/payments/${payment}`
    expect((await ctx.app.inject({ method: 'DELETE', url, headers: admin })).statusCode).toBe(200)
    const { results } = await read('/approvals?state=open&page_size=100', manager)
    const [asked] = results.filter((one: { subject_id: number }) => one.subject_id === payment)
    expect(asked).toMatchObject({ action: 'payment.confirm_voucher' })
    expect(codeOf(await post(`/approvals/${asked.id}/approve`, {}))).toEqual([403, 'payment.own_proof'])
    const third = await staffHeaders(ctx)
    expect((await post(`/approvals/${asked.id}/approve`, {}, third)).statusCode).toBe(200)
    expect(await proofOf(payment)).toBe('confirmed')
  })

  const why = { explained_as: 'bank_fee', explanation: 'Comisión mensual' }
  test('a line that is no payment stays listed as explained', async () => {
    await send(['20/11/2026,COMISION,,,116.00,'])
    const [line] = await lines()
    expect((await post(`/treasury/bank-lines/${line.id}/explain`, why)).statusCode).toBe(204)
    expect(await lines('&state=waiting')).toEqual([])
    expect(await lines('&state=explained')).toMatchObject([{ id: line.id, explanation: 'Comisión mensual' }])
    expect(codeOf(await post(`/treasury/bank-lines/${line.id}/payments`, { payments: [1] }))).toEqual([
      ...[409, 'bank_line.not_deposit'],
    ])
  })

  test('a reversed payment leaves its line, which is open again', async () => {
    const { payment, reference } = await registerDeposit(ctx, { headers: manager })
    await send([`20/11/2026,SPEI,${reference},500,,`])
    const key = { ...admin, 'idempotency-key': randomUUID() }
    expect((await post(`/loan/payment/${payment}/reverse`, { reason: 'Era de otro' }, key)).statusCode).toBe(
      200,
    )
    expect(await lines('&state=open')).toMatchObject([{ matched: 0, payments: [] }])
  })

  test('lists lines and payments by state, text and amount', async () => {
    const found = await registerDeposit(ctx, { headers: manager, amount: 1234.5, reference: 'ZX-9' })
    await registerDeposit(ctx, { headers: manager, amount: 77 })
    await send(['20/11/2026,Depósito Ángel,A1,1500.25,,', '19/11/2026,COMISION,,,116.00,'])
    const days = async (query: string) => (await lines(query)).map(({ day }: { day: string }) => day)
    expect(await days('&search=deposito%20angel')).toEqual(['2026-11-20'])
    expect(await days('&search=%241%2C500.25')).toEqual(['2026-11-20'])
    expect(await days('&ordering=amount&state=waiting')).toEqual(['2026-11-19', '2026-11-20'])
    expect(await days('&state=matched')).toEqual([])
    const payments = `/treasury/open-payments?bank_account=${account}`
    expect(await read(`${payments}&ordering=amount`)).toMatchObject({
      ...{ count: 2, results: [{ amount: 77 }, { id: found.payment, amount: 1234.5 }] },
    })
    expect(await read(`${payments}&search=zx-9`)).toMatchObject({
      count: 1,
      results: [{ id: found.payment }],
    })
    for (const text of ['$1,234.50', '1234.5'])
      expect(await read(`${payments}&search=${encodeURIComponent(text)}`)).toMatchObject({
        ...{ count: 1, results: [{ id: found.payment }] },
      })
    expect(await read(`${payments}&search=77`)).toMatchObject({ count: 1, results: [{ amount: 77 }] })
  })

  test('gives a line and a payment to a person', async () => {
    const { payment } = await registerDeposit(ctx, { headers: manager })
    await send(['20/11/2026,DEP,,10.00,,'])
    const [line] = await lines()
    const { id } = (await read('/auth/user')).user
    for (const path of [`/treasury/bank-lines/${line.id}`, `/treasury/payment-proofs/${payment}`]) {
      const url = `${ctx.api}${path}/owner`
      const answer = await ctx.app.inject({ method: 'PUT', url, headers: manager, payload: { owner_id: id } })
      expect(answer.json()).toMatchObject({ owner: { id } })
    }
  })

  test('matches 50,000 lines with set-based statements in a few seconds', async () => {
    const rows = Array.from({ length: 50_000 }, (_, n) => `20/11/2026,SPEI,L${n},${500 + (n % 7)},,`)
    const { payment } = await registerDeposit(ctx, { headers: manager, amount: 501, reference: 'L1' })
    const statement = await send(rows)
    expect(statement).toMatchObject({ added: 50_000, matched: 1 })
    expect(await proofOf(payment)).toBe('matched')
  }, 120_000)
})
