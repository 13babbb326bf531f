import { formatMoney } from '@quincena/domain/format'
import { pesos } from '@quincena/domain/money'
import { aboveBalanceText } from '@quincena/domain/worker-balances/rules'
import { refundBody, type WorkerBalance } from '@quincena/domain/worker-balances/schema'
import { useDraft } from '../../components/draft.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { explainAll, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { useRequestRefund } from '../../lib/worker-balance.ts'
import { AmountField, type TypedAmount, typedAmount } from '../loan/amount-field.tsx'

interface DialogProps {
  balance: WorkerBalance
  opened: boolean
  onClose: () => void
}

/** Requests the refund of a part of a worker's balance; another person releases it. */
export function RefundDialog({ balance: { user, balance, account }, opened, onClose }: DialogProps) {
  const { mutateAsync } = useRequestRefund(user)
  const isAbove = (amount: TypedAmount) => Number(amount) > pesos(balance)
  const { form, refusal, submit, resetBefore } = useServerForm({
    schema: refundBody,
    initial: { amount: typedAmount(balance) },
    toBody: ({ amount }) => ({ amount: Number(amount) }),
    check: ({ amount }) => ({ amount: isAbove(amount) ? aboveBalanceText(balance) : undefined }),
    explain: explainAll,
    send: async ({ amount }) => {
      await mutateAsync(amount)
      toast.success('Se pidió la devolución. La autoriza otra persona.')
    },
  })
  const draft = useDraft(`refund ${user}`, form, { isMoney: true })
  return (
    <FormDialog
      opened={opened}
      title="Devolver saldo a favor"
      submitLabel="Pedir la devolución"
      isDirty={form.isDirty()}
      draft={draft}
      onSubmit={submit}
      onClose={resetBefore(onClose)}
    >
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
      <Notice tone="info">
        Se deposita en {account?.bank}, cuenta terminada en {account?.last4}, cuando otra persona del personal
        la autorice.
      </Notice>
      <AmountField
        label="Monto"
        description={`Saldo a favor: ${formatMoney(balance)}`}
        withAsterisk
        {...form.getInputProps('amount')}
        value={form.values.amount}
        exceeded={isAbove(form.values.amount) ? balance : null}
        data-autofocus
      />
    </FormDialog>
  )
}
