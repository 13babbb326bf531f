import { NativeSelect } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { cents, pesos } from '@quincena/domain/money'
import { paymentProblem } from '@quincena/domain/payments/rules'
import { aboveBalanceText } from '@quincena/domain/worker-balances/rules'
import { useBalanceBody } from '@quincena/domain/worker-balances/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '../../components/draft.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { explainAll, useServerForm } from '../../components/server-form.ts'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { toast } from '../../components/toast.tsx'
import { errorText } from '../../lib/api-error.ts'
import { payoffTodayQuery, useUseBalance } from '../../lib/worker-balance.ts'
import { AmountField, type TypedAmount, typedAmount } from '../loan/amount-field.tsx'
import { typeWords } from '../loan/words.ts'

/** The text for an amount above the balance, or above what settles the loan today. */
function amountProblem(typed: TypedAmount, { balance, payoff }: { balance: number; payoff: number }) {
  const above = paymentProblem({ payoff, amount_paid: cents(Number(typed)) })
  if (above !== null && payoff <= balance) return above.message
  return Number(typed) > pesos(balance) ? aboveBalanceText(balance) : undefined
}

interface PayProps {
  loan: LoanListItem
  /** The loans that can be chosen. */
  loans: readonly LoanListItem[]
  balance: number
  onLoan: (id: number) => void
  onClose: () => void
}

/** The form for one loan: the amount, at most the balance and the payoff. */
function PayDialog({ loan, loans, balance, payoff, onLoan, onClose }: PayProps & { payoff: number }) {
  const { mutateAsync } = useUseBalance(loan.id)
  const limit = Math.min(balance, payoff)
  const { form, refusal, submit } = useServerForm({
    schema: useBalanceBody,
    initial: { amount_paid: typedAmount(limit) },
    toBody: ({ amount_paid }) => ({
      ...{ amount_paid: Number(amount_paid), previous_amount_due: pesos(loan.amount_due) },
    }),
    check: ({ amount_paid }) => ({ amount_paid: amountProblem(amount_paid, { balance, payoff }) }),
    explain: explainAll,
    send: async (body) => {
      await mutateAsync(body)
      toast.success('El saldo a favor se usó en el préstamo.')
    },
  })
  const draft = useDraft(`use-balance ${loan.id}`, form, { isMoney: true })
  return (
    <FormDialog
      opened
      title="Usar el saldo a favor"
      submitLabel="Usar el saldo"
      isDirty={form.isDirty()}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
      <NativeSelect
        label="Préstamo"
        data={loans.map(({ id, type, folio }) => ({
          value: String(id),
          label: `${typeWords[type].one} ${folio}`,
        }))}
        value={String(loan.id)}
        onChange={(event) => onLoan(Number(event.currentTarget.value))}
      />
      <AmountField
        label="Monto"
        description={`Saldo a favor: ${formatMoney(balance)}. Debe ${formatMoney(loan.amount_due)}; hoy se liquida con ${formatMoney(payoff)}.`}
        withAsterisk
        {...form.getInputProps('amount_paid')}
        value={form.values.amount_paid}
        exceeded={Number(form.values.amount_paid) > pesos(limit) ? limit : null}
        data-autofocus
      />
    </FormDialog>
  )
}

function LoadedPay(props: PayProps) {
  const { data, error } = useQuery(payoffTodayQuery(props.loan))
  if (data !== undefined) return <PayDialog {...props} payoff={data.amount} />
  return (
    <FormDialog
      opened
      title="Usar el saldo a favor"
      submitLabel="Usar el saldo"
      onSubmit={async () => false}
      onClose={props.onClose}
    >
      {error === null ? <LinesSkeleton lines={3} /> : <Notice tone="problem">{errorText(error)}</Notice>}
    </FormDialog>
  )
}

interface UseBalanceDialogProps {
  /** The worker's loans in force, at least one. */
  loans: readonly LoanListItem[]
  balance: number
  onClose: () => void
}

/** Pays one of the worker's loans with the balance. */
export function UseBalanceDialog({ loans, balance, onClose }: UseBalanceDialogProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const loan = loans.find(({ id }) => id === chosen) ?? loans[0]
  if (loan === undefined) return null
  return <LoadedPay key={loan.id} {...{ loan, loans, balance, onClose }} onLoan={setChosen} />
}
