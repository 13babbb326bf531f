import { randomUUID } from 'node:crypto'
import { CODE_MINUTES } from '@quincena/domain/loans/signing-code-rules'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import {
  acceptCall,
  findLoan,
  makeLoan,
  makeOffer,
  showContract,
  signIn,
  whileSending,
} from '../../../test/loans.ts'
import { isoOf } from '../../command/clock.ts'
import type { Mail } from '../../integrations/mail/mail.ts'
import { writeSetting } from '../../platform/settings/commands/write-setting.ts'
import { latestContract } from '../contracts/queries/contracts.ts'
import { lockLoanAndWorker } from '../loans/commands/move-loan.ts'
import { hashOfCode } from './commands/issue-code.ts'

type Offer = Awaited<ReturnType<typeof makeOffer>>

let ctx: TestContext
let mails: Mail[] = []
/** What the mail server does with each code. */
let deliver: (mail: Mail) => Promise<void>

beforeAll(async () => {
  ctx = await createTestContext()
  ctx.deps.mailer = { ...ctx.deps.mailer, send: (mail) => deliver(mail) }
  const setting = { value: { channel: 'mail' as const }, updated_at: '2026-11-20T16:00:00Z' }
  await writeSetting(ctx.deps.db, 'signing_code', setting)
  accept()
})
afterEach(() => {
  ctx.setNow('2026-11-20T16:00:00Z')
  accept()
})

function accept() {
  mails = []
  deliver = async (mail) => void mails.push(mail)
}
const refuse = async (mail: Mail) => {
  mails.push(mail)
  throw new Error('refused')
}

