import { TextInput } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { exceedsDebtMessage, paymentProblem } from '@quincena/domain/payments/rules'
import { useState } from 'react'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { toast } from '../../components/toast.tsx'
import { ApiError, fieldErrors } from '../../lib/api-error.ts'
import { useRegisterPayment } from '../loan/api.ts'
import { Balance } from '../loan/balance.tsx'
import { useAsOpened } from './as-opened.ts'
import classes from './payment-dialog.module.css'

type PaidLoan = Pick<
  LoanDetail,
  'id' | 'folio' | 'type' | 'user' | 'amount_due' | 'suggested_payment' | 'installments' | 'payments_count'
>

interface PaymentDialogProps {
  loan: PaidLoan
  opened: boolean
  onClose: () => void
}

/** Returns the problem of the suggested payment; null when it can be sent. */
function problemOf({ type, amount_due, suggested_payment }: PaidLoan): string | null {
  if (amount_due > 0 && suggested_payment <= 0) return 'La cantidad pagada debe ser mayor a cero.'
  if (suggested_payment > amount_due && amount_due > 0) return exceedsDebtMessage(amount_due)
  return paymentProblem({ type, amount_due, amount_paid: suggested_payment })?.message ?? null
}

/** Says which payment of how many this is. */
function ordinal({ type, installments, payments_count }: PaidLoan): string {
  if (type === 'advance') return 'Pago único: liquida el anticipo.'
  const number = Math.min(payments_count + 1, installments)
  return `Pago ${number} de ${installments}. Es la deuda entre los pagos que faltan.`
}

/** Registers the suggested payment; the server computes the amount, which is read-only (spec: backoffice §5). */
export function PaymentDialog({ loan: live, opened, onClose }: PaymentDialogProps) {
  const { seen: loan, lookAgain } = useAsOpened(live, opened)
  const { mutateAsync } = useRegisterPayment()
  const [refusal, setRefusal] = useState<string | null>(null)
  const close = () => {
    setRefusal(null)
    onClose()
  }
  const problem = problemOf(loan)
  const submit = async () => {
    if (problem !== null) {
      setRefusal('Por favor, corrige los errores en el formulario.')
      return false
    }
    try {
      await mutateAsync({
        loan_request: loan.id,
        amount_paid: loan.suggested_payment,
        previous_amount_due: loan.amount_due,
        user: loan.user.id,
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(Object.values(fieldErrors(error))[0] ?? error.detail)
      if (error.code === 'debt_changed') lookAgain()
      return false
    }
    toast.success('El pago ha sido registrado correctamente.')
  }
  return (
    <FormDialog
      opened={opened}
      title="Nuevo pago"
      submitLabel="Registrar pago"
      onSubmit={submit}
      onClose={close}
    >
      <p className={classes.whose}>
        {loan.user.first_name} {loan.user.last_name} · {loan.folio}
      </p>
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
      <TextInput
        label="Cantidad a pagar"
        description={ordinal(loan)}
        value={formatMoney(loan.suggested_payment)}
        error={problem}
        readOnly
        size="lg"
        classNames={{ input: classes.amount ?? '', description: classes.hint ?? '' }}
      />
      <Balance amount_due={loan.amount_due} amount_paid={loan.suggested_payment} />
    </FormDialog>
  )
}
