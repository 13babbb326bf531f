import { formatMoney } from '@quincena/domain/format'
import type { ReconciliationDay } from '@quincena/domain/reconciliation/schema'
import { AnchorLink } from '../../components/links.tsx'
import { productName } from '../../lib/brand.ts'
import { pluralize } from '../../lib/pluralize.ts'
import classes from './received-totals.module.css'

type Received = NonNullable<NonNullable<ReconciliationDay['totals']>['received']>

interface ReceivedTotalsProps {
  received: Received
  found: ReconciliationDay['found']
  operation_date: string
}

/** Money that arrived on a day: by STP's list, by our records, and the part that no callback announced. */
export function ReceivedTotals({ received, found, operation_date }: ReceivedTotalsProps) {
  const columns = [
    { label: productName(), total: received.ours },
    { label: 'STP', total: received.stp },
  ]
  const isSame = received.ours.count === received.stp.count && received.ours.amount === received.stp.amount
  return (
    <section className={classes.section} aria-labelledby="recibido">
      <h2 className={classes.title} id="recibido">
        Dinero recibido
      </h2>
      <dl className={classes.columns}>
        {columns.map(({ label, total }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={classes.amount} data-same={isSame}>
              {formatMoney(total.amount)}
            </dd>
            <dd className={classes.count}>{pluralize(total.count, 'abono', 'abonos')}</dd>
          </div>
        ))}
        <div>
          <dt>Sin aviso de STP</dt>
          <dd className={classes.amount}>{formatMoney(found.amount)}</dd>
          <dd className={classes.count}>
            {found.count === 0 ? (
              'Ninguno'
            ) : (
              <AnchorLink to="/abonos" search={{ status: 'all', found: true, operation_date }}>
                {pluralize(found.count, 'abono encontrado', 'abonos encontrados')}
              </AnchorLink>
            )}
          </dd>
        </div>
      </dl>
    </section>
  )
}
