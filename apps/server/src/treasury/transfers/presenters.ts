import type { OrderState, TransferBrief } from '@quincena/domain/transfers/schema'
import type { TransferRow } from './rules.ts'

/**
 * An order in review is shown with its previous state until an admin resolves it: `sent` if it was booked, else
 * `unknown`.
 */
function orderState({ status, sent_at }: TransferRow): OrderState {
  if (status !== 'review') return status
  return sent_at === null ? 'unknown' : 'sent'
}

/** Selects the fields of a transfer that its worker may see; the amount is in centavos. */
export function presentBrief(row: TransferRow): TransferBrief {
  const { id, tracking_key, state, operation_date, url_cep, created_at, sent_at, ts_liquidation } = row
  const brief = { id, tracking_key, state, operation_date, url_cep, created_at, sent_at, ts_liquidation }
  return { ...brief, order_state: orderState(row), amount: row.amount_cents }
}
