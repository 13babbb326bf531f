import { NumberInput, Radio } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { offeredRange } from '@quincena/domain/loans/advance-price'
import { CREDIT_MONTHS } from '@quincena/domain/loans/limits'
import type { LoanType } from '@quincena/domain/loans/rules'
import { Field, FieldGrid } from '../../../components/copy-field.tsx'
import { EditorDialog } from '../../../components/editor-dialog.tsx'
import { LoadState } from '../../../components/load-state.tsx'
import { Notice } from '../../../components/notice.tsx'
import { typeWords } from '../../loan/words.ts'
import type { Borrower } from './borrower.ts'
import classes from './new-loan-form.module.css'
import type { Quote } from './quote.ts'
import { useNewLoan } from './use-new-loan.ts'
import { WorkerSelect } from './worker-select.tsx'

type State = ReturnType<typeof useNewLoan>

const helpTexts: Record<LoanType, string> = {
  credit: 'La persona firma en su propio teléfono, cuando alguien más del equipo apruebe la solicitud.',
  advance: 'La persona firma en su propio teléfono: en cuanto lo agregues le llega un aviso.',
}

function limitText(type: LoanType, borrower: Borrower | undefined): string {
  if (borrower === undefined) return 'El máximo depende de la persona.'
  const { min, max, price } = borrower
  if (type === 'credit') return `Hasta ${formatMoney(max)}: tres sueldos mensuales.`
  const range = offeredRange(price, { from: min, to: max })
  if (range === null)
    return max < min ? `Mínimo ${formatMoney(min)}.` : `No se ofrece hasta ${formatMoney(max)}.`
  return `De ${formatMoney(range.from)} a ${formatMoney(range.to)}.`
}

function AmountField({ type, state }: { type: LoanType; state: State }) {
  const { form, borrower, amountProblem, touch } = state
  const { onBlur, onChange: _, error, ...field } = form.getInputProps('amount')
  return (
    <NumberInput
      {...field}
      label="Monto"
      description={limitText(type, borrower)}
      error={error ?? amountProblem}
      onChange={(amount) => form.setFieldValue('amount', String(amount))}
      onBlur={(event) => {
        onBlur(event)
        touch()
      }}
      prefix="$"
      thousandSeparator=","
      decimalScale={2}
      allowNegative={false}
      hideControls
    />
  )
}

function MonthsField({ form }: State) {
  return (
    <Radio.Group label="Plazo" {...form.getInputProps('period')}>
      <div className={classes.months}>
        {CREDIT_MONTHS.map((months) => (
          <Radio key={months} value={String(months)} label={`${months} meses`} />
        ))}
      </div>
    </Radio.Group>
  )
}

function Figures({ figures }: Pick<Quote, 'figures'>) {
  return (
    <section aria-label="Cifras de la solicitud" aria-live="polite">
      <FieldGrid>
        {figures.map(([label, value]) => (
          <Field key={label} label={label}>
            {value}
          </Field>
        ))}
      </FieldGrid>
    </section>
  )
}

interface NewLoanFormProps {
  type: LoanType
  person: number | undefined
  onAdded: (id: number) => void
  onClose: () => void
}

/** Form of `NewLoanDialog`: worker, amount and, for a credit, months, with the limits and the cost while typing. */
export function NewLoanForm({ type, person, onAdded, onClose }: NewLoanFormProps) {
  const state = useNewLoan(type, person, onAdded)
  const { form, refusal, borrower, missing, quote, blocked } = state
  const worker = form.getInputProps('user')
  return (
    <EditorDialog
      title={typeWords[type].add}
      submitLabel="Agregar"
      busyLabel="Agregando..."
      size={560}
      isDirty={form.isDirty()}
      draft={state.draft}
      onSubmit={state.submit}
      onSent={state.onSent}
      onClose={onClose}
    >
      <p className={classes.help}>{helpTexts[type]}</p>
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
      <WorkerSelect
        {...worker}
        value={form.values.user}
        onChange={state.choose}
        error={worker.error ?? blocked}
      />
      {form.values.user !== '' && borrower === undefined && (
        <LoadState query={missing} title="Error al obtener la información del usuario" lines={2} />
      )}
      {(borrower?.user.unconfirmed_changes ?? []).length > 0 && (
        <Notice tone="info">Otra persona debe confirmar sus datos antes de que pueda firmar.</Notice>
      )}
      <AmountField type={type} state={state} />
      {type === 'credit' && <MonthsField {...state} />}
      {quote !== null && <Figures figures={quote.figures} />}
    </EditorDialog>
  )
}
