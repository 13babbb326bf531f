import { type DocumentRow, documentRow } from '@quincena/domain/documents/schema'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { type MessageCode, messageOf } from '@quincena/domain/messages'
import { pageOf } from '@quincena/domain/page'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { keys } from '../../../lib/keys.ts'
import { ownAddress } from '../../../lib/own-address.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { withErrorText } from '../../../lib/with-error-text.ts'
import { loanWords } from '../words.ts'

type Signed = Pick<LoanDetail, 'id' | 'type' | 'folio'>

/** For example `Contrato_Credito_C-000123.pdf`. */
function contractFilename({ type, folio }: Signed): string {
  return `Contrato_${type === 'credit' ? 'Credito' : loanWords.advance.title}_${folio}.pdf`
}

async function fetchFile(address: string): Promise<Blob> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.blob()
}

async function getFiles(loan_id: number, signal?: AbortSignal): Promise<DocumentRow[]> {
  const query = { loan__id: loan_id }
  const page = await api.get(pageOf(documentRow), '/documents/', { query, ...(signal && { signal }) })
  return page.results
}

/** True if the signed contract has its constancia, which is issued shortly after the seal. */
export const constanciaQuery = (loan_id: number) =>
  queryOptions({
    queryKey: keys.documents.ofLoan(loan_id),
    queryFn: ({ signal }) => getFiles(loan_id, signal),
    select: (files) => files.some(({ kind }) => kind === 'constancia'),
  })

/** Message if there is no contract: `not_found` for an older loan, `unavailable` for one that was just signed. */
export type MissingContract = Extract<MessageCode, 'contract.not_found' | 'contract.unavailable'>

interface FileSearch {
  kind: 'contract' | 'constancia'
  missing: MissingContract
  failed: string
}

/** Gets the bytes and name of a loan's file. File links expire after minutes, so each download asks for a new one. */
async function findFile(loan_id: number, { kind: searchedKind, missing, failed }: FileSearch) {
  const files = await withErrorText(getFiles(loan_id), failed)
  const file = files.find(({ kind }) => kind === searchedKind)
  if (file === undefined) throw new ApiError({ status: 404, code: missing, detail: messageOf(missing) })
  const blob = await withErrorText(fetchFile(ownAddress(file.file)), failed)
  return { blob, filename: file.filename }
}

/** Saves a loan's signed contract on the device. Throws an `ApiError` with the text to show. */
export async function downloadContract(loan: Signed, missing: MissingContract): Promise<void> {
  const failed = 'Error al descargar el contrato.'
  const { blob } = await findFile(loan.id, { kind: 'contract', missing, failed })
  saveFile(blob, contractFilename(loan))
}

/** Saves the contract's constancia, `Constancia_C-000123.tsr`. Throws an `ApiError` with the text to show. */
export async function downloadConstancia(loan: Pick<Signed, 'id'>): Promise<void> {
  const constancia = { kind: 'constancia', missing: 'contract.unavailable' } as const
  const { blob, filename } = await findFile(loan.id, {
    ...constancia,
    failed: 'Error al descargar la constancia.',
  })
  saveFile(blob, filename)
}
