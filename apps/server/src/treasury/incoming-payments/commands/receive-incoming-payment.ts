import {
  type IncomingPaymentCallback,
  incomingPaymentCallback,
} from '@quincena/domain/incoming-payments/callback'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { paymentMatcher } from '../handlers.ts'
import { contradictedNotice, unconfirmedNotice, unreadableNotice } from '../notices.ts'
import { type CallbackFacts, columnsOf, findConfirmed, findRepeated, lockIdentity } from './identity.ts'

/** The result of a callback, stored with it. */
interface CallbackResult {
  incoming_payment_id: number | null
  outcome: 'recorded' | 'repeated' | 'contradicted' | 'other_company' | 'unreadable'
}

async function insertReceived(deps: Deps, trx: Trx, callback: IncomingPaymentCallback) {
  const match = await paymentMatcher().findMatch(trx, callback)
  return trx
    .insertInto('incoming_payment')
    .values({
      ...columnsOf(callback),
      matched_loan_id: match?.loan_id ?? null,
      match_rule: match?.rule ?? null,
      stp_check: callback.claveRastreo === null || callback.fechaOperacion === null ? 'not_found' : 'pending',
      received_at: isoOf(deps.clock()),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Inserted = Awaited<ReturnType<typeof insertReceived>>

/** True if STP can be queried: that needs key and day, and money without one of them can never be confirmed. */
const isQueryable = ({ tracking_key, operation_date }: Inserted) =>
  tracking_key !== null && operation_date !== null

/** Queues the query in the callback's transaction and shows the payment to staff as not confirmed. */
async function queueConfirmation(deps: Deps, trx: Trx, row: Inserted) {
  const { id, amount_cents, matched_loan_id, match_rule } = row
  if (isQueryable(row)) await deps.queue.send(trx, 'ask-incoming-payment', { incoming_payment_id: id })
  else await notifyStaff(deps, trx, unconfirmedNotice(row, null))
  await deps.events.publish(trx, { topic: 'incoming_payment', id, user_ids: [], staff: true })
  await writeAudit(deps, trx, {
    context: null,
    action: 'incoming_payment.received',
    subject: ['incoming_payment', id],
    after: { amount_cents, matched_loan_id, match_rule },
  })
}

/** Handles a callback about a payment that is stored already; returns undefined if it is new. */
async function findEarlier(deps: Deps, trx: Trx, facts: CallbackFacts): Promise<CallbackResult | undefined> {
  const confirmed = await findConfirmed(trx, facts)
  if (confirmed === undefined) {
    const repeated = await findRepeated(trx, facts)
    return repeated && { incoming_payment_id: repeated.id, outcome: 'repeated' }
  }
  const agrees = confirmed.amount_cents === facts.amount_cents
  if (!agrees) await notifyStaff(deps, trx, contradictedNotice(confirmed, facts.amount_cents))
  return { incoming_payment_id: confirmed.id, outcome: agrees ? 'repeated' : 'contradicted' }
}

/**
 * Stores an incoming payment once and matches it to a loan if it names one. The callback is unsigned: it books
 * nothing, and staff cannot use the money until STP confirms it in a signed query. A repeated callback changes nothing;
 * one that differs in a fact is stored beside the others until STP confirms one. `fields` come from `callbackFields`.
 */
export async function receiveIncomingPayment(deps: Deps, trx: Trx, fields: unknown): Promise<CallbackResult> {
  const { data: callback } = incomingPaymentCallback.safeParse(fields)
  if (callback === undefined) {
    await notifyStaff(deps, trx, unreadableNotice(isoOf(deps.clock())))
    return { incoming_payment_id: null, outcome: 'unreadable' }
  }
  const isOurs =
    callback.empresa === null || callback.empresa.toUpperCase() === deps.env.stp.company.toUpperCase()
  if (!isOurs) return { incoming_payment_id: null, outcome: 'other_company' }
  const facts = columnsOf(callback)
  await lockIdentity(trx, facts)
  const earlier = await findEarlier(deps, trx, facts)
  if (earlier !== undefined) return earlier
  const row = await insertReceived(deps, trx, callback)
  await queueConfirmation(deps, trx, row)
  return { incoming_payment_id: row.id, outcome: 'recorded' }
}
