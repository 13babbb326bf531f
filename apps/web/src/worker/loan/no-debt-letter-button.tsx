import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { IconCertificate } from '@tabler/icons-react'
import { downloadNoDebtLetter } from '../../lib/letters.ts'
import { SaveFileButton } from './save-file-button.tsx'

/** Saves the no-debt letter of a loan that is paid off. Renders nothing for any other. */
export function NoDebtLetterButton({ loan }: { loan: LoanDetail }) {
  if (loan.state !== 'completed') return null
  return (
    <SaveFileButton
      label="Constancia de no adeudo"
      icon={<IconCertificate size={20} stroke={1.75} aria-hidden />}
      save={() => downloadNoDebtLetter(loan)}
      doneText="La constancia de no adeudo se ha descargado correctamente."
    />
  )
}
