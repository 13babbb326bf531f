import { useQuery } from '@tanstack/react-query'
import { LoadState } from '../../components/load-state.tsx'
import { paymentProofQuery } from './api.ts'
import { LoanLink } from './loan-link.tsx'
import classes from './proof-dialog.module.css'
import { VoucherFile } from './voucher-file.tsx'

/** The voucher of a payment and its loan, for the person who decides. */
export function VoucherPart({ payment: id }: { payment: number }) {
  const query = useQuery(paymentProofQuery(id))
  if (query.data === undefined)
    return <LoadState query={query} title="Error al cargar el comprobante." lines={4} />
  if (query.data === null) return null
  const { voucher, registered_by } = query.data
  return (
    <section className={classes.section} aria-label="Comprobante">
      <h3 className={classes.title}>Comprobante</h3>
      <p className={classes.none}>
        Revisa que el monto, la fecha y la referencia sean los del pago que {registered_by} registró en{' '}
        <LoanLink payment={query.data} isInText />.
      </p>
      {voucher !== null && <VoucherFile voucher={voucher} />}
    </section>
  )
}
