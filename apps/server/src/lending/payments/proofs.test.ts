import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeActiveLoan, signIn, staffHeaders } from '../../../test/loans.ts'
import { makeSecondAccount } from '../../../test/second-account.ts'
import { registerDeposit, sendForm, uploadVoucher } from '../../../test/statements.ts'

let ctx: TestContext
let manager: Record<string, string>
let admin: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
  admin = await staffHeaders(ctx, 'U0')
})

const read = async (path: string, headers = manager) =>
  (await ctx.app.inject({ url: `${ctx.api}${path}`, headers })).json()
const post = (path: string, payload: object, headers: Record<string, string>) =>
  ctx.app.inject({ method: 'POST', url: `${ctx.api}${path}`, payload, headers })
const proofOf = async (loan: number) => (await read(`/treasury/payment-proofs?loan=${loan}`)).results[0]

/** Expects that the caller may neither approve nor refuse the voucher of a payment. */
async function expectOwnProof(approval: number, headers: Record<string, string>) {
  for (const [decision, body] of [
    ['approve', {}],
    ['refuse', { reason: 'No se lee' }],
  ] as const) {
    const own = await post(`/approvals/${approval}/${decision}`, body, headers)
    expect([own.statusCode, own.json().code]).toEqual([403, 'payment.own_proof'])
  }
}

