import { id } from '@quincena/domain/fields'
import { formatMoney } from '@quincena/domain/format'
import { money } from '@quincena/domain/money'
import { z } from 'zod'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { findSamePeople } from '../../../people/staff-access/queries.ts'
import type { ApprovalAction, Execution } from '../../../platform/approvals/handlers.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { lockWorker } from '../../transfers/queries/lock-worker.ts'
import { findPayeeAccount, payeeAccountLine } from '../../transfers/queries/payee-account.ts'
import { accountOf } from '../../worker-accounts/queries/account.ts'
import { orderRefund } from '../commands/order-refund.ts'
import { hasGivenMoney } from '../queries/has-given-money.ts'

const refundPayload = z.object({
  user_id: id,
  amount: money,
  /** The balance when the refund was requested. */
  balance: money,
  /** The account that the requester saw: SPEI code of its bank and last four digits. */
  bank: z.string(),
  account_last4: z.string(),
  account_digest: z.string(),
})
type RefundPayload = z.output<typeof refundPayload>

/**
 * Throws `refund.own_money` (403) if the worker asked for the refund and the approving person, or who does not count as
 * another one, brought the money into the balance. A worker is no second person: a staff user with the help of one could
 * otherwise send received money away alone.
 */
async function refuseOwnMoney(
  deps: Deps,
  trx: Trx,
  { context, payload: { user_id }, approval }: Execution<RefundPayload>,
): Promise<void> {
  if (approval.requested_by !== user_id) return
  const staff_ids = await findSamePeople(deps, trx, context.user.id)
  if (await hasGivenMoney(trx, { user_id, staff_ids })) throw new AppError('refund.own_money', 403)
}

/**
 * Releases the refund of a worker's balance. A request stays valid while the balance covers it, because a balance that
 * grew or was used in part changes nothing of what was asked for; it is stale when the balance is too small, and when the
 * money would go to another account than the one that the requester saw.
 */
export const refundRelease: ApprovalAction<typeof refundPayload> = {
  name: 'refund.release',
  payload: refundPayload,
  requesters: ['U0', 'U1', 'U2'],
  deciders: 'staff',
  is_single: true,
  subjectOf: ({ user_id }: RefundPayload) => ['user', user_id],
  async describe(trx: Trx, { user_id, amount, balance, bank, account_last4 }: RefundPayload) {
    const { name } = await lockWorker(trx, user_id)
    const lines = [
      { label: 'Saldo a favor al pedirla', value: formatMoney(balance) },
      { label: 'Saldo que le queda', value: formatMoney(balance - amount) },
      payeeAccountLine({ bank, account_last4 }),
    ]
    return { title: 'Devolver saldo a favor', amount, person: name, lines }
  },
  async isUnchanged(trx: Trx, { user_id, amount, account_digest }: RefundPayload) {
    await lockWorker(trx, user_id)
    const account = await findPayeeAccount(trx, user_id)
    if (account?.account_digest !== account_digest) return false
    return (await accountOf(trx, user_id)).balance >= amount
  },
  async execute(deps, trx, execution) {
    await refuseOwnMoney(deps, trx, execution)
    const { context, payload, approval } = execution
    const { user_id, amount: amount_cents } = payload
    const order = await orderRefund(deps, trx, { user_id, amount_cents })
    await writeAudit(deps, trx, {
      context,
      action: 'refund.ordered',
      subject: ['user', user_id],
      after: { amount_cents, transfer_id: order.id, approval_id: approval.id },
    })
    return { transfer_id: order.id }
  },
}
