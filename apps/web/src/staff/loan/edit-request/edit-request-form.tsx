import { NumberInput, Radio } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { amountProblem, CREDIT_MONTHS, maxCredit } from '@quincena/domain/loans/limits'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { cents, pesos } from '@quincena/domain/money'
import { useState } from 'react'
import { EditorDialog } from '../../../components/editor-dialog.tsx'
import { Notice } from '../../../components/notice.tsx'
import { toast } from '../../../components/toast.tsx'
import { ApiError, errorText, fieldErrors } from '../../../lib/api-error.ts'
import { useEditRequest } from '../api.ts'
import { typeWords } from '../words.ts'
import classes from './edit-request-form.module.css'
import { NewFigures } from './new-figures.tsx'

/**
 * State of the form: the typed values, their problem and saving. The typed values stay when the server refuses them.
 */
function useEdit(loan: LoanDetail) {
  const { mutateAsync } = useEditRequest(loan)
  const [typed, setTyped] = useState<number | string>(pesos(loan.amount))
  const [months, setMonths] = useState(loan.installments)
  const [isTouched, setIsTouched] = useState(false)
  const [refusal, setRefusal] = useState<{ field?: string | undefined; text?: string }>({})
  const most = maxCredit(loan.user.monthly_salary)
  const amount = cents(Number(typed))
  const problem = amountProblem(amount, most)
  const submit = async () => {
    setIsTouched(true)
    if (problem !== null) return false
    try {
      await mutateAsync({ amount, period: months })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { amount: field } = fieldErrors(error)
      setRefusal(field === undefined ? { text: errorText(error) } : { field })
      return false
    }
    toast.success(typeWords[loan.type].updated)
  }
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setRefusal({})
    }
  return {
    ...{ typed, months, amount, most, refusal, submit },
    onAmount: change(setTyped),
    onMonths: change(setMonths),
    onBlur: () => setIsTouched(true),
    error: refusal.field ?? (isTouched ? problem : null),
    isValid: problem === null,
    isDirty: amount !== loan.amount || months !== loan.installments,
  }
}

/** Form of `EditRequestDialog`: amount (pesos) and months, with a live preview of the cost of the credit. */
export function EditRequestForm({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const edit = useEdit(loan)
  const { interest_rate: annual_rate, tax_rate } = loan
  const wish = { amount: edit.amount, months: edit.months, annual_rate, tax_rate }
  return (
    <EditorDialog
      title="Editar solicitud"
      submitLabel="Guardar"
      busyLabel="Guardando..."
      size={560}
      isDirty={edit.isDirty}
      onSubmit={edit.submit}
      onClose={onClose}
    >
      <p className={classes.whose}>
        {loan.user.first_name} {loan.user.last_name} · {loan.folio}. Recibirá un aviso con el cambio.
      </p>
      {edit.refusal.text !== undefined && <Notice tone="problem">{edit.refusal.text}</Notice>}
      <NumberInput
        label="Monto"
        description={`Hasta ${formatMoney(edit.most)}: tres sueldos mensuales.`}
        value={edit.typed}
        onChange={edit.onAmount}
        onBlur={edit.onBlur}
        error={edit.error}
        prefix="$"
        thousandSeparator=","
        decimalScale={2}
        allowNegative={false}
        hideControls
        data-autofocus
      />
      <Radio.Group
        label="Plazo"
        value={String(edit.months)}
        onChange={(value) => edit.onMonths(Number(value))}
      >
        <div className={classes.months}>
          {CREDIT_MONTHS.map((months) => (
            <Radio key={months} value={String(months)} label={`${months} meses`} />
          ))}
        </div>
      </Radio.Group>
      <NewFigures loan={loan} wish={edit.isValid ? wish : null} />
    </EditorDialog>
  )
}