const send = (offer: Offer, headers: Record<string, string> = {}) =>
  ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/loan/${offer.loan.id}/signing-code`,
    headers: { ...offer.headers, ...headers },
    payload: { contract_sha256: offer.contract_sha256 },
  })

async function receive(offer: Offer): Promise<string> {
  const answer = await send(offer)
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  return mails.at(-1)?.code ?? ''
}

const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')
const guess = (offer: Offer, signing_code: string) => acceptCall(ctx, offer, { body: { signing_code } })
const outcome = (answer: { statusCode: number; json: () => { code: string } }) => [
  answer.statusCode,
  answer.json().code,
]

const rowsOf = (loan_id: number) =>
  ctx.deps.db.selectFrom('signing_code').selectAll().where('loan_id', '=', loan_id).orderBy('id').execute()

/** Makes a guess that waits for the loan's lock while a code is stored as another request stores it. */
async function guessWhileIssued(offer: Offer, { code, guessed }: { code: string; guessed: string }) {
  const { db, clock } = ctx.deps
  const [loan_id, user_id] = [offer.loan.id, offer.worker.id]
  let guessing: ReturnType<typeof guess> | undefined
  await db.transaction().execute(async (trx) => {
    await lockLoanAndWorker(trx, loan_id)
    guessing = guess(offer, guessed)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const contract = await latestContract(trx, loan_id)
    const { id: contract_id = 0, sha256: contract_sha256 = '' } = contract ?? {}
    const times = { sent_at: isoOf(clock()), expires_at: isoOf(clock().add({ minutes: CODE_MINUTES })) }
    await trx
      .insertInto('signing_code')
      .values({
        ...{ loan_id, user_id, contract_id, contract_sha256, channel: 'mail', ...times },
        ...{ address: offer.worker.email, code_hash: hashOfCode(ctx.deps, { loan_id, code }) },
      })
      .execute()
  })
  return guessing
}

test('a guess that arrives while a code is issued is counted, and one made before it existed signs nothing', async () => {
  const wrong = await makeOffer(ctx)
  await guessWhileIssued(wrong, { code: '123456', guessed: '654321' })
  expect(await rowsOf(wrong.loan.id)).toMatchObject([{ failures: 1 }])
  const spent = await makeOffer(ctx)
  const first = await receive(spent)
  for (let count = 0; count < 5; count += 1) await guess(spent, otherThan(first))
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => guess(spent, '000000')),
    send(spent),
    ...Array.from({ length: 6 }, () => guess(spent, '000000')),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toContain(200)
  const [, second] = await rowsOf(spent.loan.id)
  const compared = answers.filter((answer) => answer.json().code === 'signing_code.invalid')
  expect(compared.length).toBeLessThanOrEqual(second?.failures ?? 0)
})

test('nobody guesses a code while it is being sent', async () => {
  const offer = await makeOffer(ctx)
  const outcomes: unknown[] = []
  deliver = async (mail) => {
    for (let count = 0; count < 3; count += 1)
      outcomes.push(outcome(await guess(offer, otherThan(mail.code ?? ''))))
    outcomes.push(outcome(await guess(offer, mail.code ?? '')))
    throw new Error('refused')
  }
  expect(outcome(await send(offer))).toEqual([503, 'signing_code.not_sent'])
  expect(outcomes).toEqual(Array.from({ length: 4 }, () => [409, 'signing_code.expired']))
  expect((await findLoan(ctx, offer.loan.id)).state).toBe('approved')
})

test('ten wrong codes of a worker in an hour stop signing and sending for the rest of it', async () => {
  const offer = await makeOffer(ctx)
  for (const _ of [1, 2]) {
    const wrong = otherThan(await receive(offer))
    await Promise.all(Array.from({ length: 6 }, () => guess(offer, wrong)))
  }
  const rows = await rowsOf(offer.loan.id)
  expect(rows.map(({ failures }) => failures)).toEqual([5, 5])
  const refused = await send(offer)
  expect(outcome(refused)).toEqual([429, 'signing_code.many_tries'])
  expect(refused.headers['retry-after']).toBe('3600')
  expect(refused.json().detail).toContain('a partir del 20 de noviembre, 11:00;')
  expect(mails).toHaveLength(2)

  ctx.setNow('2026-11-20T17:00:01Z')
  const headers = await signIn(ctx, offer.worker)
  const again = { ...offer, headers }
  const signing_code = await receive(again)
  const signed = await whileSending(ctx, () => acceptCall(ctx, again, { body: { signing_code } }))
  expect([signed.statusCode, signed.body]).toEqual([200, signed.body])
})

/** Stores codes of an offer that were tried five times each, as if they had been sent at these times. */
async function makeTried(offer: Offer, times: readonly string[]) {
  const { db } = ctx.deps
  await receive(offer)
  const [row] = await rowsOf(offer.loan.id)
  const { id: _, ...values } = row ?? expect.fail('no code')
  const rows = times.map((sent_at) => ({
    ...{ ...values, failures: 5, sent_at },
    expires_at: isoOf(Temporal.Instant.from(sent_at).add({ minutes: CODE_MINUTES })),
  }))
  await db.deleteFrom('signing_code').where('loan_id', '=', offer.loan.id).execute()
  await db.insertInto('signing_code').values(rows).execute()
}

test('twenty wrong codes of a worker in a day, for whichever loans, stop signing and sending until it has passed', async () => {
  const before = await makeOffer(ctx)
  await makeTried(before, ['2026-11-20T07:00:00Z', '2026-11-20T08:00:00Z', '2026-11-20T10:00:00Z'])
  const { db } = ctx.deps
  await db.updateTable('loan').set({ state: 'declined' }).where('id', '=', before.loan.id).execute()
  const { worker, headers } = before
  const next = await makeLoan(ctx, { worker, state: 'approved' })
  const offer = { ...next, headers, contract_sha256: await showContract(ctx, next) }
  await makeTried(offer, ['2026-11-20T11:30:10Z'])
  const refused = await send(offer)
  expect(outcome(refused)).toEqual([429, 'signing_code.many_tries'])
  expect(refused.json().detail).toBe(
    'Fueron muchos códigos equivocados. Por seguridad pide otro a partir del 21 de noviembre, 01:00; si no puedes, llámanos.',
  )
  expect(refused.headers['retry-after']).toBe(String(15 * 3600))

  const code = '123456'
  const [row] = await rowsOf(offer.loan.id)
  const { id: _, ...values } = row ?? expect.fail('no code')
  const fresh = { sent_at: '2026-11-20T16:00:00Z', expires_at: '2026-11-20T16:10:00Z', failures: 0 }
  const code_hash = hashOfCode(ctx.deps, { loan_id: offer.loan.id, code })
  await db
    .insertInto('signing_code')
    .values({ ...values, ...fresh, code_hash })
    .execute()
  expect(outcome(await guess(offer, code))).toEqual([429, 'signing_code.many_tries'])
})

test('an account signs twenty times a minute at most, wherever the requests come from', async () => {
  const offer = await makeOffer(ctx)
  const answers = []
  for (let count = 0; count < 21; count += 1) answers.push(await guess(offer, '123456'))
  expect(answers.slice(0, 20).map(({ statusCode }) => statusCode)).not.toContain(429)
  expect(outcome(answers[20] ?? expect.fail('no answer'))).toEqual([429, 'request.too_many'])
})

test('a repeated request whose first one could not send makes and sends another code', async () => {
  const offer = await makeOffer(ctx)
  const key = { 'idempotency-key': randomUUID() }
  deliver = refuse
  expect(outcome(await send(offer, key))).toEqual([503, 'signing_code.not_sent'])
  expect(outcome(await send(offer, key))).toEqual([503, 'signing_code.not_sent'])
  accept()
  const sent = await send(offer, key)
  expect([sent.statusCode, sent.headers['idempotent-replay'], mails.length]).toEqual([200, undefined, 1])
  const again = await send(offer, key)
  expect([again.statusCode, again.headers['idempotent-replay'], mails.length]).toEqual([200, 'true', 1])
  const signing_code = mails[0]?.code ?? ''
  const signed = await whileSending(ctx, () => acceptCall(ctx, offer, { body: { signing_code } }))
  expect([signed.statusCode, signed.body]).toEqual([200, signed.body])
})

test('a repeated request is in progress while the first one sends, and sends again if the process ended', async () => {
  const offer = await makeOffer(ctx)
  const key = { 'idempotency-key': randomUUID() }
  let meanwhile: unknown
  deliver = async (mail) => {
    accept()
    meanwhile = outcome(await send(offer, key))
    mails.push(mail)
  }
  expect((await send(offer, key)).statusCode).toBe(200)
  expect(meanwhile).toEqual([409, 'idempotency_in_progress'])
  // As the process leaves it that ends between the commit and the sending.
  await ctx.deps.db
    .updateTable('signing_code')
    .set({ fault: 'sending' })
    .where('loan_id', '=', offer.loan.id)
    .execute()
  ctx.setNow('2026-11-20T16:01:00Z')
  expect((await send(offer, key)).statusCode).toBe(200)
  expect(mails).toHaveLength(2)
})
