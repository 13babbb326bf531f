import { Anchor } from '@mantine/core'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { AnchorLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { useConfirmationLink } from './use-confirmation-link.ts'

interface DocumentsNoticeProps {
  loan: Pick<LoanDetail, 'documents_unreviewed' | 'state'>
  /** Opens the documents; absent where they are shown. */
  onReview?: (() => void) | undefined
}

/** Says that the loan cannot go on before staff accept the documents. */
export function DocumentsNotice({ loan, onReview }: DocumentsNoticeProps) {
  if (loan.documents_unreviewed !== true) return null
  const next = loan.state === 'requested' ? 'antes de aprobar la solicitud' : 'para que pueda firmar'
  return (
    <Notice tone="info">
      <strong>Faltan documentos por aceptar.</strong> Revisa los cinco {next}.{' '}
      {onReview && (
        <Anchor component="button" type="button" inherit underline="always" onClick={onReview}>
          Revisar documentos
        </Anchor>
      )}
    </Notice>
  )
}

/** Says that no money leaves for the worker before another person confirms what was written of them. */
export function ConfirmationNotice({ loan }: { loan: LoanDetail }) {
  const { label, ...link } = useConfirmationLink(loan)
  if (loan.worker_unconfirmed !== true) return null
  return (
    <Notice tone="info">
      <strong>Por confirmar.</strong> El personal dio de alta o cambió los datos de esta persona: alguien más
      los confirma antes de que se le envíe dinero.{' '}
      <AnchorLink {...link} inherit underline="always">
        {label}
      </AnchorLink>
    </Notice>
  )
}
