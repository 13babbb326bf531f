import { randomUUID } from 'node:crypto'
import { isoOf } from '../../src/command/clock.ts'
import { recordStpReturn } from '../../src/treasury/incoming-payments/commands/record-stp-return.ts'
import type { Caller, People } from '../access-people.ts'
import { uploadMovementFile } from '../balance-checks.ts'
import { forgeAbono, queryAbonos, receiveAbono } from '../incoming.ts'
import { runDay } from '../reconciliation.ts'
import { uploadStatement } from '../statements.ts'

/** Received money of which nothing is used. */
export const receiveMoney = ({ ctx }: People) => receiveAbono(ctx, { monto: 100 })

/** A callback about money that STP does not have. */
export async function doubtMoney({ ctx }: People) {
  const { id } = await forgeAbono(ctx)
  await queryAbonos(ctx)
  return { id }
}

/** Money that STP does not have, which the manager dismissed. */
export async function dismissMoney(people: People) {
  const { id } = await doubtMoney(people)
  await people.send('manager', `POST /stp/incoming-payments/${id}/dismiss`, { reason: 'Prueba' })
  return { id }
}

/** Received money of which the manager gave 50 pesos to `own`. */
export async function creditMoney(people: People) {
  const { id } = await receiveMoney(people)
  const body = { user: people.own.id, amount: 50 }
  const answer = await people.send('manager', `POST /stp/incoming-payments/${id}/credit`, body)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return { id, credit_id: Number(answer.json().credits.at(-1).id) }
}

export const statementHeader = 'Fecha,Concepto,Referencia,Depósitos,Retiros,Saldo\n'

/** A line of the bank account of a payment, which its reference does not match. */
export async function makeOpenLine({ ctx, callers, own }: People, account: number) {
  const csv = `${statementHeader}20/11/2026,Ventanilla ${own.id},,20.00,,`
  await uploadStatement(ctx, { account, headers: callers.manager, csv })
  return ctx.deps.db
    .selectFrom('bank_line')
    .select('id')
    .where('description', '=', `Ventanilla ${own.id}`)
    .executeTakeFirstOrThrow()
}

/** Matches a line with a payment by hand. */
export async function matchLine({ send }: People, line: { id: number }, payment: { id: number }) {
  const body = { payments: [payment.id] }
  const answer = await send('manager', `POST /treasury/bank-lines/${line.id}/payments`, body)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return { id: line.id, payment: payment.id }
}

/** Explains a line that is no payment. */
export async function explainLine({ send }: People, id: number) {
  const body = { explained_as: 'bank_fee', explanation: 'Prueba de acceso' }
  const answer = await send('manager', `POST /treasury/bank-lines/${id}/explain`, body)
  if (answer.statusCode !== 204) throw new Error(answer.body)
  return { id }
}

/** Received money that STP took back after a part of it was given to `own`. */
export async function takeBackMoney(people: People) {
  const credited = await creditMoney(people)
  await recordStpReturn(people.ctx.deps, credited.id)
  return credited
}

/** A bank account that nothing uses. */
export async function makeUnusedAccount({ send }: People) {
  const body = { name: `Cuenta ${randomUUID().slice(0, 8)}` }
  return { id: Number((await send('admin', 'POST /treasury/bank-accounts', body)).json().id) }
}

/** A bank account with a statement of one deposit, one withdrawal and one row that is refused. */
export async function makeBankAccount(people: People) {
  const { ctx, callers } = people
  const { id: account } = await makeUnusedAccount(people)
  const rows = ['20/11/2026,SPEI,A1,10.00,,', '20/11/2026,Comisión,C1,,116.00,', 'ayer,SPEI,A2,10,,']
  const csv = statementHeader + rows.join('\n')
  const statement = await uploadStatement(ctx, { account, headers: callers.manager, csv })
  const lines = await ctx.deps.db
    .selectFrom('bank_line')
    .select('id')
    .where('bank_account_id', '=', account)
    .orderBy('amount_cents', 'desc')
    .execute()
  const [deposit, withdrawal] = lines
  if (deposit === undefined || withdrawal === undefined) throw new Error('the statement has no lines')
  return { id: account, statement: Number(statement.id), deposit: deposit.id, withdrawal: withdrawal.id }
}

/** A file that the manager uploaded for a movement. */
export const makeMovementFile = ({ ctx, callers }: People) => uploadMovementFile(ctx, callers.manager)

/** The body with which a manager or an admin records a fee. */
export async function feeOf(people: People, caller: Caller) {
  const file = await uploadMovementFile(people.ctx, people.staffHeaders(caller))
  const tracking_key = `CUOTA${people.own.id}`
  const fee = { kind: 'fee', amount: 1, operation_date: '2026-11-20', note: 'Prueba de acceso' }
  return { ...fee, tracking_key, account: people.ctx.deps.env.stp.payer_account, file }
}

/** A fee that the manager requested and the admin approved. */
export async function makeMovement(people: People) {
  const { ctx, send } = people
  const fee = await feeOf(people, 'manager')
  const asked = await send('manager', 'POST /treasury/cash-movements', fee)
  if (asked.statusCode !== 202) throw new Error(asked.body)
  const approved = await send('admin', `POST /approvals/${asked.json().approval.id}/approve`)
  if (approved.statusCode !== 200) throw new Error(approved.body)
  return ctx.deps.db
    .selectFrom('cash_movement')
    .select('id')
    .where('tracking_key', '=', fee.tracking_key)
    .executeTakeFirstOrThrow()
}

/** A difference of the balance at STP that nobody takes care of. */
export function makeBalanceCase({ ctx }: People) {
  const now = isoOf(ctx.clock.now)
  return ctx.deps.db
    .insertInto('balance_case')
    .values({
      ...{ difference_cents: 100, since: now, opened_at: now, seen_at: now },
      ...{ owner_id: null, closed_at: now, explanation: 'Prueba de acceso' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** A day that was reconciled, with one open difference. */
export async function makeDifference({ ctx, callers }: People) {
  const [day, now] = ['2026-11-19', isoOf(ctx.clock.now)]
  await runDay(ctx, day, callers.manager)
  const { id } = await ctx.deps.db
    .insertInto('reconciliation_difference')
    .values({
      ...{ operation_date: day, kind: 'unknown_here' as const, order_key: randomUUID(), tracking_key: null },
      ...{ transfer_id: null, incoming_payment_id: null, ours: null, stp: null, ledger: null },
      ...{ found_at: now, seen_at: now, note: null, noted_by: null, noted_at: null },
      ...{ closed_at: null, closed_by: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, day }
}

/** A verification of the account of `own` that STP refused. */
export function makeVerification({ ctx, own }: People) {
  const now = isoOf(ctx.clock.now)
  const failed = {
    ...{ state: 'failed' as const, failure: 'refused' as const, orders: 1, decided_at: now, next_at: null },
    ...{ source: null, transfer_id: null, registered_name: null, registered_rfc: null, holder_name: null },
    ...{ holder_rfc: null, score: null, identity: null, result: null },
    ...{ accepted_at: null, accepted_by: null, accepted_reason: null },
    ...{ requested_at: now, created_at: now, updated_at: now },
  }
  return (
    ctx.deps.db
      .insertInto('account_verification')
      .values({ ...failed, user_id: own.id, account: String(own.debit_card_number) })
      // Money of an earlier record that arrived has verified the account already.
      .onConflict((conflict) => conflict.constraint('account_verification_once').doUpdateSet(failed))
      .returning('id')
      .executeTakeFirstOrThrow()
  )
}
