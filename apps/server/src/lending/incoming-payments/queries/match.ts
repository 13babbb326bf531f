import type { IncomingPaymentCallback } from '@quincena/domain/incoming-payments/callback'
import { chooseMatch, foliosIn, isReturnedMoney } from '@quincena/domain/incoming-payments/rules'
import { PAYABLE_STATES } from '@quincena/domain/loans/rules'
import type { Trx } from '../../../command/deps.ts'

type Clues = Pick<
  IncomingPaymentCallback,
  'referenciaNumerica' | 'conceptoPago' | 'cuentaOrdenante' | 'tipoPago'
>

function liveLoans(trx: Trx) {
  return trx.selectFrom('loan').select('loan.id').where('loan.state', 'in', PAYABLE_STATES)
}

async function byReference(trx: Trx, reference: number | null) {
  return reference === null ? [] : liveLoans(trx).where('loan.id', '=', reference).execute()
}

async function byFolio(trx: Trx, concept: string | null) {
  const folios = foliosIn(concept)
  return folios.length === 0 ? [] : liveLoans(trx).where('loan.folio', 'in', folios).execute()
}

/** Finds loans by the worker's account; a worker has at most one live loan of each type. */
async function byAccount(trx: Trx, account: string | null) {
  if (account === null) return []
  return liveLoans(trx)
    .innerJoin('app_user', 'app_user.id', 'loan.user_id')
    .where('app_user.debit_card_number', '=', account)
    .execute()
}

/**
 * Finds the live loan that an incoming payment is for, and the rule that found it; null if no rule finds exactly one.
 */
export async function findMatch(trx: Trx, clues: Clues) {
  if (isReturnedMoney(clues.tipoPago)) return null
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  return chooseMatch({
    by_reference: ids(await byReference(trx, clues.referenciaNumerica)),
    by_folio: ids(await byFolio(trx, clues.conceptoPago)),
    by_account: ids(await byAccount(trx, clues.cuentaOrdenante)),
  })
}
