import { id } from '@quincena/domain/fields'
import { formatDate } from '@quincena/domain/format'
import { arrivalDay, chargeableOf } from '@quincena/domain/incoming-payments/rules'
import { chargeBody } from '@quincena/domain/incoming-payments/schema'
import { type Cents, money } from '@quincena/domain/money'
import type { z } from 'zod'
import { isoOf } from '../../command/clock.ts'
import type { Trx } from '../../db/types.ts'
import type { ApprovalAction } from '../../platform/approvals/handlers.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'
import { notify } from '../../platform/notifications/commands/notify.ts'
import {
  lockIncomingPayment,
  moveIncomingPayment,
} from '../incoming-payments/commands/move-incoming-payment.ts'
import { readClaimParts } from '../incoming-payments/queries/claim-parts.ts'
import { writePostings } from '../ledger/commands.ts'
import { signedMove } from '../ledger/rules.ts'
import { lockWorker } from '../transfers/queries/lock-worker.ts'
import { publishBalance } from '../worker-accounts/commands/publish-balance.ts'
import { chargedNotice } from './notices.ts'

const payload = chargeBody.extend({ incoming_payment_id: id, amount: money })
type ChargePayload = z.output<typeof payload>

/**
 * Locks a worker and received money that STP took back. Returns what the worker may still be charged of it, in centavos:
 * what they used and nobody has given back. Throws `user.not_found` and `incoming_payment.not_found` (404).
 */
export async function lockChargeable(
  trx: Trx,
  { user, incoming_payment_id }: { user: number; incoming_payment_id: number },
): Promise<Cents> {
  await lockWorker(trx, user)
  const { suspense_cents: claim } = await lockIncomingPayment(trx, incoming_payment_id)
  const parts = await readClaimParts(trx, [incoming_payment_id])
  const part = parts.find(({ user_id }) => user_id === user)
  return part === undefined ? 0 : chargeableOf({ ...part, claim })
}

/**
 * Charging a worker with what they used of money that STP took back: the worker owes it apart from the loans, and it is
 * no longer in suspense. One person asks, another decides.
 */
export const chargeAction: ApprovalAction<typeof payload> = {
  ...{ name: 'incoming_payment.charge', payload, deciders: 'staff', is_single: true },
  requesters: ['U0', 'U1'],
  subjectOf: ({ incoming_payment_id }: ChargePayload) => ['incoming_payment', incoming_payment_id],
  async describe(trx, { incoming_payment_id, user, amount, reason }: ChargePayload) {
    const { name } = await lockWorker(trx, user)
    const row = await lockIncomingPayment(trx, incoming_payment_id)
    return {
      ...{ title: 'Cargar al trabajador un abono que STP se llevó', amount, person: name },
      lines: [
        { label: 'Abono recibido el', value: formatDate(arrivalDay(row)) },
        { label: 'Lo envió', value: row.payer_name ?? 'Sin nombre del ordenante' },
        { label: 'Clave de rastreo', value: row.tracking_key ?? '—' },
        { label: 'Motivo', value: reason },
      ],
    }
  },
  isUnchanged: async (trx, charge: ChargePayload) => (await lockChargeable(trx, charge)) >= charge.amount,
  async execute(deps, trx, { context, payload: charge, approval }) {
    const { incoming_payment_id, user: user_id, amount, reason } = charge
    const { id: charge_id } = await trx
      .insertInto('suspense_charge')
      .values({
        ...{ incoming_payment_id, user_id, amount_cents: amount, reason },
        ...{ requested_by: approval.requested_by, charged_by: context.user.id },
        created_at: isoOf(deps.clock()),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const moves = [signedMove('claim_charged', ['worker_receivable', 'suspense'], amount)]
    await writePostings(deps, trx, [{ cause: { charge_id }, incoming_payment_id, user_id, moves }])
    await moveIncomingPayment(deps, trx, { id: incoming_payment_id, changes: { status: 'confirmed' } })
    await notify(deps, trx, { recipient_id: user_id, ...chargedNotice({ charge_id, amount }) })
    await writeAudit(deps, trx, {
      context,
      action: 'incoming_payment.charged',
      subject: ['incoming_payment', incoming_payment_id],
      after: { charge_id, user_id, amount_cents: amount, reason, approval_id: approval.id },
    })
    await publishBalance(deps, trx, user_id)
    return { charge_id }
  },
}
