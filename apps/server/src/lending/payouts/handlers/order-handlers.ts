import { EMPTY_BOOKS } from '@quincena/domain/loans/books'
import { transition } from '@quincena/domain/loans/rules'
import type { Db, Trx } from '../../../db/types.ts'
import { notify, notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { loanFactsOf, recordEvent } from '../../../platform/webhook-events/commands.ts'
import { postReturn, postSentAndReturned, postSettlement } from '../../../treasury/ledger/commands.ts'
import { readLoanBalances } from '../../../treasury/ledger/queries/loan-balances.ts'
import type { OrderHandlers, OrderSubject } from '../../../treasury/transfers/handlers.ts'
import { requireId } from '../../../treasury/transfers/rules.ts'
import {
  storeSettledPayout,
  withdrawSettledPayout,
} from '../../../treasury/verifications/commands/store-result.ts'
import { changeLoan, type LoanRow, lockLoan, lockLoanAndWorker } from '../../loans/commands/move-loan.ts'
import { payoutReturnedNotice, settledNotice } from '../../loans/notices.ts'
import { bookSecondPayout, returnSecondPayout } from '../commands/book-second-payout.ts'
import { endClarification } from '../commands/end-clarification.ts'
import { reofferLoan, returnLoan, reviveLoan, startLoan } from '../commands/pay-out-loan.ts'

async function hasPayments(db: Db | Trx, loan_id: number): Promise<boolean> {
  const query = db
    .selectFrom('payment')
    .select('id')
    .where('loan_id', '=', loan_id)
    .where((counts) => counts.or([counts('reversed_at', 'is', null), counts('owed_by_worker', '=', true)]))
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** True if the loan still waits for its payout. False after the order was refused or resolved as never sent. */
function awaitsPayout({ state }: LoanRow): boolean {
  return transition(state, 'send') !== null || transition(state, 'resend') !== null
}

/** A locked loan as the subject of its orders. */
function payoutOf(loan: LoanRow): OrderSubject {
  const is_waiting = awaitsPayout(loan)
  return {
    loan_id: loan.id,
    folio: loan.folio,
    user_id: loan.user_id,
    is_waiting,
    is_ended: loan.state !== 'approved' && !is_waiting,

    /** Puts the loan in force and queues the seal of its contract. */
    async onSent(deps, trx, transfer) {
      const started = await startLoan(deps, trx, { loan, transfer })
      await deps.queue.send(trx, 'seal-contract', { loan_id: loan.id })
      return payoutOf(started)
    },

    async onSettled(deps, trx, transfer) {
      const { id: transfer_id, ts_liquidation } = transfer
      await postSettlement(deps, trx, { transfer_id, loan })
      await changeLoan(deps, trx, { loan, changes: { settled_at: ts_liquidation } })
      await recordEvent(deps, trx, { type: 'payout.settled', data: { ...loanFactsOf(loan), transfer_id } })
      await storeSettledPayout(deps, trx, { user_id: loan.user_id, transfer })
      await notify(deps, trx, { recipient_id: loan.user_id, ...settledNotice(loan, transfer) })
    },

    onRefused: (deps, trx, { id: transfer_id }) => reofferLoan(deps, trx, { loan, transfer_id }),

    /** The loan becomes `payout_returned`, from where an admin can send it again. */
    async onReturned(deps, trx, transfer) {
      if (transfer.status === 'duplicate') return returnSecondPayout(deps, trx, { loan, transfer })
      const { id: transfer_id, state, tracking_key } = transfer
      const from = await readLoanBalances(trx, loan.id)
      const change = { from, to: EMPTY_BOOKS, tax_added: loan.tax_added }
      await postReturn(deps, trx, { transfer_id, loan, change, settled: state === 'LQ' })
      await withdrawSettledPayout(deps, trx, transfer_id)
      await returnLoan(deps, trx, { loan, transfer_id })
      await notifyStaff(deps, trx, payoutReturnedNotice(loan, { id: transfer_id, tracking_key }))
    },

    onPaidTwice: (deps, trx, transfer) => bookSecondPayout(deps, trx, { loan, transfer }),

    async onSentAndReturned(deps, trx, { id: transfer_id }) {
      await postSentAndReturned(deps, trx, { transfer_id, loan })
    },

    onCleared: (deps, trx) => endClarification(deps, trx, loan.id),

    restore: async (deps, trx) => payoutOf(await reviveLoan(deps, trx, loan)),

    async findReturnDoubt(trx) {
      if (await hasPayments(trx, loan.id)) return 'STP la reporta devuelta y el préstamo ya tiene pagos.'
      return transition(loan.state, 'return') === null
        ? 'STP la reporta devuelta y el préstamo ya no está vigente.'
        : null
    },
  }
}

/** What an order that pays a loan out does to the loan. */
export const payoutHandlers: OrderHandlers = {
  async lock(trx, order, { with_user }) {
    const loan_id = requireId(order.loan_id)
    return payoutOf(await (with_user ? lockLoanAndWorker(trx, loan_id) : lockLoan(trx, loan_id)))
  },
  hasPayments: (db, { loan_id }) => hasPayments(db, requireId(loan_id)),
}
