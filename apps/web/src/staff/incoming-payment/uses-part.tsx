import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import type { ReactNode } from 'react'
import { AnchorLink } from '../../components/links.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/session.ts'
import { typeWords } from '../loan/words.ts'
import { useUndoCredit } from './api.ts'
import classes from './uses-part.module.css'

type Charge = NonNullable<IncomingPayment['claim']>['charges'][number]

interface UseProps {
  what: ReactNode
  detail: string
  amount: number
  action?: ReactNode
}

function Use({ what, detail, amount, action }: UseProps) {
  return (
    <li className={classes.use}>
      <span className={classes.what}>
        {what}
        <span className={classes.detail}>{detail}</span>
      </span>
      {action}
      <span className={classes.amount}>{formatMoney(amount)}</span>
    </li>
  )
}

function PaymentUse({ payment }: { payment: IncomingPayment['payments'][number] }) {
  const { loan, amount_paid, discount, registered_by, created_at } = payment
  const what = discount > 0 ? 'Liquidación anticipada registrada' : 'Pago registrado'
  const saved = discount > 0 ? `, ${formatMoney(discount)} de intereses que ya no paga` : ''
  return (
    <Use
      what={
        <AnchorLink
          to={typeWords[loan.type].detailPath}
          params={{ id: loan.id }}
          search={{ tab: 'pagos' }}
          size="sm"
        >
          {loan.folio} · {loan.borrower}
        </AnchorLink>
      }
      detail={`${what} por ${registered_by}, ${formatDateTime(created_at)}${saved}`}
      amount={amount_paid}
    />
  )
}

interface CreditProps {
  credit: IncomingPayment['credits'][number]
  /** STP took the money back. */
  isTaken: boolean
}

/** Asks for the reason and takes a credit back out of the worker's balance. */
function UndoCredit({ credit, isTaken }: CreditProps) {
  const [isAsking, asking] = useDisclosure(false)
  const { mutateAsync } = useUndoCredit(credit.id)
  const undo = async (reason: string) => {
    await mutateAsync(reason)
    toast.success(isTaken ? 'Se deshizo el abono al trabajador.' : 'El dinero está de nuevo por identificar.')
  }
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={asking.open}>
        Deshacer
      </Button>
      <ReasonDialog
        opened={isAsking}
        record={`credit ${credit.id}`}
        title="¿Deshacer este abono al trabajador?"
        text={`Los ${formatMoney(credit.amount)} salen del saldo a favor de ${credit.worker.name} y ${isTaken ? 'dejan de estar por aclarar' : 'quedan por identificar'}.`}
        submitLabel="Deshacer"
        hint="El motivo queda en el historial; el trabajador recibe un aviso."
        missing="Escribe el motivo"
        onSubmit={undo}
        onClose={asking.close}
      />
    </>
  )
}

function CreditUse({ credit, isTaken }: CreditProps) {
  const { user_type } = useUser()
  const { worker, amount, credited_by, created_at } = credit
  return (
    <Use
      what={
        <AnchorLink to="/usuarios" search={{ ver: worker.id }} size="sm">
          Saldo a favor de {worker.name}
        </AnchorLink>
      }
      detail={`Abonado por ${credited_by}, ${formatDateTime(created_at)}`}
      amount={amount}
      action={user_type === 'U0' && <UndoCredit credit={credit} isTaken={isTaken} />}
    />
  )
}

function ChargeUse({ charge }: { charge: Charge }) {
  const { worker, amount, requested_by, charged_by, created_at } = charge
  return (
    <Use
      what={
        <AnchorLink to="/usuarios" search={{ ver: worker.id }} size="sm">
          Cargado a {worker.name}
        </AnchorLink>
      }
      detail={`Lo pidió ${requested_by} y lo autorizó ${charged_by}, ${formatDateTime(created_at)}`}
      amount={amount}
    />
  )
}

function ReturnUse({ back, amount }: { back: NonNullable<IncomingPayment['return']>; amount: number }) {
  const isSettled = back.state === 'settled'
  return (
    <Use
      what={
        <AnchorLink to="/stp" search={{ order: back.transfer ?? undefined }} size="sm">
          {isSettled ? 'Devuelto a quien lo envió' : 'En devolución a quien lo envió'}
        </AnchorLink>
      }
      detail={`${isSettled ? 'Devuelto' : 'Ordenado'} el ${formatDateTime(back.at)}`}
      amount={amount}
    />
  )
}

function DepositUse({ movement, at, amount }: { movement: number; at: string; amount: number }) {
  return (
    <Use
      what={
        <AnchorLink to="/tesoreria/movimientos" search={{ movimiento: movement }} size="sm">
          Depósito nuestro en STP
        </AnchorLink>
      }
      detail={`Registrado el ${formatDateTime(at)}`}
      amount={amount}
    />
  )
}

/** Where each centavo of received money went: loans, workers' balances, the lender, its return, and what is left. */
export function UsesPart({ incoming }: { incoming: IncomingPayment }) {
  const { payments, credits, unapplied, amount, stp_returned_at } = incoming
  const back = incoming.return?.transfer == null ? null : incoming.return
  const isTaken = stp_returned_at !== null && unapplied === 0 && payments.length + credits.length === 0
  const { movement = null, at = '' } = incoming.own_deposit ?? {}
  const { charges = [] } = incoming.claim ?? {}
  if (payments.length + credits.length === 0 && back === null && movement === null && !isTaken) return null
  return (
    <section className={classes.section} aria-label="Adónde fue el dinero">
      <h3 className={classes.title}>Adónde fue el dinero</h3>
      <ul className={classes.uses}>
        {payments.map((payment) => (
          <PaymentUse key={payment.id} payment={payment} />
        ))}
        {credits.map((credit) => (
          <CreditUse key={credit.id} credit={credit} isTaken={stp_returned_at !== null} />
        ))}
        {charges.map((charge) => (
          <ChargeUse key={charge.id} charge={charge} />
        ))}
        {movement !== null && <DepositUse movement={movement} at={at} amount={amount} />}
        {back !== null && <ReturnUse back={back} amount={amount} />}
        {isTaken && <Use what="STP lo devolvió" detail={formatDateTime(stp_returned_at)} amount={amount} />}
        {unapplied > 0 && <Use what="Quedan por identificar" detail="Sin usar" amount={unapplied} />}
      </ul>
    </section>
  )
}
