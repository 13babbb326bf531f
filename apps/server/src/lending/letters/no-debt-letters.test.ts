import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { runJob, runWaitingJobs } from '../../../test/jobs.ts'
import { findLoan, makeActiveLoan, makeLoan, payWhole } from '../../../test/loans.ts'
import { asAdmin } from '../../../test/payments.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import type { CommandContext } from '../../command/context.ts'
import { loadSealer } from '../contracts/seal/sealer.ts'
import { verifySeal } from '../contracts/seal/verify.ts'
import { reversePayment } from '../payments/commands/reverse-payment.ts'
import { issueNoDebtLetter } from './commands/issue-no-debt-letter.ts'
import { sealLetter } from './commands/seal-letter.ts'
import { sweepLetters } from './commands/sweep-letters.ts'

let ctx: TestContext
let context: CommandContext
beforeAll(async () => {
  ctx = await createTestContext()
  context = asAdmin(await makeStaff(ctx, 'U0'))
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

type Headers = Record<string, string>

const call = (path: string, headers: Headers) => ctx.app.inject({ url: `${ctx.api}${path}`, headers })
const letterOf = (loan_id: number, headers: Headers) => call(`/loan/${loan_id}/no-debt-letter`, headers)

const lettersOf = (loan_id: number) =>
  ctx.deps.db.selectFrom('letter').selectAll().where('loan_id', '=', loan_id).orderBy('id').execute()

const runLetterJobs = () => runWaitingJobs(ctx.deps, ['issue-no-debt-letter', 'issue-letter-constancia'])

/** Loses the jobs that wait, as for loans that were paid off before there were letters. */
const loseJobs = () => ctx.deps.queue.drain('issue-no-debt-letter', () => Promise.resolve())

/** A loan that was paid off, with its job waiting, and its worker signed in. */
async function makePaidOff() {
  const made = await makeActiveLoan(ctx, { tax_rate: 0.16 })
  await payWhole(ctx, made.loan)
  return made
}

const lastPayment = (loan_id: number) =>
  ctx.deps.db
    .selectFrom('payment')
    .selectAll()
    .where('loan_id', '=', loan_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

async function reverseLast(loan_id: number) {
  const { id } = await lastPayment(loan_id)
  await reversePayment(ctx.deps, context, { payment_id: id, reason: 'Era de otra persona' })
}

test('the completion of a loan makes one sealed letter, whose text states the loan, the amounts and the day', async () => {
  const { loan, worker, headers } = await makePaidOff()
  expect(await runWaitingJobs(ctx.deps, ['issue-no-debt-letter'])).toBe(1)
  await issueNoDebtLetter(ctx.deps, { loan_id: loan.id })
  const letters = await lettersOf(loan.id)
  expect(letters).toHaveLength(1)
  const answer = await letterOf(loan.id, headers)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers.etag).toBe(`"${letters[0]?.sha256}"`)
  const { fingerprint } = await loadSealer(ctx.deps)
  expect(await verifySeal(answer.rawPayload)).toMatchObject({ state: 'intact', fingerprint })
  const text = await pdfText(answer.rawPayload)
  const folio = `CNA-${String(letters[0]?.id).padStart(6, '0')}`
  expect(text).toContain(`Constancia de no adeudo Folio ${folio}`)
  expect(text).toContain(
    `hace constar que ${worker.first_name} ${worker.last_name} liquidó por completo el crédito con folio ${loan.folio} el 20 de noviembre de 2026`,
  )
  expect(text).toContain(
    'Monto recibido $10,000.00 Intereses pagados $0.00 IVA pagado $0.00 Total pagado $10,000.00',
  )
  expect((await letterOf(loan.id, headers)).rawPayload.equals(answer.rawPayload)).toBe(true)
})

test('a run that was cut after the folio goes on with the same letter', async () => {
  const { loan, headers } = await makePaidOff()
  const { storage } = ctx.deps
  const cut = { ...ctx.deps, storage: { ...storage, put: () => Promise.reject(new Error('killed')) } }
  await expect(issueNoDebtLetter(cut, { loan_id: loan.id })).rejects.toThrow('killed')
  const [before] = await lettersOf(loan.id)
  expect(before).toMatchObject({ sha256: null, voided_at: null })
  expect((await letterOf(loan.id, headers)).statusCode).toBe(503)
  await runLetterJobs()
  const after = await lettersOf(loan.id)
  expect(after.map(({ id, voided_at }) => [id, voided_at])).toEqual([[before?.id, null]])
  expect(after[0]?.sha256).toMatch(/^[0-9a-f]{64}$/)
})

test('jobs at once make one letter and one file', async () => {
  const { loan } = await makePaidOff()
  await Promise.all([1, 2, 3].map(() => issueNoDebtLetter(ctx.deps, { loan_id: loan.id })))
  expect(await lettersOf(loan.id)).toHaveLength(1)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit
    where action = 'letter.issued' and subject_id = ${loan.id}`.execute(ctx.deps.db)
  expect(rows[0]?.count).toBe(1)
})

test('the reversal of a payment voids the letter, and the next completion makes another with another folio', async () => {
  const { loan, headers } = await makePaidOff()
  await runLetterJobs()
  await reverseLast(loan.id)
  expect((await findLoan(ctx, loan.id)).state).toBe('active')
  const refused = await letterOf(loan.id, headers)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().detail).toMatch(/^De este préstamo se deben \$/)
  await payWhole(ctx, loan)
  await runLetterJobs()
  const letters = await lettersOf(loan.id)
  expect(letters.map(({ void_reason }) => void_reason)).toEqual(['payment_reversed', null])
  const listed = (await call(`/loan/${loan.id}/letters`, headers)).json().letters
  expect(listed.map(({ voided_at }: { voided_at: string | null }) => voided_at === null)).toEqual([
    true,
    false,
  ])
  expect(new Set(listed.map(({ folio }: { folio: string }) => folio)).size).toBe(2)
})

test('a letter that is voided while its file is made gets none', async () => {
  const { loan } = await makePaidOff()
  const { storage } = ctx.deps
  const slow = {
    ...ctx.deps,
    storage: {
      ...storage,
      put: async (...file: Parameters<typeof storage.put>) => {
        await reverseLast(loan.id)
        await storage.put(...file)
      },
    },
  }
  await issueNoDebtLetter(slow, { loan_id: loan.id })
  const [letter] = await lettersOf(loan.id)
  expect(letter).toMatchObject({ sha256: null, void_reason: 'payment_reversed' })
  await sealLetter(ctx.deps, { letter_id: letter?.id ?? 0 })
  expect((await lettersOf(loan.id))[0]?.sha256).toBeNull()
})

test('the database refuses a second valid letter, one of a loan with debt, a rewritten one and a lost one', async () => {
  const { loan } = await makePaidOff()
  await runLetterJobs()
  const { db } = ctx.deps
  const copy = sql`insert into letter (kind, user_id, loan_id, payload, payload_sha256, created_at)
    select kind, user_id, loan_id, payload, payload_sha256, created_at from letter where loan_id = ${loan.id}`
  await expect(copy.execute(db)).rejects.toThrow('letter_valid_of_loan')
  await expect(
    sql`update letter set sha256 = repeat('a', 64) where loan_id = ${loan.id}`.execute(db),
  ).rejects.toThrow('never rewritten')
  await expect(sql`delete from letter where loan_id = ${loan.id}`.execute(db)).rejects.toThrow('append only')
  await expect(
    sql`update loan set state = 'active', completed_at = null where id = ${loan.id}`.execute(db),
  ).rejects.toThrow('valid no-debt letter')
  await reverseLast(loan.id)
  await expect(copy.execute(db)).rejects.toThrow('is not paid off')
})

test('a loan that was paid off before gets its letter on request, and meanwhile the answer says when to come back', async () => {
  const { loan, headers } = await makePaidOff()
  await loseJobs()
  const waiting = await letterOf(loan.id, headers)
  expect([waiting.statusCode, waiting.headers['retry-after'], waiting.json().code]).toEqual([
    ...[503, '3', 'no_debt_letter.being_made'],
  ])
  expect(await runLetterJobs()).toBeGreaterThan(0)
  expect((await letterOf(loan.id, headers)).statusCode).toBe(200)
})

test('the sweep finds a loan of the last 30 days without a letter, and a letter without its file', async () => {
  const { loan } = await makePaidOff()
  await loseJobs()
  ctx.setNow('2026-11-20T17:00:00Z')
  await sweepLetters(ctx.deps)
  await runLetterJobs()
  expect(await lettersOf(loan.id)).toHaveLength(1)
})

test('another worker gets 404, staff get the letter, and a loan that was never paid out has none', async () => {
  const { loan } = await makePaidOff()
  await runLetterJobs()
  const other = await signIn(ctx, await makeWorker(ctx))
  for (const path of ['no-debt-letter', 'letters'])
    expect((await call(`/loan/${loan.id}/${path}`, other)).statusCode).toBe(404)
  const manager = await signIn(ctx, await makeStaff(ctx))
  expect((await letterOf(loan.id, manager)).statusCode).toBe(200)
  const { loan: offer } = await makeLoan(ctx, { state: 'approved' })
  const refused = await letterOf(offer.id, manager)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'no_debt_letter.not_yet'])
})

test('a letter gets its constancia once', async () => {
  const { loan } = await makePaidOff()
  await issueNoDebtLetter(ctx.deps, { loan_id: loan.id })
  const [letter] = await lettersOf(loan.id)
  const letter_id = letter?.id ?? 0
  await Promise.all([1, 2].map(() => runJob(ctx.deps, 'issue-letter-constancia', { letter_id })))
  const [proved] = await lettersOf(loan.id)
  expect(proved?.constancia_issued_at).not.toBeNull()
  expect(proved?.sha256).toBe(letter?.sha256)
})

test('a payment of a completed loan that is owed apart voids the letter until it is paid', async () => {
  const { loan, worker, headers } = await makePaidOff()
  await runLetterJobs()
  await makeLoan(ctx, { worker, state: 'requested' })
  await reverseLast(loan.id)
  expect((await findLoan(ctx, loan.id)).state).toBe('completed')
  const refused = await letterOf(loan.id, headers)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'no_debt_letter.owed_apart'])
  expect((await lettersOf(loan.id)).map(({ void_reason }) => void_reason)).toEqual(['payment_reversed'])
})

// The last test: the certificate of a stand-in that was made later is not in force at an earlier time.
test('the amounts are those of the ledger, also of a loan that was paid late', async () => {
  const { loan, worker } = await makeActiveLoan(ctx, { tax_rate: 0.16, tax_added: true })
  ctx.setNow('2027-02-25T16:00:00Z')
  await payWhole(ctx, loan)
  await runLetterJobs()
  const { rows } = await sql<{ paid: number; income: number; tax: number }>`
    select coalesce(sum(amount_cents) filter (where kind = 'payment'), 0)::int as paid,
      coalesce(sum(amount_cents) filter (where credit_account = 'finance_income'), 0)::int as income,
      coalesce(sum(amount_cents) filter (where credit_account = 'tax_payable'), 0)::int as tax
    from ledger_entry where loan_id = ${loan.id}`.execute(ctx.deps.db)
  const [letter] = await lettersOf(loan.id)
  const [books] = rows
  expect(letter?.payload).toMatchObject({
    ...{ settled_on: '2027-02-25', charge_cents: books?.income, tax_cents: books?.tax },
    total_paid_cents: books?.paid,
  })
  expect(books?.tax).toBeGreaterThan(0)
  const { rawPayload } = await letterOf(loan.id, await signIn(ctx, worker))
  expect(await pdfText(rawPayload)).toContain('Día de la liquidación 25 de febrero de 2027')
})
