import { Button, NumberInput } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { confirmProblem, isPayable, offeredAmount } from '@quincena/domain/incoming-payments/rules'
import type { IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { cents, pesos } from '@quincena/domain/money'
import { type FormEvent, useState } from 'react'
import { Notice } from '../../components/notice.tsx'
import { toast } from '../../components/toast.tsx'
import { errorText } from '../../lib/api-error.ts'
import { Balance } from '../loan-detail/balance.tsx'
import { useConfirmIncoming } from './api.ts'
import classes from './incoming-dialog.module.css'

interface ConfirmProps {
  incoming: IncomingPayment
  loan: LoanDetail
  onDismiss: () => void
}

/** What would be registered, in centavos, and what is wrong with it; `typed` is in pesos, null while nothing was. */
function planOf({ incoming, loan }: Omit<ConfirmProps, 'onDismiss'>, typed: number | string | null) {
  const { type, amount_due } = loan
  const arrived = incoming.amount
  const offered = type === 'advance' ? amount_due : offeredAmount(arrived, amount_due)
  const amount_paid = typed === null ? offered : cents(Number(typed))
  if (amount_paid <= 0) return { amount_paid, problem: 'La cantidad pagada debe ser mayor a cero.' }
  const problem = confirmProblem({ arrived, type, amount_due, amount_paid })?.message ?? null
  return { amount_paid, problem }
}

function Leftover({ cents: left }: { cents: number }) {
  if (left <= 0) return null
  return (
    <Notice tone="info">
      Sobrarán <strong>{formatMoney(left)}</strong>: devuélvelos a quien los envió.
    </Notice>
  )
}

/** Registers once however often it is sent: it stays busy until the form is gone, or what is refused is said. */
function useConfirm({ incoming, loan }: Omit<ConfirmProps, 'onDismiss'>) {
  const { mutateAsync } = useConfirmIncoming(incoming.id)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const confirm = async (amount_paid: number) => {
    if (isBusy) return
    setIsBusy(true)
    setRefusal(null)
    try {
      await mutateAsync({ loan_request: loan.id, amount_paid, previous_amount_due: loan.amount_due })
      toast.success('El pago ha sido registrado correctamente.')
    } catch (error) {
      setRefusal(errorText(error))
      setIsBusy(false)
    }
  }
  return { isBusy, refusal, confirm }
}

/** Registers what arrived as a payment of the loan, the debt before and after in sight. */
export function ConfirmForm({ incoming, loan, onDismiss }: ConfirmProps) {
  const { isBusy, refusal, confirm } = useConfirm({ incoming, loan })
  const [typed, setTyped] = useState<number | string | null>(null)
  const { amount_paid, problem } = planOf({ incoming, loan }, typed)
  const mayPay = isPayable(loan.state)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem === null) void confirm(amount_paid)
  }
  return (
    <form onSubmit={submit} noValidate>
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
      {!mayPay && (
        <Notice tone="problem">Este préstamo ya no debe nada. Elige otro o descarta el abono.</Notice>
      )}
      {mayPay && (
        <div className={classes.pay}>
          <NumberInput
            label="Cantidad a registrar"
            description={`Llegaron ${formatMoney(incoming.amount)}.`}
            value={typed ?? pesos(amount_paid)}
            onChange={setTyped}
            error={problem}
            readOnly={loan.type === 'advance'}
            prefix="$"
            thousandSeparator=","
            decimalScale={2}
            fixedDecimalScale
            allowNegative={false}
            hideControls
            classNames={{ input: classes.amount ?? '' }}
          />
          <Balance amount_due={loan.amount_due} amount_paid={amount_paid} />
        </div>
      )}
      {mayPay && problem === null && <Leftover cents={incoming.amount - amount_paid} />}
      <div className={classes.foot}>
        <Button variant="default" onClick={onDismiss} disabled={isBusy}>
          Descartar
        </Button>
        <Button type="submit" loading={isBusy} disabled={!mayPay || problem !== null}>
          Registrar pago
        </Button>
      </div>
    </form>
  )
}
