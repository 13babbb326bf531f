import { type DownloadRow, downloadRow } from '@quincena/domain/downloads/schema'
import { loanListItem } from '@quincena/domain/loans/schema'
import { pageOf } from '@quincena/domain/page'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { keys } from '../../../lib/keys.ts'
import { downloadNoDebtLetter } from '../../../lib/letters.ts'
import { pagesQuery } from '../../../lib/read-query.ts'
import { downloadReceipt } from '../../../lib/receipt.ts'
import { downloadConstancia, downloadContract } from '../contract/api.ts'
import { downloadStatement } from '../statement.ts'

interface DownloadFilter {
  kind?: 'contract' | 'receipt' | 'statement' | 'no_debt_letter' | undefined
  loan__id?: number | undefined
}

const pageSize = 20

/** The worker's downloadable files, newest first, in pages. */
export const downloadsQuery = (filter: DownloadFilter) =>
  pagesQuery(keys.documents.downloads(filter), downloadRow, {
    path: '/downloads',
    query: { ...filter, page_size: pageSize },
  })

/** The latest requested advance; null if there is none. */
export const latestAdvanceQuery = queryOptions({
  queryKey: keys.loans.latestAdvance,
  queryFn: async ({ signal }) => {
    const query = { type: 'advance', ordering: '-created_at', page_size: 1 }
    return (await api.get(pageOf(loanListItem), '/loan', { query, signal })).results[0] ?? null
  },
})

/** Saves a listed file on the device and returns the text for success. Throws an `ApiError` with the text to show. */
export async function download(row: DownloadRow): Promise<string> {
  const loan = { id: row.loan, type: row.type, folio: row.folio }
  switch (row.kind) {
    case 'contract':
      await downloadContract(loan, 'contract.not_found')
      return 'El contrato se ha descargado correctamente.'
    case 'constancia':
      await downloadConstancia(loan)
      return 'La constancia se ha descargado correctamente.'
    case 'receipt':
      await downloadReceipt(row.id)
      return 'El comprobante se ha descargado correctamente.'
    case 'no_debt_letter':
      await downloadNoDebtLetter(loan)
      return 'La constancia de no adeudo se ha descargado correctamente.'
    case 'statement':
      await downloadStatement(loan)
      return 'El estado de cuenta se ha descargado correctamente.'
  }
}
