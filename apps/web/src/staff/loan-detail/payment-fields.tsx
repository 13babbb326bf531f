import { Checkbox, Textarea, type TextInputProps } from '@mantine/core'
import { formatDate, formatMoney } from '@quincena/domain/format'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { DateField } from '../../components/date-field.tsx'
import { Notice } from '../../components/notice.tsx'
import { ProofFields } from '../bank/proof-fields.tsx'
import { VoucherField } from '../bank/voucher-field.tsx'
import { AmountField } from '../loan/amount-field.tsx'
import { dueTexts } from '../loan/due-words.ts'
import type { ValueDates } from '../loan/value-dates.ts'
import classes from './money-dialog.module.css'
import { isCorrection, type usePaymentForm } from './use-payment-form.ts'

type FormState = ReturnType<typeof usePaymentForm>

/** Inputs of one row stay aligned with their hints below them. */
const hintBelow: NonNullable<TextInputProps['inputWrapperOrder']> = ['label', 'input', 'error', 'description']

/** Says from which day on a value date is possible, or for an admin which one is a correction. */
function limitText({ min, first }: ValueDates): string {
  const day = formatDate(first)
  return min < first ? `Antes del ${day} es una corrección.` : `Desde el ${day}.`
}

/** Asks an admin why the payment is registered before the usual days. */
function CorrectionReason({ state: { form, isBefore } }: { state: FormState }) {
  return (
    <>
      <Notice tone="info">
        Es una corrección: la fecha es anterior a las que se registran normalmente.
        {isBefore && ' Los pagos posteriores se vuelven a dividir y sus comprobantes se sustituyen.'}
      </Notice>
      <Textarea
        label="Motivo de la corrección"
        description="Queda en el historial."
        maxLength={TEXT_LIMITS.reason}
        rows={2}
        withAsterisk
        {...form.getInputProps('reason')}
      />
    </>
  )
}

/** The fields of a new payment: amount, value date, what proves it and, for a correction, its reason. */
export function PaymentFields({ state }: { state: FormState }) {
  const { form, loan, dates, plan, shown, rest, account } = state
  const { value_date } = form.values
  const amountField = form.getInputProps('amount_paid')
  const dateField = form.getInputProps('value_date')
  return (
    <>
      <div className={classes.fields}>
        <AmountField
          label="Cantidad a pagar"
          description={`${dueTexts(loan).join('. ')}.`}
          inputWrapperOrder={hintBelow}
          {...amountField}
          value={form.values.amount_paid}
          error={plan.amount.problem ?? shown.problems.amount_paid ?? amountField.error}
          exceeded={plan.isKept ? null : plan.amount.exceeded}
          data-autofocus
        />
        <DateField
          label="Fecha valor"
          description={`El día en que se recibió el dinero. ${limitText(dates)}`}
          inputWrapperOrder={hintBelow}
          withAsterisk
          min={dates.min}
          max={dates.today}
          {...dateField}
          value={value_date}
          error={shown.problems.value_date ?? dateField.error}
        />
        <ProofFields fieldOf={(name) => form.getInputProps(name)} account={account} />
      </div>
      {rest !== null && (
        <Notice tone="info">
          <Checkbox
            label={
              <>
                Dejar <strong>{formatMoney(rest)}</strong> a favor del trabajador
              </>
            }
            description="Si el dinero sí se recibió: el préstamo se liquida y lo demás queda en su saldo a favor."
            {...form.getInputProps('keeps_balance', { type: 'checkbox' })}
          />
        </Notice>
      )}
      <VoucherField {...form.getInputProps('voucher')} value={form.values.voucher} />
      {isCorrection(value_date, dates) && <CorrectionReason state={state} />}
    </>
  )
}
