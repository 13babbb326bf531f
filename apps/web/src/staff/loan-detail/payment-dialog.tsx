import { TextInput } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { pesos } from '@quincena/domain/money'
import { exceedsDebtMessage, paymentProblem } from '@quincena/domain/payments/rules'
import { paymentBody } from '@quincena/domain/payments/schema'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { explainAll, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { useRegisterPayment } from '../loan/api.ts'
import { Balance } from '../loan/balance.tsx'
import { useOpenedVersion } from './opened-version.ts'
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
  const { seen: loan, markOutdated } = useOpenedVersion(live, opened)
  const { mutateAsync } = useRegisterPayment()
  const problem = problemOf(loan)
  const { form, refusal, submit, resetBefore } = useServerForm({
    schema: paymentBody,
    initial: { amount_paid: '' },
    toBody: () => ({
      loan_request: loan.id,
      amount_paid: pesos(loan.suggested_payment),
      previous_amount_due: pesos(loan.amount_due),
      user: loan.user.id,
    }),
    check: () => ({ amount_paid: problem ?? undefined }),
    explain: explainAll,
    send: async (body) => {
      try {
        await mutateAsync(body)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'debt_changed') markOutdated()
        throw error
      }
      toast.success('El pago ha sido registrado correctamente.')
    },
  })
  return (
    <FormDialog
      opened={opened}
      title="Nuevo pago"
      submitLabel="Registrar pago"
      onSubmit={submit}
      onClose={resetBefore(onClose)}
    >
      <p className={classes.borrower}>
        {loan.user.first_name} {loan.user.last_name} · {loan.folio}
      </p>
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
      <TextInput
        label="Cantidad a pagar"
        description={ordinal(loan)}
        {...form.getInputProps('amount_paid')}
        value={formatMoney(loan.suggested_payment)}
        error={problem ?? form.errors.amount_paid}
        readOnly
        size="lg"
        classNames={{ input: classes.amount ?? '', description: classes.hint ?? '' }}
      />
      <Balance amount_due={loan.amount_due} amount_paid={loan.suggested_payment} />
    </FormDialog>
  )
}
