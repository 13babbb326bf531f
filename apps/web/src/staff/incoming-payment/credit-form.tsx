import { Button } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { creditBody, type IncomingPayment, type Suggestion } from '@quincena/domain/incoming-payments/schema'
import { Notice } from '../../components/notice.tsx'
import { explainAll, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { AmountField, readAmount, typedAmount } from '../loan/amount-field.tsx'
import { useCreditWorker } from './api.ts'
import classes from './incoming-dialog.module.css'

interface CreditProps {
  incoming: IncomingPayment
  worker: Suggestion['worker']
  onOther: () => void
}

/** The problem of an amount that is more than is left. */
function problemOf({ unapplied }: IncomingPayment, typed: number | string): string | undefined {
  const { amount_paid, problem } = readAmount(typed, { payoff: undefined })
  if (amount_paid === null) return problem
  return amount_paid > unapplied ? `La cantidad excede lo que queda (${formatMoney(unapplied)}).` : undefined
}

/** Form that gives received money, or a part of it, to a worker's balance. */
export function CreditForm({ incoming, worker, onOther }: CreditProps) {
  const { mutateAsync } = useCreditWorker(incoming.id)
  const { form, formProps, refusal } = useServerForm({
    schema: creditBody,
    initial: { amount: typedAmount(incoming.unapplied) },
    toBody: ({ amount }) => ({ user: worker.id, amount: Number(amount) }),
    check: ({ amount }) => ({ amount: problemOf(incoming, amount) }),
    explain: explainAll,
    send: async (body) => {
      await mutateAsync(body)
      toast.success(`Se abonó al saldo de ${worker.name}.`)
    },
  })
  const field = form.getInputProps('amount')
  return (
    <form {...formProps} className={classes.form}>
      <div className={classes.loan}>
        <span className={classes.person}>
          {worker.name}
          <span className={classes.second}>{worker.company_name ?? 'Sin empresa'}</span>
        </span>
        <Button variant="subtle" size="compact-sm" onClick={onOther}>
          Elegir otro
        </Button>
      </div>
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
      <AmountField
        label="Cantidad a su saldo a favor"
        description={`Quedan ${formatMoney(incoming.unapplied)}. El trabajador recibe un aviso y puede usarlo o pedir que se lo devuelvan.`}
        {...field}
        value={form.values.amount}
        error={problemOf(incoming, form.values.amount) ?? field.error}
        exceeded={null}
      />
      <div className={classes.foot}>
        <Button type="submit" loading={form.submitting}>
          Abonar al trabajador
        </Button>
      </div>
    </form>
  )
}
