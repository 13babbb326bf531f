import { id } from '@quincena/domain/fields'
import { formatDate, formatMoney } from '@quincena/domain/format'
import { type MessageCode, messages } from '@quincena/domain/messages'
import { CHANNEL_NAMES } from '@quincena/domain/payments/channels'
import type { PaymentBody } from '@quincena/domain/payments/schema'
import { sql } from 'kysely'
import { z } from 'zod'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { findSamePeople } from '../../../people/staff-access/queries.ts'
import { expireApprovals } from '../../../platform/approvals/commands/expire-approvals.ts'
import { requestApproval } from '../../../platform/approvals/commands/request-approval.ts'
import type { ApprovalAction } from '../../../platform/approvals/handlers.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { requireOpen } from '../../../treasury/bank-accounts/queries/bank-accounts.ts'
import { requireOwnVoucher } from '../../vouchers/commands/store-voucher.ts'
import { readSamePairs } from '../queries/same-pairs.ts'
import type { PaidAccount } from './lock-for-payment.ts'

const payload = z.object({ payment_id: id, voucher_id: z.uuid() })
type Payload = z.output<typeof payload>

/** A payment with what the deciding person reads of it, locked until the transaction ends. */
async function lockProof(trx: Trx, payment_id: number) {
  return trx
    .selectFrom('payment as p')
    .innerJoin('loan as l', 'l.id', 'p.loan_id')
    .innerJoin('user_summary as u', 'u.id', 'p.user_id')
    .leftJoin('bank_account as a', 'a.id', 'p.bank_account_id')
    .select([
      'p.id',
      'p.loan_id',
      'p.proof',
      'p.voucher_id',
      'p.reversed_at',
      'p.amount_paid_cents',
      'p.channel',
    ])
    .select([
      'p.registered_by',
      'p.value_date',
      'p.reference',
      'l.folio',
      'u.name as borrower',
      'a.name as account',
    ])
    .where('p.id', '=', payment_id)
    .forNoKeyUpdate('p')
    .executeTakeFirstOrThrow()
}

