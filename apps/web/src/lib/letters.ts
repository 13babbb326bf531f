import type { Day } from '@quincena/domain/dates'
import { monthPeriod } from '@quincena/domain/letters/rules'
import { loanLetters } from '@quincena/domain/letters/schema'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { api } from './api.ts'
import { keys } from './keys.ts'
import { readQuery } from './read-query.ts'
import { saveFile } from './save-file.ts'
import { withErrorText } from './with-error-text.ts'

type Loan = Pick<LoanDetail, 'id' | 'folio'>

/** The no-debt letters of a loan, void ones too, newest first. */
export const loanLettersQuery = (loan_id: number) =>
  readQuery(keys.documents.lettersOf(loan_id), loanLetters, { path: `/loan/${loan_id}/letters` })

/**
 * Saves the no-debt letter of a loan as `Constancia_de_no_adeudo_C-000123.pdf`; waits a few seconds while it is being
 * made. Throws an `ApiError` with the text to show.
 */
export async function downloadNoDebtLetter({ id, folio }: Loan): Promise<void> {
  const file = api.file('GET', `/loan/${id}/no-debt-letter`)
  const { blob } = await withErrorText(file, 'Error al descargar la constancia de no adeudo.')
  saveFile(blob, `Constancia_de_no_adeudo_${folio}.pdf`)
}

/**
 * Saves a loan's statement of a month `2026-11`, until today for the current one, as
 * `Estado_de_cuenta_C-000123_2026-11.pdf`. Throws an `ApiError` with the text to show.
 */
export async function downloadMonthStatement(
  { id, folio }: Loan,
  { month, today }: { month: string; today: Day },
): Promise<void> {
  const query = monthPeriod(month, today)
  const file = api.file('GET', `/loan/${id}/statement`, { query })
  const { blob } = await withErrorText(file, 'Error al descargar el estado de cuenta.')
  saveFile(blob, `Estado_de_cuenta_${folio}_${month}.pdf`)
}

/**
 * Saves the certificate of the interest that a worker paid in a calendar year, as
 * `Constancia_de_intereses_2026.pdf`. Throws an `ApiError` with the text to show.
 */
export async function downloadInterestCertificate(user_id: number, year: number): Promise<void> {
  const file = api.file('GET', `/auth/user/${user_id}/interest-certificate/${year}`)
  const { blob } = await withErrorText(file, 'Error al descargar la constancia de intereses.')
  saveFile(blob, `Constancia_de_intereses_${year}.pdf`)
}
