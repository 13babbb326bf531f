import { id } from '@quincena/domain/fields'
import { money } from '@quincena/domain/money'
import { z } from 'zod'
import type { ApprovalAction } from '../../platform/approvals/handlers.ts'
import { lockWorker } from '../../treasury/transfers/queries/lock-worker.ts'
import { lockLoanAndWorker } from '../loans/commands/move-loan.ts'
import { applyReversal } from './commands/apply-reversal.ts'
import { confirmVoucher } from './commands/prove-payment.ts'
import { getPayment } from './queries/payments.ts'

const payload = z.object({ payment_id: id, amount: money, reason: z.string(), exceeded: z.string() })
type ReversalPayload = z.output<typeof payload>

/** Reversing a payment above the limit of one loan. */
export const reverseAction: ApprovalAction<typeof payload> = {
  ...{ name: 'payment.reverse', payload, deciders: 'admin', is_single: true },
  requesters: ['U0'],
  subjectOf: ({ payment_id }: ReversalPayload) => ['payment', payment_id],
  async describe(trx, { payment_id, amount, reason, exceeded }: ReversalPayload) {
    const { loan_request } = await getPayment(trx, payment_id)
    const loan = await lockLoanAndWorker(trx, loan_request)
    const { name: person } = await lockWorker(trx, loan.user_id)
    const lines = [
      { label: 'Folio', value: loan.folio },
      { label: 'Motivo', value: reason },
      { label: 'Pasa del límite de', value: exceeded },
    ]
    return { title: 'Anular un pago registrado', amount, person, lines }
  },
  async isUnchanged(trx, { payment_id, amount }: ReversalPayload) {
    const { loan_request } = await getPayment(trx, payment_id)
    await lockLoanAndWorker(trx, loan_request)
    const { amount_paid, reversed_at, owed_by_worker } = await getPayment(trx, payment_id)
    return amount_paid === amount && (reversed_at === null || owed_by_worker)
  },
  async execute(deps, trx, { context, payload: { payment_id, reason } }) {
    await applyReversal(deps, trx, { context, payment_id, reason })
    return { payment_id }
  },
}

/** The commands of payments that need a second person. */
export const paymentApprovals = [confirmVoucher, reverseAction]
