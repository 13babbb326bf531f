import { Button } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { IconPlus } from '@tabler/icons-react'
import { Amount } from '../../components/amount.tsx'
import { Card } from '../../components/card.tsx'
import { Notice } from '../../components/notice.tsx'
import { ProgressRing } from '../../components/progress-ring.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { useUser } from '../../lib/session.ts'
import { coveredInstallments } from '../loan/due-words.ts'
import { allowedActions } from '../loan/permissions.ts'
import { IncomingNotice } from './incoming-notice.tsx'
import { PaymentHistory } from './payment-history.tsx'
import classes from './payments-tab.module.css'
import { ScheduleCard } from './schedule-card.tsx'

/** Sum of the interest saved by the payments that are not reversed, in centavos. */
function discountOf({ payments }: LoanDetail): number {
  return payments.reduce((sum, { discount, reversed_at }) => sum + (reversed_at === null ? discount : 0), 0)
}

function LoanStatusText({ loan }: { loan: LoanDetail }) {
  const { amount_due, total_debt } = loan
  const { paid, all } = coveredInstallments(loan)
  const discount = discountOf(loan)
  return (
    <div className={classes.standing}>
      <ProgressRing value={total_debt - amount_due} total={total_debt} label={`${paid} de ${all} pagos`}>
        {paid}/{all}
      </ProgressRing>
      <div>
        <p className={classes.label}>Deuda actual</p>
        <Amount cents={amount_due} size="title" />
      </div>
      <div>
        <p className={classes.label}>Pagado</p>
        <p className={classes.figure}>{formatMoney(total_debt - amount_due - discount)}</p>
        <p className={classes.detail}>
          de {formatMoney(total_debt)}
          {discount > 0 && `, con ${formatMoney(discount)} de ahorro`}
        </p>
      </div>
    </div>
  )
}

interface PaymentsTabProps {
  loan: LoanDetail
  onPay: () => void
  onSettle: () => void
}

/** Shows the amount due, the payments (newest first) and the schedule. */
export function PaymentsTab({ loan, onPay, onSettle }: PaymentsTabProps) {
  const { pay, settle, isSettled } = allowedActions(loan, useUser().user_type)
  const wasSent = loan.accepted && loan.state !== 'payout_returned'
  const money = (
    <div className={classes.actions}>
      {settle && (
        <Button variant="default" onClick={onSettle}>
          Liquidar
        </Button>
      )}
      <Button leftSection={smallIcon(IconPlus)} onClick={onPay}>
        Nuevo pago
      </Button>
    </div>
  )
  return (
    <div className={classes.cards}>
      <Card title="Historial de pagos" action={pay ? money : undefined}>
        <IncomingNotice loan={loan} />
        {isSettled && (
          <div className={classes.settled}>
            <Notice tone="done">La deuda ha sido saldada. No es necesario realizar más pagos.</Notice>
          </div>
        )}
        {wasSent && <LoanStatusText loan={loan} />}
        <PaymentHistory loan={loan} />
      </Card>
      <ScheduleCard loan={loan} />
    </div>
  )
}
