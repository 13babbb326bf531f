import { Button } from '@mantine/core'
import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import type { TransferOrder } from '@quincena/domain/transfers/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { Field, FieldGrid } from '../../components/copy-field.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { useUser } from '../../lib/session.ts'
import { allowedActions } from '../loan/permissions.ts'
import { loanTransfersQuery, payoutsQuery } from '../transfer/api.ts'
import { maskedAccount, shownAccount } from './account-words.ts'
import { AdminList } from './admin-list.tsx'
import { ConfirmationNotice } from './confirmation-notice.tsx'
import { CorrectAccountDialog } from './correct-account-dialog.tsx'
import { CancelDialog, ConfirmFirstDialog, SendAgainDialog } from './loan-dialogs.tsx'
import { findOpenAttempt, lastRefusal, lastReturn } from './returned-attempts.ts'
import classes from './returned-panel.module.css'

function OrderLink({ order }: { order: TransferOrder }) {
  return (
    <AnchorLink to="/stp" search={{ order: order.id }} className={classes.key}>
      {order.tracking_key}
    </AnchorLink>
  )
}

function accountText({ counterpart_institution, beneficiary_account }: TransferOrder): string {
  return shownAccount(String(counterpart_institution), beneficiary_account)
}

function ReturnReason({ loan, order }: { loan: LoanDetail; order: TransferOrder }) {
  const isSame = loan.user.debit_card_number === order.beneficiary_account
  return (
    <>
      <FieldGrid>
        <Field label="Motivo del banco">
          <strong>{order.return_cause ?? 'El banco no lo dijo'}</strong>
        </Field>
        <Field label="Regresó">{order.returned_at === null ? '—' : formatDateTime(order.returned_at)}</Field>
        <Field label="Orden">
          <OrderLink order={order} /> · {formatMoney(order.amount)}
        </Field>
      </FieldGrid>
      <FieldGrid>
        <Field label="Se envió a">{accountText(order)}</Field>
        <Field label="Cuenta actual del trabajador">
          <strong>{maskedAccount(loan.user)}</strong>
          <span className={classes.second}>
            {isSame ? 'La misma que devolvió el dinero' : 'Ya corregida'}
          </span>
        </Field>
      </FieldGrid>
    </>
  )
}

type OpenDialog = 'correct' | 'send' | 'cancel'

function ReturnedActions({ loan, order }: { loan: LoanDetail; order: TransferOrder | undefined }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const { data: payouts } = useQuery(payoutsQuery)
  const props = (which: OpenDialog) => ({
    loan,
    opened: openDialog === which,
    onClose: () => setOpenDialog(null),
  })
  const isSame = order !== undefined && loan.user.debit_card_number === order.beneficiary_account
  return (
    <div className={classes.actions}>
      <Button variant="subtle" color="gray" onClick={() => setOpenDialog('cancel')}>
        Cancelar envío
      </Button>
      <span className={classes.gap} />
      <Button variant={isSame ? 'filled' : 'default'} onClick={() => setOpenDialog('correct')}>
        Corregir cuenta
      </Button>
      <Button
        variant={isSame ? 'default' : 'filled'}
        disabled={payouts?.paused === true}
        onClick={() => setOpenDialog('send')}
      >
        Enviar de nuevo
      </Button>
      <CorrectAccountDialog {...props('correct')} />
      {loan.worker_unconfirmed === true ? (
        <ConfirmFirstDialog {...props('send')} />
      ) : (
        <SendAgainDialog {...props('send')} isSameAccount={isSame} />
      )}
      <CancelDialog {...props('cancel')} />
    </div>
  )
}

function ReturnHistory({ loan, orders }: { loan: LoanDetail; orders: readonly TransferOrder[] }) {
  const { user_type } = useUser()
  const underWay = findOpenAttempt(orders)
  const refused = lastRefusal(orders)
  const order = lastReturn(orders)
  return (
    <>
      {order !== undefined && <ReturnReason loan={loan} order={order} />}
      {refused !== undefined && (
        <Notice tone="problem">
          STP rechazó el último intento (<OrderLink order={refused} />
          ): {refused.error}. El dinero no se movió.
        </Notice>
      )}
      {underWay !== undefined && (
        <Notice tone="info">
          Ya hay un envío en curso (<OrderLink order={underWay} /> a {accountText(underWay)}
          ). Espera su resultado: mientras tanto no se puede corregir, repetir ni cancelar.
        </Notice>
      )}
      <ConfirmationNotice loan={loan} />
      {underWay === undefined && allowedActions(loan, user_type).sendAgain && (
        <ReturnedActions loan={loan} order={order} />
      )}
      {!allowedActions(loan, user_type).sendAgain && (
        <AdminList may="puede corregir la cuenta, enviar de nuevo o cancelar" />
      )}
    </>
  )
}

/** Panel of a returned payout: reason, account that returned it, current account and the possible actions. */
export function ReturnedPanel({ loan }: { loan: LoanDetail }) {
  const { data, error, refetch } = useQuery(loanTransfersQuery(loan.id))
  return (
    <div className={classes.panel}>
      <Card title="El banco devolvió el dinero">
        <div className={classes.body}>
          {data === undefined && error && (
            <ErrorState
              title="Error al cargar las órdenes de la solicitud."
              error={error}
              onRetry={refetch}
            />
          )}
          {data === undefined && !error && <LinesSkeleton lines={4} />}
          {data !== undefined && <ReturnHistory loan={loan} orders={data.results} />}
        </div>
      </Card>
    </div>
  )
}
