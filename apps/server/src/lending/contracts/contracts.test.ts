import { createHash } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import { contractPayload } from '@quincena/domain/contracts/schema'
import { MARKETING_WORDING } from '@quincena/domain/legal/marketing'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeClabe, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeLoan } from '../../../test/loans.ts'
import { latestContract, requireContractToSign } from './queries/contracts.ts'
import { listContractTexts } from './queries/draft.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

async function offer(wish: Parameters<typeof makeLoan>[1] = {}) {
  const { loan, worker } = await makeLoan(ctx, { state: 'approved', ...wish })
  // Signs in at each call: these tests move the clock by nights, and a session expires before.
  const show = async (by?: Record<string, string>) =>
    ctx.app.inject({
      method: 'POST',
      url: `${ctx.api}/contract/${loan.id}`,
      headers: by ?? (await signIn(ctx, worker)),
    })
  const payload = async (by?: Record<string, string>) =>
    ctx.app.inject({
      url: `${ctx.api}/loan/get-loan-contract-payload/${loan.id}`,
      headers: by ?? (await signIn(ctx, worker)),
    })
  const rows = () =>
    ctx.deps.db.selectFrom('contract').selectAll().where('loan_id', '=', loan.id).orderBy('id').execute()
  return { loan, worker, show, payload, rows }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const at = async (instant: string, work: () => Promise<void>) => {
  const before = ctx.clock.now
  ctx.setNow(instant)
  await work().finally(() => {
    ctx.clock.now = before
  })
}

describe('the contract of an offer', () => {
  test('is a PDF with its SHA-256 as ETag, stored with its data', async () => {
    const { show, rows, worker } = await offer()
    const answer = await show()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers.etag).toBe(`"${hashOf(answer.rawPayload)}"`)
    const pdf = await PDFDocument.load(answer.rawPayload, { updateMetadata: false })
    expect(pdf.getPageCount()).toBeGreaterThan(3)
    const [row] = await rows()
    expect(pdf.getSubject()).toContain(row?.payload_sha256)
    expect(row).toMatchObject({
      sha256: hashOf(answer.rawPayload),
      business_day: '2026-11-20',
      account: worker.debit_card_number,
    })
    expect(row?.text_version).toBe('credit_contract 2.2, terms 2.0, privacy 2.0')
  })

  test('of an advance includes the advance terms in its text version', async () => {
    const { show, rows } = await offer({ type: 'advance', amount_cents: 100_000 })
    expect((await show()).statusCode).toBe(200)
    const [row] = await rows()
    expect(row?.text_version).toBe('advance_contract 2.2, terms 2.0, advance_terms 2.0, privacy 2.0')
  })

  test('is the same all day while nothing changes, also for eight concurrent calls', async () => {
    const { show, rows } = await offer()
    const answers = await Promise.all(Array.from({ length: 8 }, () => show()))
    await at('2026-11-21T05:59:00Z', async () => void answers.push(await show()))
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
    expect(new Set(answers.map(({ rawPayload }) => hashOf(rawPayload))).size).toBe(1)
    expect(await rows()).toHaveLength(1)
  })

  test('states the decision about advertising, and another decision needs another contract', async () => {
    const { loan, worker, show, payload, rows } = await offer()
    const decide = async (is_given: boolean) => {
      const answer = await ctx.app.inject({
        method: 'PUT',
        url: `${ctx.api}/auth/marketing-consent`,
        headers: await signIn(ctx, worker),
        payload: { is_given, wording_version: MARKETING_WORDING.version, place: 'signing' },
      })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    const stated = async () => contractPayload.parse((await payload()).json()).marketing_consent
    expect(await stated()).toBeUndefined()
    const before = hashOf((await show()).rawPayload)
    await decide(true)
    expect(await stated()).toBe(true)
    const [shown, today] = [await latestContract(ctx.deps.db, loan.id), '2026-11-20']
    const { bank, debit_card_number: account } = worker
    const texts = await listContractTexts(ctx.deps.db, { type: loan.type, today })
    const { lender } = ctx.deps.brand.current()
    const signing = { contract_sha256: before, today, account, bank, texts, lender }
    expect(() => requireContractToSign(shown, { ...signing, accepts_marketing: true })).toThrow(
      expect.objectContaining({ code: 'contract_changed' }),
    )
    expect(hashOf((await show()).rawPayload)).not.toBe(before)
    await decide(false)
    expect(await stated()).toBeUndefined()
    expect(hashOf((await show()).rawPayload)).toBe(before)
    expect(await rows()).toHaveLength(3)
  })

  test('is a new one on the next business day, with later dates', async () => {
    const { show, rows } = await offer()
    const first = await show()
    await at('2026-11-21T06:01:00Z', async () => {
      const second = await show()
      expect(second.headers.etag).not.toBe(first.headers.etag)
    })
    const dates = (await rows()).map(
      ({ payload }) => contractPayload.parse(payload).loan.schedule[0]?.due_date,
    )
    expect(dates).toEqual(['2026-12-20', '2026-12-21'])
  })

  test('changes with the account, and is the first one again when the first account is set again', async () => {
    const { show, rows, worker, loan } = await offer()
    const setAccount = (debit_card_number: string | null) =>
      ctx.deps.db.updateTable('app_user').set({ debit_card_number }).where('id', '=', worker.id).execute()
    const first = await show()
    await setAccount(makeClabe(70_000_001))
    const second = await show()
    await setAccount(worker.debit_card_number)
    const third = await show()
    expect(second.headers.etag).not.toBe(first.headers.etag)
    expect(third.headers.etag).toBe(first.headers.etag)
    const stored = await rows()
    expect(stored).toHaveLength(3)
    const { bank, debit_card_number: account } = worker
    const today = '2026-11-20'
    const texts = await listContractTexts(ctx.deps.db, { type: loan.type, today })
    const { lender } = ctx.deps.brand.current()
    const signing = { today, account, bank, texts, accepts_marketing: false, lender }
    const sign = async (contract_sha256: string, changed: Partial<typeof signing> = {}) =>
      requireContractToSign(await latestContract(ctx.deps.db, loan.id), {
        ...{ ...signing, ...changed, contract_sha256 },
      })
    expect(await sign(hashOf(third.rawPayload))).toEqual({ id: stored[2]?.id })
    await expect(
      sign(hashOf(third.rawPayload), { lender: { ...lender, une_phone: '81 5555 0199' } }),
    ).rejects.toMatchObject({ code: 'contract_changed' })
    await expect(sign(hashOf(second.rawPayload))).rejects.toMatchObject({
      code: 'contract_changed',
      status: 409,
    })
  })

  test('states an advance’s days, single payment, commission and included tax', async () => {
    const { show, payload } = await offer({
      type: 'advance',
      amount_cents: 200_000,
      tax_rate: 0.16,
      term: 10,
    })
    const data = contractPayload.parse((await payload()).json())
    expect(data.loan).toMatchObject({
      period: '10 días',
      payment_deadline: '2026-11-30',
      commission: 15_000,
      tax: 2069,
      cat: 884.3,
      total_debt: 215_000,
    })
    expect(data.loan.schedule).toHaveLength(1)
    expect(data.receiving_account).toMatchObject({ bank_name: 'BBVA', account_type: 40 })
    expect((await show()).statusCode).toBe(200)
  })
})

describe('refused contracts', () => {
  test.each([
    { state: 'requested', code: 'loan.not_an_offer' },
    { state: 'rejected', code: 'loan.not_an_offer' },
    { state: 'expired', code: 'offer_expired' },
    { state: 'disbursing', code: 'loan.already_accepted' },
    { state: 'completed', code: 'loan.already_accepted' },
  ] as const)('answers 409 for a loan that is $state', async ({ state, code }) => {
    const { loan, show, payload, rows } = await offer({ state })
    for (const answer of [await show(), await payload()]) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ code })
    }
    expect(await rows()).toEqual([])
    // No payout was booked, so the loan may not stay completed.
    await ctx.deps.db.updateTable('loan').set({ state: 'rejected' }).where('id', '=', loan.id).execute()
  })

  test('answers 409 for an offer after its last day', async () => {
    const { show } = await offer({ type: 'advance', term: 10 })
    await at('2026-12-01T18:00:00Z', async () => {
      expect((await show()).json()).toMatchObject({ status: 409, code: 'offer_expired' })
    })
  })

  test('answers 404 to another worker and 200 to staff', async () => {
    const { show, payload } = await offer()
    const stranger = await signIn(ctx, await makeWorker(ctx))
    expect([(await show(stranger)).statusCode, (await payload(stranger)).statusCode]).toEqual([404, 404])
    const staff = await signIn(ctx, await makeStaff(ctx))
    expect([(await show(staff)).statusCode, (await payload(staff)).statusCode]).toEqual([200, 200])
  })

  test('answers 409 to a worker without a bank account', async () => {
    const worker = await makeWorker(ctx, { debit_card_number: null })
    const { show } = await offer({ worker })
    expect((await show()).json()).toMatchObject({ status: 409, code: 'loan.bank_data_missing' })
  })
})
