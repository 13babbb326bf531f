import { receiptFolio } from '@quincena/domain/payments/rules'
import { api } from './api.ts'
import { saveFile } from './save-file.ts'
import { withErrorText } from './with-error-text.ts'

/** Saves a payment's receipt as `comprobante-R-000045.pdf`. Throws an `ApiError` with the text to show. */
export async function downloadReceipt(payment_id: number): Promise<void> {
  const path = `/loan/payment/${payment_id}/receipt`
  const { blob } = await withErrorText(api.file('GET', path), 'Error al descargar el comprobante.')
  saveFile(blob, `comprobante-${receiptFolio(payment_id)}.pdf`)
}
