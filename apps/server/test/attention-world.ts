import { randomUUID } from 'node:crypto'
import type { LoanState } from '@quincena/domain/loans/rules'
import type { Insertable } from 'kysely'
import { isoOf } from '../src/command/clock.ts'
import type { LoanTables } from '../src/db/loan-types.ts'
import type { Database } from '../src/db/types.ts'
import { recordStpReturn } from '../src/treasury/incoming-payments/commands/record-stp-return.ts'
import type { TestContext } from './context.ts'
import { makeClabe, makeStaff, makeWorker, signIn } from './factories.ts'
import { receiveAbono, sendAbono } from './incoming.ts'
import { makeActiveLoan, makeLoan, payWhole, staffHeaders } from './loans.ts'
import { registerDeposit } from './statements.ts'
import { makeAccountHolder } from './verifications.ts'

type Headers = Record<string, string>

/** Calls `make` one after the other, so that rows have increasing ids. */
async function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let index = 0; index < count; index += 1) made.push(await make(index))
  return made
}

const uncounted: readonly LoanState[] = [
  ...([
    'approved',
    'rejected',
    'declined',
    'expired',
    'cancelled',
    'disbursing',
    'active',
    'completed',
  ] as const),
]

/** Inserts an order of one centavo of a new worker in a state of its life. */
async function insertOrder(ctx: TestContext, values: Partial<Insertable<LoanTables['transfer']>>) {
  const worker = await makeWorker(ctx)
  const at = isoOf(ctx.clock.now)
  return ctx.deps.db
    .insertInto('transfer')
    .values({
      ...{ user_id: worker.id, purpose: 'verification', attempt: 1, status: 'sent' },
      ...{ tracking_key: `V1000${String(worker.id).padStart(8, '0')}01`, numeric_reference: 1 },
      ...{ amount_cents: 1, operation_date: '2026-11-20', payment_concept: 'Verificacion' },
      ...{ beneficiary_name: 'Ana', beneficiary_account: '012180000000000012', account_type_beneficiary: 40 },
      ...{ rfc_curp_beneficiary: 'ND', counterpart_institution: '40012', operating_institution: '90646' },
      ...{ payer_name: 'Q', paying_account: '646180110400000007', rfc_curp_payer: 'ND' },
      ...{ created_at: at, updated_at: at, claimed_at: at, sent_at: at },
      ...values,
    })
    .execute()
}

const review = { status: 'review' as const }

/** Two loans of each type in each counted state, three credits more, one of each other state, and two in clarification. */
async function makeLoans(ctx: TestContext) {
  for (const type of ['credit', 'advance'] as const)
    for (const state of ['requested', 'overdue', 'payout_returned'] as const)
      await times(2, () => makeLoan(ctx, { type, state }))
  await times(3, () => makeLoan(ctx, { state: 'requested' }))
  for (const state of uncounted) await makeLoan(ctx, { state })
  await makeLoan(ctx, { type: 'advance', state: 'approved' })
  for (let count = 0; count < 2; count += 1) {
    const worker = await makeWorker(ctx, { has_all_documents: false })
    await makeLoan(ctx, { type: 'advance', state: 'approved', worker })
  }
  for (const type of ['credit', 'advance'] as const) {
    // Overdue by the books, but nobody is sure that the worker has the money: not late.
    const { loan } = await makeLoan(ctx, { type, state: 'overdue' })
    const target = { user_id: null, loan_id: loan.id, purpose: 'payout' as const }
    await insertOrder(ctx, {
      ...target,
      ...review,
      tracking_key: `1000${String(loan.id).padStart(8, '0')}01`,
    })
  }
}

/** Orders in review and contested ones, and one of each other end. */
async function makeOrders(ctx: TestContext) {
  await times(2, () => insertOrder(ctx, review))
  await insertOrder(ctx, { status: 'failed', sent_at: null, contested_at: isoOf(ctx.clock.now) })
  for (const state of ['LQ', 'CN', 'D', null] as const) await insertOrder(ctx, { state })
  await insertOrder(ctx, { status: 'pending', claimed_at: null, sent_at: null })
  await insertOrder(ctx, { status: 'unknown', sent_at: null })
}

/** Money that STP takes back after a worker got a part of it, in pesos. */
async function takeBack(ctx: TestContext, headers: Headers, { user, used }: { user: number; used: number }) {
  const { id } = await receiveAbono(ctx, { nombreOrdenante: 'STP SE LO LLEVA' })
  if (used > 0) {
    const answer = await ctx.app.inject({
      ...{ method: 'POST', url: `${ctx.api}/stp/incoming-payments/${id}/credit` },
      headers: { ...headers, 'idempotency-key': randomUUID() },
      payload: { user, amount: used },
    })
    if (answer.statusCode >= 300) throw new Error(answer.body)
  }
  await recordStpReturn(ctx.deps, id)
}