/** The number of other payments in force whose voucher is the same file. */
async function countSameFile(trx: Trx, { payment_id, voucher_id }: Payload): Promise<number> {
  const { count } = await trx
    .selectFrom('payment as p')
    .innerJoin('payment_voucher as v', 'v.id', 'p.voucher_id')
    .where('p.id', '<>', payment_id)
    .where('p.reversed_at', 'is', null)
    .where('v.sha256', '=', (eb) =>
      eb.selectFrom('payment_voucher').select('sha256').where('id', '=', voucher_id),
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type Proof = Awaited<ReturnType<typeof lockProof>>

const isWaiting = ({ proof, reversed_at, voucher_id }: Proof, expected: Payload) =>
  proof === 'pending' && reversed_at === null && voucher_id === expected.voucher_id

/**
 * Throws `payment.own_proof` (403) for the person who registered the payment and everybody who does not count as another
 * one, also if somebody else added its voucher.
 */
async function refuseOwn(
  deps: Deps,
  trx: Trx,
  { row, context }: { row: Pick<Proof, 'registered_by'>; context: CommandContext },
) {
  const same = await findSamePeople(deps, trx, context.user.id)
  if (same.includes(row.registered_by)) throw new AppError('payment.own_proof', 403)
}

/**
 * A second person looks at the voucher of a payment that staff registered, and confirms it. A refusal leaves the payment
 * in force as rejected: staff are notified, and a person reverses it.
 */
export const confirmVoucher: ApprovalAction<typeof payload> = {
  ...{
    name: 'payment.confirm_voucher',
    payload,
    deciders: 'staff',
    is_single: true,
    requesters: ['U0', 'U1'],
  },
  subjectOf: ({ payment_id }) => ['payment', payment_id],
  async describe(trx, input) {
    const { folio, account, value_date, reference, channel, ...row } = await lockProof(trx, input.payment_id)
    const copies = await countSameFile(trx, input)
    const lines = [
      { label: 'Préstamo', value: folio },
      { label: 'Cuenta', value: account ?? '' },
      { label: 'Fecha', value: formatDate(value_date) },
      { label: 'Medio', value: CHANNEL_NAMES[channel] },
      { label: 'Referencia', value: reference ?? '' },
      ...(copies > 0 ? [{ label: 'Mismo archivo', value: `También en ${copies} pagos más` }] : []),
    ]
    return { title: 'Confirmar el comprobante', amount: row.amount_paid_cents, person: row.borrower, lines }
  },
  async isUnchanged(trx, input) {
    return isWaiting(await lockProof(trx, input.payment_id), input)
  },
  async execute(deps, trx, { context, payload: { payment_id } }) {
    const row = await lockProof(trx, payment_id)
    await refuseOwn(deps, trx, { row, context })
    const { loan_id } = row
    const decided = { proof_by: context.user.id, proof_at: isoOf(deps.clock()) }
    await trx
      .updateTable('payment')
      .set({ proof: 'confirmed', ...decided })
      .where('id', '=', payment_id)
      .execute()
    const subject = ['payment', payment_id] as const
    await writeAudit(deps, trx, { context, action: 'payment.proof_confirmed', subject, after: { loan_id } })
    await announceProofs(deps, trx, loan_id)
    return { payment_id }
  },
  async onRefused(deps, trx, { context, payload: input, reason }) {
    const row = await lockProof(trx, input.payment_id)
    if (!isWaiting(row, input)) return
    await refuseOwn(deps, trx, { row, context })
    const decided = { proof_by: context.user.id, proof_at: isoOf(deps.clock()), proof_reason: reason }
    await trx
      .updateTable('payment')
      .set({ proof: 'rejected', ...decided })
      .where('id', '=', row.id)
      .execute()
    await writeAudit(deps, trx, {
      ...{ context, action: 'payment.proof_rejected', subject: ['payment', row.id] },
      after: { loan_id: row.loan_id, reason },
    })
    const money = formatMoney(row.amount_paid_cents)
    await notifyStaff(deps, trx, {
      title: 'Comprobante rechazado',
      message: `El pago de ${money} de ${row.borrower} (${row.folio}) sigue contando. Cancélalo si el dinero no llegó. Motivo: ${reason}`,
      reason_key: `voucher-rejected:${row.loan_id}:${row.id}:${decided.proof_at}`,
    })
    await announceProofs(deps, trx, row.loan_id)
  },
}

/** Tells the screens that show proofs; a payment's proof is a part of its loan. */
async function announceProofs(deps: Deps, trx: Trx, loan_id: number) {
  await deps.events.publish(trx, { topic: 'loan', id: loan_id, user_ids: [], staff: true })
  await deps.events.publish(trx, { topic: 'bank', id: loan_id, user_ids: [], staff: true })
}

const missing = {
  voucher: 'payment.voucher_missing',
  bank_account: 'payment.bank_account_missing',
  value_date: 'payment.date_missing',
  reference: 'payment.reference_missing',
} as const satisfies Record<string, MessageCode>
const PARTS = ['voucher', 'bank_account', 'value_date', 'reference'] as const

/** Throws 422 at each missing part if the caller proves the payment, that is if the body has `voucher` at all. */
function requireParts(body: PaymentBody) {
  if (body.voucher === undefined) return
  const gaps = PARTS.filter((part) => body[part] === undefined || body[part] === null)
  const [first] = gaps
  if (first === undefined) return
  const texts = Object.fromEntries(gaps.map((part) => [part, [messages[missing[part]]]]))
  throw new AppError(missing[first], 422, { texts })
}

/**
 * The columns of a payment whose money staff say arrived at a bank, at `account` if they name one: it is to be proved.
 * Throws `payment.voucher_…`, `payment.date_missing`, `payment.reference_missing` (422), `bank_account.not_found` (404),
 * `bank_account.closed` (409).
 */
export async function proofColumns(
  trx: Trx,
  { context, body, account }: { context: CommandContext; body: PaymentBody; account: PaidAccount },
) {
  requireParts(body)
  if (body.bank_account !== undefined) requireOpen(account)
  const voucher_id = body.voucher ?? null
  if (voucher_id !== null) await requireOwnVoucher(trx, context, voucher_id)
  return { proof: 'pending' as const, voucher_id }
}

/** Asks a second person to look at the voucher of a payment. Without a voucher there is nothing to look at. */
export async function requestProof(
  deps: Deps,
  trx: Trx,
  {
    context,
    payment_id,
    voucher_id,
  }: { context: CommandContext; payment_id: number; voucher_id: string | null },
): Promise<void> {
  if (voucher_id === null) return
  await requestApproval(deps, trx, { context, action: confirmVoucher, payload: { payment_id, voucher_id } })
}

/**
 * Adds a voucher to a payment that is still to be proved, in the place of one that was rejected or is missing, and asks a
 * second person. The payment's own voucher asks again, after its request was withdrawn; every other must be the caller's.
 * Throws `payment.proof_settled` (409), `payment.voucher_unknown` (422).
 */
export async function addVoucher(
  deps: Deps,
  trx: Trx,
  { context, payment_id, voucher_id }: { context: CommandContext; payment_id: number; voucher_id: string },
): Promise<void> {
  const row = await lockProof(trx, payment_id)
  const isAskedAgain = row.proof === 'pending' && row.voucher_id === voucher_id
  if (!isAskedAgain) await requireOwnVoucher(trx, context, voucher_id)
  const isOpen = row.reversed_at === null && (row.proof === 'pending' || row.proof === 'rejected')
  if (!isOpen) throw new AppError('payment.proof_settled', 409)
  await expireApprovals(deps, trx, { ...staleOf(context), subject_ids: [payment_id] })
  await trx
    .updateTable('payment')
    .set({ proof: 'pending', voucher_id, proof_by: null, proof_at: null, proof_reason: null })
    .where('id', '=', payment_id)
    .execute()
  const subject = ['payment', payment_id] as const
  await writeAudit(deps, trx, { context, action: 'payment.voucher_added', subject, after: { voucher_id } })
  await requestProof(deps, trx, { context, payment_id, voucher_id })
  await announceProofs(deps, trx, row.loan_id)
}

const staleOf = (context: CommandContext) => ({
  ...{ context, action: confirmVoucher.name, subject: 'payment' as const },
})

/**
 * Marks payments as proved by the lines that they are matched with, unless the same person, perhaps with a second account,
 * registered the payment and uploaded the statement or chose the line; their open requests need no decision any more.
 * Set-based.
 */
export async function proveByLines(
  deps: Deps,
  trx: Trx,
  { context, payment_ids }: { context: CommandContext; payment_ids: readonly number[] },
): Promise<void> {
  if (payment_ids.length === 0) return
  const samePairs = await readSamePairs(deps, trx)
  const { rows } = await sql<{ id: number }>`
    update payment set proof = 'matched', proof_by = null, proof_reason = null,
      proof_at = ${isoOf(deps.clock())}::timestamptz
    from bank_match, bank_line, bank_statement
    where payment.id = any(${[...payment_ids]}::bigint[]) and payment.proof in ('pending', 'rejected')
      and bank_match.payment_id = payment.id and bank_line.id = bank_match.line_id
      and bank_statement.id = bank_line.statement_id
      and bank_statement.uploaded_by <> payment.registered_by
      and bank_match.matched_by is distinct from payment.registered_by
      and not exists (select 1 from ${samePairs} where same.one = payment.registered_by
        and same.other in (bank_statement.uploaded_by, bank_match.matched_by))
    returning payment.id`.execute(trx)
  await expireApprovals(deps, trx, { ...staleOf(context), subject_ids: rows.map((row) => row.id) })
}

/** Makes a payment that only its line proved one that is still to be proved, and asks again for its voucher. */
export async function unproveByLine(
  deps: Deps,
  trx: Trx,
  { context, payment_id }: { context: CommandContext; payment_id: number },
): Promise<void> {
  const row = await trx
    .updateTable('payment')
    .set({ proof: 'pending', proof_at: null })
    .where('id', '=', payment_id)
    .where('proof', '=', 'matched')
    .returning('voucher_id')
    .executeTakeFirst()
  if (row !== undefined) await requestProof(deps, trx, { context, payment_id, voucher_id: row.voucher_id })
}

/** Gives a payment to a staff user who finds out where its money is, or to nobody. */
export async function setPaymentOwner(trx: Trx, payment_id: number, owner_id: number | null): Promise<void> {
  await trx.updateTable('payment').set({ owner_id }).where('id', '=', payment_id).execute()
}
