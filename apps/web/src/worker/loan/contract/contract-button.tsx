import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { IconDownload } from '@tabler/icons-react'
import { SaveFileButton } from '../save-file-button.tsx'
import { downloadContract, type MissingContract } from './api.ts'

interface ContractButtonProps {
  loan: Pick<LoanDetail, 'id' | 'type' | 'folio'>
  /** Message if there is no contract; `contract.not_found` by default. */
  missing?: MissingContract
}

/** Downloads the signed contract. */
export function ContractButton({ loan, missing = 'contract.not_found' }: ContractButtonProps) {
  return (
    <SaveFileButton
      label="Descargar Contrato"
      icon={<IconDownload size={20} stroke={1.75} aria-hidden />}
      save={() => downloadContract(loan, missing)}
      doneText="El contrato se ha descargado correctamente."
    />
  )
}
