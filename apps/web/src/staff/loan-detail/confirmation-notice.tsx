import type { LoanDetail } from '@quincena/domain/loans/schema'
import { AnchorLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'

/** Says that the worker cannot sign before another person confirms what was written of them. */
export function ConfirmationNotice({ loan }: { loan: Pick<LoanDetail, 'worker_unconfirmed'> }) {
  if (loan.worker_unconfirmed !== true) return null
  return (
    <Notice tone="info">
      <strong>Falta confirmar.</strong> El personal dio de alta o cambió los datos de esta persona: alguien
      más los confirma antes de que pueda firmar.{' '}
      <AnchorLink to="/autorizaciones" inherit underline="always">
        Ver autorizaciones
      </AnchorLink>
    </Notice>
  )
}
