import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { api } from '../../lib/api.ts'
import { shareFile } from '../../lib/save-file.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

type Payout = Pick<LoanDetail, 'state' | 'settled_at' | 'in_clarification'>

/** True while the money is in the account beyond doubt. */
export const hasPayoutReceipt = ({ state, settled_at, in_clarification }: Payout): boolean =>
  settled_at !== null && state !== 'payout_returned' && !in_clarification

/**
 * Shares the receipt of a loan's payout with another app, or saves it as `comprobante-deposito-C-000123.pdf`. Throws an
 * `ApiError` with the text to show.
 */
export async function sharePayoutReceipt({ id, folio }: Pick<LoanDetail, 'id' | 'folio'>): Promise<void> {
  const file = api.file('GET', `/loan/${id}/payout-receipt`)
  const { blob } = await withErrorText(file, 'Error al descargar el comprobante.')
  await shareFile(blob, `comprobante-deposito-${folio}.pdf`)
}
