import { documentRow } from '@quincena/domain/documents/schema'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { messageOf } from '@quincena/domain/messages'
import { pageOf } from '@quincena/domain/page'
import { api } from '../../lib/api.ts'
import { ownAddress } from '../../lib/own-address.ts'
import { loanWords } from '../loans/words.ts'

type Signed = Pick<LoanDetail, 'id' | 'type' | 'folio'>

/** `Contrato_Credito_C-000123.pdf`. */
function contractFilename({ type, folio }: Signed): string {
  return `Contrato_${type === 'credit' ? 'Credito' : loanWords.advance.title}_${folio}.pdf`
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

async function fetchFile(address: string): Promise<Blob> {
  const response = await fetch(address).catch(() => null)
  if (!response?.ok) throw new Error('Error al descargar el contrato.')
  return response.blob()
}

/** Saves a loan's signed contract on the device. Throws with the text to show. */
export async function downloadContract(loan: Signed): Promise<void> {
  const { results } = await api.get(pageOf(documentRow), '/documents/', { query: { loan__id: loan.id } })
  const contract = results.find(({ kind }) => kind === 'contract')
  if (contract === undefined) throw new Error(messageOf('contract.unavailable'))
  save(await fetchFile(ownAddress(contract.file)), contractFilename(loan))
}
