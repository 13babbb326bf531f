import { formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { isPayable } from '@quincena/domain/loans/rules'
import { useQuery } from '@tanstack/react-query'
import { AnchorLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { openIncomingPaymentsQuery } from '../loan/api.ts'
import { typeWords } from '../loan/words.ts'
import classes from './incoming-notice.module.css'

/** Shows on a loan the open incoming payments that were matched with it. */
export function IncomingNotice({ loan }: { loan: Pick<LoanDetail, 'id' | 'type' | 'state'> }) {
  const { data } = useQuery({ ...openIncomingPaymentsQuery(loan.id), enabled: isPayable(loan.state) })
  if (data === undefined || data.results.length === 0) return null
  const noun = typeWords[loan.type].one.toLowerCase()
  return (
    <div className={classes.notices}>
      {data.results.map(({ id, amount }) => (
        <Notice key={id} tone="info">
          Llegó un abono de <strong>{formatMoney(amount)}</strong> que coincide con este {noun}.{' '}
          <AnchorLink to="/abonos" search={{ abono: id }} inherit underline="always">
            Revisarlo
          </AnchorLink>
        </Notice>
      ))}
    </div>
  )
}
