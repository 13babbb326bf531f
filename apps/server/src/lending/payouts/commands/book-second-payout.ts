import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { notify, notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { postSecondPayout } from '../../../treasury/ledger/commands.ts'
import type { TransferRow } from '../../../treasury/transfers/rules.ts'
import { returnPaidPart } from '../../../treasury/worker-accounts/commands/owe-again.ts'
import { publishBalance } from '../../../treasury/worker-accounts/commands/publish-balance.ts'
import type { LoanRow } from '../../loans/commands/move-loan.ts'
import { paidTwiceForStaff, paidTwiceNotice, secondReturnedNotice } from '../../loans/notices.ts'

interface SecondPayout {
  loan: LoanRow
  transfer: TransferRow
}

/**
 * Books that the worker got a loan's money a second time (treasury.md §1): the worker owes it apart from the loan, which
 * does not change. Notifies the worker and staff.
 */
export async function bookSecondPayout(deps: Deps, trx: Trx, { loan, transfer }: SecondPayout) {
  const { user_id } = loan
  const { id: transfer_id, amount_cents: amount } = transfer
  await postSecondPayout(deps, trx, { loan, transfer_id, amount })
  await notify(deps, trx, { recipient_id: user_id, ...paidTwiceNotice(loan, transfer) })
  await notifyStaff(deps, trx, paidTwiceForStaff(loan, transfer))
  await publishBalance(deps, trx, user_id)
}

/**
 * Books that the bank returned a second payout: the worker no longer owes it, and what was paid of it is in the balance
 * again. Nothing else of the loan changes.
 */
export async function returnSecondPayout(deps: Deps, trx: Trx, { loan, transfer }: SecondPayout) {
  const { user_id } = loan
  const { id: transfer_id, amount_cents: amount } = transfer
  await returnPaidPart(deps, trx, { user_id, amount })
  await postSecondPayout(deps, trx, { loan, transfer_id, amount: -amount })
  await notify(deps, trx, { recipient_id: user_id, ...secondReturnedNotice(loan, transfer) })
  await publishBalance(deps, trx, user_id)
}
