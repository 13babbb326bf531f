import { formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { payoffQuery } from './api.ts'
import classes from './payoff-panel.module.css'

/** Payoff of the credit today and its discount. Renders nothing without a discount. */
export function PayoffPanel({ loan }: { loan: Pick<LoanDetail, 'id' | 'amount_due'> }) {
  const { data } = useQuery(payoffQuery(loan))
  if (data === undefined || data.discount === 0) return null
  return (
    <Panel title="Liquidación anticipada">
      <p className={classes.figure}>
        Liquidar hoy: <strong>{formatMoney(data.amount)}</strong>, te ahorras{' '}
        <strong className={classes.saving}>{formatMoney(data.discount)}</strong>
      </p>
      <p className={stack.lead}>
        Pagas el capital que te falta y los intereses que han corrido, sin comisión. El monto cambia cada día:
        llámanos o acércate a tu empresa para hacerlo.
      </p>
    </Panel>
  )
}
