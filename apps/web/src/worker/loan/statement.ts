import { api } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

/** Saves a loan's current statement, `Estado_de_cuenta_C-000123.pdf`. Throws an `ApiError` with the text to show. */
export async function downloadStatement({ id, folio }: { id: number; folio: string }): Promise<void> {
  const file = api.file('GET', `/loan/${id}/statement`)
  const { blob } = await withErrorText(file, 'Error al descargar el estado de cuenta.')
  saveFile(blob, `Estado_de_cuenta_${folio}.pdf`)
}
