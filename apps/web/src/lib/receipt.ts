import { receiptFolio } from '@quincena/domain/payments/rules'
import { api } from './api.ts'
import { saveFile, shareFile } from './save-file.ts'
import { withErrorText } from './with-error-text.ts'

const nameOf = (payment_id: number) => `comprobante-${receiptFolio(payment_id)}.pdf`

async function fetchReceipt(payment_id: number): Promise<Blob> {
  const path = `/loan/payment/${payment_id}/receipt`
  const { blob } = await withErrorText(api.file('GET', path), 'Error al descargar el comprobante.')
  return blob
}

/** Saves a payment's receipt as `comprobante-R-000045.pdf`. Throws an `ApiError` with the text to show. */
export async function downloadReceipt(payment_id: number): Promise<void> {
  saveFile(await fetchReceipt(payment_id), nameOf(payment_id))
}

/** Shares a payment's receipt with another app, or saves it. Throws an `ApiError` with the text to show. */
export async function shareReceipt(payment_id: number): Promise<void> {
  await shareFile(await fetchReceipt(payment_id), nameOf(payment_id))
}
