import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { IconFileInvoice } from '@tabler/icons-react'
import { ButtonLink } from '../../components/links.tsx'
import { SaveFileButton } from './save-file-button.tsx'
import { downloadStatement } from './statement.ts'

/** Buttons for the loan's current statement and for the list of all downloads. */
export function LoanFiles({ loan }: { loan: Pick<LoanDetail, 'id' | 'folio'> }) {
  return (
    <>
      <SaveFileButton
        label="Estado de cuenta completo"
        icon={<IconFileInvoice size={20} stroke={1.75} aria-hidden />}
        save={() => downloadStatement(loan)}
        doneText="El estado de cuenta se ha descargado correctamente."
      />
      <ButtonLink to="/app/download-history" size="lg" fullWidth variant="subtle">
        Todas mis descargas
      </ButtonLink>
    </>
  )
}
