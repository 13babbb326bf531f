import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { DoubtedOrder, reconciliationDetail } from '@quincena/domain/reconciliation/schema'
import { doubtReason } from '@quincena/domain/reconciliation/words'
import type { z } from 'zod'
import { AnchorLink } from '../../components/links.tsx'
import { typeWords } from '../loan/words.ts'
import classes from './doubts.module.css'
import { doubtText } from './reconciliation-words.ts'

function DoubtRow({ order }: { order: DoubtedOrder }) {
  const { id, tracking_key, amount, reason, since, loan, loan_type, loan_folio } = order
  return (
    <li className={classes.row}>
      <span className={classes.key}>
        <AnchorLink to="/stp" search={{ order: id }}>
          {tracking_key}
        </AnchorLink>
        {loan !== null && loan_type !== null && (
          <AnchorLink to={typeWords[loan_type].detailPath} params={{ id: loan }}>
            {loan_folio}
          </AnchorLink>
        )}
      </span>
      <span className={classes.amount}>{formatMoney(amount)}</span>
      <span className={classes.why}>
        {reason ?? doubtReason} Desde el {formatDateTime(since)}.
      </span>
    </li>
  )
}

/** Lists the orders of a day of which nobody knows where the money is; without any it shows nothing. */
export function Doubts({ day }: { day: z.output<typeof reconciliationDetail> }) {
  const { in_doubt, doubts, operation_date } = day
  if (in_doubt.count === 0) return null
  return (
    <section className={classes.section} aria-labelledby="en-duda">
      <header className={classes.head}>
        <h2 className={classes.title} id="en-duda">
          En duda: {doubtText(in_doubt)}
        </h2>
        <AnchorLink to="/stp" search={{ operation_date, in_doubt: true }}>
          Ver en órdenes STP
        </AnchorLink>
      </header>
      <p className={classes.text}>
        No sabemos si este dinero salió. El día no cuadra hasta que cada orden se resuelva.
      </p>
      <ul className={classes.list}>
        {doubts.map((order) => (
          <DoubtRow key={order.id} order={order} />
        ))}
      </ul>
    </section>
  )
}