describe('a payment outside STP', () => {
  test('counts at once and is proved by a second person', async () => {
    const { loan, payment, answer } = await registerDeposit(ctx, { headers: manager })
    expect(answer.json()).toMatchObject({ new_amount_due: expect.any(Number) })
    const proof = await proofOf(loan.id)
    expect(proof).toMatchObject({ id: payment, proof: 'pending', voucher: { media_type: 'application/pdf' } })
    const file = await ctx.app.inject({
      url: new URL(proof.voucher.file).pathname + new URL(proof.voucher.file).search,
    })
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    const own = await post(`/approvals/${proof.approval}/approve`, {}, manager)
    expect([own.statusCode, own.json().code]).toEqual([403, 'approval.own'])
    expect((await post(`/approvals/${proof.approval}/approve`, {}, admin)).statusCode).toBe(200)
    expect(await proofOf(loan.id)).toMatchObject({
      proof: 'confirmed',
      proof_by: expect.any(String),
      approval: null,
    })
  })

  test('stays in force when its voucher is rejected, until a person reverses it', async () => {
    const { loan } = await registerDeposit(ctx, { headers: manager })
    const { approval } = await proofOf(loan.id)
    await post(`/approvals/${approval}/refuse`, { reason: 'El depósito no existe' }, admin)
    expect(await proofOf(loan.id)).toMatchObject({
      ...{ proof: 'rejected', proof_reason: 'El depósito no existe', reversed_at: null },
    })
    expect(
      (await post('/loan/summary', { year: 2026 }, manager)).json().attention.rejected_proofs,
    ).toBeGreaterThan(0)
    const { id } = await proofOf(loan.id)
    const voucher = await uploadVoucher(ctx, manager)
    expect((await post(`/treasury/payment-proofs/${id}/voucher`, { voucher }, manager)).statusCode).toBe(204)
    expect(await proofOf(loan.id)).toMatchObject({ proof: 'pending', approval: expect.any(Number) })
  })

  test('is not proved by its registrar, also if another person added the voucher', async () => {
    const { loan, payment } = await registerDeposit(ctx, { headers: manager })
    const voucher = await uploadVoucher(ctx, admin)
    await post(`/treasury/payment-proofs/${payment}/voucher`, { voucher }, admin)
    const { approval } = await proofOf(loan.id)
    await expectOwnProof(approval, manager)
    expect(await proofOf(loan.id)).toMatchObject({ proof: 'pending', approval })
  })

  test('is not proved by a second account of its registrar, also if another person added the voucher', async () => {
    const { headers: second } = await makeSecondAccount(ctx, admin)
    const { loan, payment } = await registerDeposit(ctx, { headers: admin })
    const voucher = await uploadVoucher(ctx, manager)
    await post(`/treasury/payment-proofs/${payment}/voucher`, { voucher }, manager)
    const { approval } = await proofOf(loan.id)
    await expectOwnProof(approval, second)
    const third = await staffHeaders(ctx)
    expect((await post(`/approvals/${approval}/approve`, {}, third)).statusCode).toBe(200)
  })

  test('whose request was withdrawn is asked again with the same voucher, by anyone', async () => {
    const { loan, payment } = await registerDeposit(ctx, { headers: manager })
    const { approval, voucher } = await proofOf(loan.id)
    expect((await post(`/approvals/${approval}/withdraw`, {}, manager)).statusCode).toBe(200)
    expect(await proofOf(loan.id)).toMatchObject({ proof: 'pending', approval: null })
    const again = await post(`/treasury/payment-proofs/${payment}/voucher`, { voucher: voucher.id }, admin)
    expect(again.statusCode, again.body).toBe(204)
    expect((await read(`/treasury/payment-proofs?payment=${payment}`)).results).toMatchObject([
      { id: payment, proof: 'pending', approval: expect.any(Number), voucher: { id: voucher.id } },
    ])
  })

  test.each([
    ['voucher', { voucher: null }],
    ['bank_account', { bank_account: undefined }],
    ['value_date', { value_date: undefined }],
    ['reference', { reference: '' }],
  ])('is refused at %s when it is missing', async (field, more) => {
    const { answer } = await registerDeposit(ctx, { headers: manager, more })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  test('with a reference that another deposit has is 409; a deduction is for many workers', async () => {
    const reference = `D${randomUUID().slice(0, 6)}`
    expect((await registerDeposit(ctx, { headers: manager, reference })).answer.statusCode).toBe(201)
    const { answer } = await registerDeposit(ctx, { headers: manager, reference })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'payment.deposit_reference_used'])
    for (const _ of [1, 2]) {
      const more = { channel: 'deduction' }
      expect((await registerDeposit(ctx, { headers: manager, reference, more })).answer.statusCode).toBe(201)
    }
  })

  test('of another program needs no voucher, and is listed as one to prove', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const body = { loan_request: loan.id, amount_paid: 100, previous_amount_due: 11_001.61 }
    const headers = { ...manager, 'idempotency-key': randomUUID() }
    expect((await post('/loan/payment', body, headers)).statusCode).toBe(201)
    expect(await proofOf(loan.id)).toMatchObject({ proof: 'pending', voucher: null, approval: null })
  })

  test('is late after the days of the setting, which an admin changes', async () => {
    await registerDeposit(ctx, { headers: manager })
    const late = async () => (await read('/treasury/payment-proofs?state=pending&late=true')).count
    const attention = async () =>
      (await post('/loan/summary', { year: 2026 }, manager)).json().attention.late_proofs
    expect([await late(), await attention()]).toEqual([0, 0])
    ctx.setNow('2026-11-25T16:00:00Z')
    manager = await staffHeaders(ctx)
    admin = await staffHeaders(ctx, 'U0')
    expect(await late()).toBeGreaterThan(0)
    expect(await attention()).toBe(await late())
    const put = (headers: Record<string, string>) =>
      ctx.app.inject({
        method: 'PUT',
        url: `${ctx.api}/treasury/proof-settings`,
        headers,
        payload: { proof_days: 30 },
      })
    expect([(await put(manager)).statusCode, (await put(admin)).statusCode]).toEqual([403, 200])
    expect([await late(), await attention()]).toEqual([0, 0])
  })
})

describe('a voucher', () => {
  test.each([
    ['a script', '<script>', 415],
    ['an empty file', '', 422],
    ['a broken PDF', '%PDF-1.4 nothing', 422],
  ])('that is %s is refused at its field', async (_, text, status) => {
    const file = { headers: manager, bytes: Buffer.from(text), name: 'ficha.pdf' }
    const answer = await sendForm(ctx, '/loan/payment-vouchers', file)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([status, ['file']])
  })

  test('belongs to staff, and its link to nobody who changes it', async () => {
    const { worker } = await makeActiveLoan(ctx)
    const headers = await signIn(ctx, worker)
    const file = { headers, bytes: Buffer.from('x'), name: 'a.pdf' }
    expect((await sendForm(ctx, '/loan/payment-vouchers', file)).statusCode).toBe(403)
    const id = await uploadVoucher(ctx, manager)
    const url = `${ctx.api}/loan/payment-vouchers/${id}/file?expires=9999999999&signature=0`
    expect((await ctx.app.inject({ url })).statusCode).toBe(403)
    const other = await registerDeposit(ctx, {
      headers: admin,
      more: { voucher: id, value_date: '2026-11-25' },
    })
    expect(other.answer.json().code).toBe('payment.voucher_unknown')
  })
})
