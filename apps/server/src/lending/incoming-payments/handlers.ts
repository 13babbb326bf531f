import { chooseMatch, foliosIn, isReturnedMoney } from '@quincena/domain/incoming-payments/rules'
import { PAYABLE_STATES } from '@quincena/domain/loans/rules'
import type { Trx } from '../../db/types.ts'
import type { PaymentMatcher } from '../../treasury/incoming-payments/handlers.ts'

function payableLoans(trx: Trx) {
  return trx.selectFrom('loan').select('loan.id').where('loan.state', 'in', PAYABLE_STATES)
}

async function byReference(trx: Trx, reference: number | null) {
  return reference === null ? [] : payableLoans(trx).where('loan.id', '=', reference).execute()
}

async function byFolio(trx: Trx, concept: string | null) {
  const folios = foliosIn(concept)
  return folios.length === 0 ? [] : payableLoans(trx).where('loan.folio', 'in', folios).execute()
}

/** Finds loans by the worker's account; a worker has at most one payable loan of each type. */
async function byAccount(trx: Trx, account: string | null) {
  if (account === null) return []
  return payableLoans(trx)
    .innerJoin('app_user', 'app_user.id', 'loan.user_id')
    .where('app_user.debit_card_number', '=', account)
    .execute()
}

/** Matches incoming payments with loans that take payments. Our own returned money matches none. */
export const loanMatcher: PaymentMatcher = {
  async findMatch(trx, facts) {
    if (isReturnedMoney(facts.tipoPago)) return null
    const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
    return chooseMatch({
      by_reference: ids(await byReference(trx, facts.referenciaNumerica)),
      by_folio: ids(await byFolio(trx, facts.conceptoPago)),
      by_account: ids(await byAccount(trx, facts.cuentaOrdenante)),
    })
  },

  async findFolio(trx, loan_id) {
    const loan = trx.selectFrom('loan').select('folio').where('id', '=', loan_id)
    return (await loan.executeTakeFirstOrThrow()).folio
  },
}
