import { formatMoney } from '@quincena/domain/format'
import type { BalanceSummary } from '@quincena/domain/worker-balances/schema'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../components/notice.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { errorText } from '../../lib/api-error.ts'
import { pluralize } from '../../lib/pluralize.ts'
import { balanceSummaryQuery } from './api.ts'
import classes from './balances-page.module.css'

const figuresOf = ({ balances, receivables, requested, sending }: BalanceSummary) =>
  [
    { label: 'Saldos a favor', ...balances, unit: ['trabajador', 'trabajadores'] },
    { label: 'Nos deben', ...receivables, unit: ['trabajador', 'trabajadores'] },
    { label: 'Devoluciones por autorizar', ...requested, unit: ['devolución', 'devoluciones'] },
    { label: 'Devoluciones en camino', ...sending, unit: ['devolución', 'devoluciones'] },
  ] as const

/** The totals of all workers; those of balances are the ledger's. */
export function BalanceTotals() {
  const { data, error } = useQuery(balanceSummaryQuery)
  if (data === undefined && error !== null)
    return <Notice tone="problem">No se pudieron cargar los totales. {errorText(error)}</Notice>
  if (data === undefined) return <LinesSkeleton lines={2} />
  return (
    <dl className={classes.totals}>
      {figuresOf(data).map(({ label, amount, count, unit: [one, many] }) => (
        <div key={label} className={classes.total}>
          <dt>{label}</dt>
          <dd>
            <span className={classes.amount}>{formatMoney(amount)}</span>
            <span className={classes.under}>{pluralize(count, one, many)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
