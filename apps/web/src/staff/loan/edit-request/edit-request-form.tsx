import { NumberInput, Radio } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { loanPatch } from '@quincena/domain/loans/bodies'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { amountProblem, CREDIT_MONTHS, maxCredit } from '@quincena/domain/loans/limits'
import { cents, pesos } from '@quincena/domain/money'
import { useState } from 'react'
import { useDraft } from '../../../components/draft.ts'
import { EditorDialog } from '../../../components/editor-dialog.tsx'
import { Notice } from '../../../components/notice.tsx'
import { useServerForm } from '../../../components/server-form.ts'
import { toast } from '../../../components/toast.tsx'
import { useEditRequest } from '../api.ts'
import { typeWords } from '../words.ts'
import classes from './edit-request-form.module.css'
import { NewFigures } from './new-figures.tsx'

/** State of the form. Once the amount was left or sent, its error follows the typed value. */
function useEdit(loan: LoanDetail) {
  const { mutateAsync } = useEditRequest(loan)
  const [isTouched, setIsTouched] = useState(false)
  const maxAmount = maxCredit(loan.user.monthly_salary)
  const problemOf = (amount: number) => amountProblem(cents(Number(amount)), maxAmount)
  const { form, refusal, submit } = useServerForm({
    schema: loanPatch,
    initial: { amount: pesos(loan.amount), period: loan.installments },
    toBody: ({ amount, period }) => ({ amount: Number(amount), period }),
    check: ({ amount }) => ({ amount: problemOf(amount) ?? undefined }),
    validateOn: isTouched ? 'change' : 'blur',
    send: async ({ amount, period }) => {
      await mutateAsync({ amount, period })
      toast.success(typeWords[loan.type].updated)
    },
  })
  const draft = useDraft(`edit-request ${loan.id}`, form)
  const touch = () => {
    setIsTouched(true)
    void form.validateField('amount')
  }
  const save = () => {
    touch()
    return submit()
  }
  return { form, draft, refusal, save, maxAmount, touch, isValid: problemOf(form.values.amount) === null }
}

/** Form of `EditRequestDialog`: amount (pesos) and months, with a live preview of the cost of the credit. */
export function EditRequestForm({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const { form, draft, refusal, save, maxAmount, touch, isValid } = useEdit(loan)
  const { amount, period } = form.values
  const newTerms = { amount: cents(Number(amount)), months: period }
  return (
    <EditorDialog
      title="Editar solicitud"
      submitLabel="Guardar"
      busyLabel="Guardando..."
      size={560}
      isDirty={form.isDirty()}
      draft={draft}
      onSubmit={save}
      onClose={onClose}
    >
      <p className={classes.borrower}>
        {loan.user.first_name} {loan.user.last_name} · {loan.folio}. Recibirá un aviso con el cambio.
      </p>
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
      <NumberInput
        label="Monto"
        description={`Hasta ${formatMoney(maxAmount)}: tres sueldos mensuales.`}
        {...form.getInputProps('amount')}
        onBlur={touch}
        prefix="$"
        thousandSeparator=","
        decimalScale={2}
        allowNegative={false}
        hideControls
        data-autofocus
      />
      <Radio.Group
        label="Plazo"
        value={String(period)}
        onChange={(value) => form.setFieldValue('period', Number(value))}
      >
        <div className={classes.months}>
          {CREDIT_MONTHS.map((months) => (
            <Radio key={months} value={String(months)} label={`${months} meses`} />
          ))}
        </div>
      </Radio.Group>
      <NewFigures loan={loan} newTerms={isValid ? newTerms : null} />
    </EditorDialog>
  )
}