/** Money that nobody can place, money that loans wait for, and money that STP did not confirm or that is used up. */
async function makeReceivedMoney(ctx: TestContext, manager: Headers) {
  await times(2, () => receiveAbono(ctx, { nombreOrdenante: 'NADIE CONOCIDO' }))
  const { loan } = await makeActiveLoan(ctx)
  const settled = await makeActiveLoan(ctx)
  const named = (id: number) => ({ conceptoPago: `PAGO C-${String(id).padStart(6, '0')}` })
  await times(2, () => receiveAbono(ctx, named(loan.id)))
  await receiveAbono(ctx, named(settled.loan.id))
  await payWhole(ctx, settled.loan)
  await sendAbono(ctx, { nombreOrdenante: 'SIN CONFIRMAR' })
  const { id, amount_cents } = await receiveAbono(ctx, { nombreOrdenante: 'DE UN TRABAJADOR' })
  const answer = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/stp/incoming-payments/${id}/credit` },
    headers: { ...manager, 'idempotency-key': randomUUID() },
    payload: { user: settled.worker.id, amount: amount_cents / 100, reason: 'Lo depositó él' },
  })
  if (answer.statusCode >= 300) throw new Error(answer.body)
  for (const used of [100, 50, 0]) await takeBack(ctx, manager, { user: settled.worker.id, used })
}

type Values = Partial<Insertable<Database['account_verification']>>

/** Inserts the verification of a new worker's account; with `is_current` false the worker has another account since. */
async function insertVerification(ctx: TestContext, values: Values, { is_current = true } = {}) {
  const { id: user_id, clabe: account } = await makeAccountHolder(ctx)
  const at = isoOf(ctx.clock.now)
  await ctx.deps.db
    .insertInto('account_verification')
    .values({
      ...{ user_id, account, orders: 1, requested_at: at, created_at: at, updated_at: at },
      ...{ state: 'pending', decided_at: null, next_at: at },
      ...values,
    })
    .execute()
  if (!is_current)
    await ctx.deps.db
      .updateTable('app_user')
      .set({ debit_card_number: makeClabe(900_000 + user_id) })
      .where('id', '=', user_id)
      .execute()
}

/** Accounts of another holder and without an answer; accepted, replaced and still waiting ones beside them. */
async function makeAccounts(ctx: TestContext) {
  const decided_at = isoOf(ctx.clock.now)
  const evidence = { result: 'mismatch', score: 0.1, identity: 'none', registered_name: 'ANA' } as const
  const decided = { decided_at, next_at: null }
  const mismatch = {
    ...decided,
    ...evidence,
    state: 'mismatch',
    source: 'centavo',
    holder_name: 'ROSA',
  } as const
  const failed = { ...decided, state: 'failed', failure: 'no_name' } as const
  const { id: accepted_by } = await makeStaff(ctx)
  const accepted = { accepted_at: decided_at, accepted_by, accepted_reason: 'Identificación revisada' }
  for (const state of [mismatch, failed]) {
    await times(2, () => insertVerification(ctx, state))
    await insertVerification(ctx, { ...state, ...accepted })
    await insertVerification(ctx, state, { is_current: false })
  }
  await insertVerification(ctx, { requested_at: isoOf(ctx.clock.now.subtract({ hours: 5 })) })
  await insertVerification(ctx, {})
}

/** Deposits whose proof is late or rejected; proved, reversed and new ones beside them. Moves the clock six days. */
async function makeProofs(ctx: TestContext, manager: Headers) {
  const deposits = await times(7, () => registerDeposit(ctx, { headers: manager }))
  const { id: proof_by } = await makeStaff(ctx, 'U0')
  const decided = { proof_by, proof_at: isoOf(ctx.clock.now) }
  const rejected = { ...decided, proof: 'rejected' as const, proof_reason: 'No existe' }
  const reversed = { reversed_at: isoOf(ctx.clock.now) }
  const changes = [
    rejected,
    rejected,
    { ...rejected, ...reversed },
    reversed,
    { ...decided, proof: 'confirmed' as const },
  ]
  for (const [index, change] of changes.entries())
    await ctx.deps.db
      .updateTable('payment')
      .set(change)
      .where('id', '=', deposits[index]?.payment ?? 0)
      .execute()
  ctx.setNow(ctx.clock.now.add({ hours: 6 * 24 }).toString())
  await registerDeposit(ctx, { headers: await staffHeaders(ctx), value_date: '2026-11-26' })
}

/** Movements at STP that nobody explained, and explained and reversed ones; an open case of the balance and a closed one. */
async function makeOwnMovements(ctx: TestContext) {
  const created_at = isoOf(ctx.clock.now)
  const insertMovement = async (
    stp_order_id: number,
    values: Partial<Insertable<Database['cash_movement']>>,
  ) =>
    ctx.deps.db
      .insertInto('cash_movement')
      .values({
        ...{ kind: 'unknown', amount_cents: 500, operation_date: '2026-11-20', note: 'En la lista de STP' },
        ...{ stp_order_id, created_at, ...values },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  await times(2, (index) => insertMovement(1 + index, {}))
  await insertMovement(3, { reversed_at: created_at })
  await insertMovement(4, { kind: 'deposit' })
  const settled = await insertMovement(5, {})
  await insertMovement(0, { kind: 'deposit', stp_order_id: null, settles_id: settled.id })
  const found = { difference_cents: 500, since: created_at, opened_at: created_at, seen_at: created_at }
  const closed = { ...found, closed_at: created_at, explanation: 'Una comisión' }
  await ctx.deps.db.insertInto('balance_case').values([found, closed]).execute()
}

/**
 * Makes several of each thing that the dashboard counts, and next to them what it must not count. The context must not
 * check the ledger, because loans and proofs are inserted in states that commands reach only later. Returns the headers
 * of a manager.
 */
export async function makeAttentionWorld(ctx: TestContext): Promise<Headers> {
  const manager = await staffHeaders(ctx)
  await makeLoans(ctx)
  await makeOrders(ctx)
  await makeReceivedMoney(ctx, manager)
  await times(2, () => makeWorker(ctx, { has_all_documents: false }))
  await makeWorker(ctx, { has_all_documents: false, is_active: false })
  await makeProofs(ctx, manager)
  await makeAccounts(ctx)
  await makeOwnMovements(ctx)
  return signIn(ctx, await makeStaff(ctx))
}
