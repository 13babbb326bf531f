import { Button, Select, Textarea } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { chargeBody, type IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { useDraft } from '../../components/draft.ts'
import { DraftNotice } from '../../components/draft-notice.tsx'
import { useLeaveGuard } from '../../components/leave-guard.tsx'
import { explainByToast, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { AmountField, readAmount, typedAmount } from '../loan/amount-field.tsx'
import { useRequestCharge } from './api.ts'
import classes from './incoming-dialog.module.css'

type Claim = NonNullable<IncomingPayment['claim']>
type Debtor = Claim['workers'][number]

/** The problem of an amount that is more than the worker may be charged. */
function problemOf(worker: Debtor | undefined, typed: number | string): string | undefined {
  const { amount_paid, problem } = readAmount(typed, { payoff: undefined })
  if (amount_paid === null) return problem
  const most = worker?.chargeable ?? 0
  return amount_paid > most ? `Se le pueden cargar ${formatMoney(most)}.` : undefined
}

/** Asks to charge a worker with what they used of money that STP took back; another person approves it. */
export function ChargeForm({ id, claim, onBack }: { id: number; claim: Claim; onBack: () => void }) {
  const { mutateAsync } = useRequestCharge(id)
  const [first] = claim.workers
  const find = (user: string | null) => claim.workers.find((worker) => String(worker.id) === user)
  const { form, formProps } = useServerForm({
    schema: chargeBody,
    initial: { user: String(first?.id ?? ''), amount: typedAmount(first?.chargeable ?? 0), reason: '' },
    toBody: ({ user, amount, reason }) => ({ user: Number(user), amount: Number(amount), reason }),
    check: ({ user, amount }) => ({ amount: problemOf(find(user), amount) }),
    explain: explainByToast,
    send: async (body) => {
      await mutateAsync(body)
      toast.success('Se pidió cargarlo al trabajador. Lo autoriza otra persona.')
      onBack()
    },
  })
  const draft = useDraft(`charge ${id}`, form)
  const guard = useLeaveGuard(form.isDirty() && !form.submitting, onBack)
  const onUser = (user: string | null) => {
    form.setFieldValue('user', user ?? '')
    form.setFieldValue('amount', typedAmount(find(user)?.chargeable ?? 0))
  }
  const amount = form.getInputProps('amount')
  return (
    <form {...formProps} className={classes.form} aria-label="Cargar al trabajador">
      <DraftNotice draft={draft} />
      <Select
        label="Trabajador"
        data={claim.workers.map((worker) => ({ value: String(worker.id), label: worker.name }))}
        allowDeselect={false}
        {...form.getInputProps('user')}
        onChange={onUser}
      />
      <AmountField
        label="Cantidad que deberá"
        description="La deberá aparte de sus préstamos y recibirá un aviso. Después ya no se podrá deshacer lo que pagó."
        {...amount}
        value={form.values.amount}
        error={problemOf(find(form.values.user), form.values.amount) ?? amount.error}
        exceeded={null}
      />
      <Textarea label="Motivo" maxLength={TEXT_LIMITS.reason} rows={2} {...form.getInputProps('reason')} />
      <div className={classes.foot}>
        <Button variant="default" onClick={guard.close} disabled={form.submitting}>
          Volver
        </Button>
        <Button type="submit" loading={form.submitting}>
          Pedir el cargo
        </Button>
      </div>
      {guard.question}
    </form>
  )
}
