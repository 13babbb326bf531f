import { Button, NumberInput, type NumberInputProps } from '@mantine/core'
import type { Day } from '@quincena/domain/dates'
import { formatMoney } from '@quincena/domain/format'
import { type Cents, pesos } from '@quincena/domain/money'
import { paymentProblem } from '@quincena/domain/payments/rules'
import { paymentBody } from '@quincena/domain/payments/schema'
import classes from './amount-field.module.css'

/** A typed amount in pesos; empty while the field is. */
export type TypedAmount = number | string

/** Formats centavos for the field: `1100.00`. */
export const typedAmount = (cents: Cents): TypedAmount => pesos(cents).toFixed(2)

interface ReadAmount {
  /** Null while the amount cannot be registered. */
  amount_paid: Cents | null
  /** The payoff that the amount exceeds. */
  exceeded: Cents | null
  problem: string | undefined
}

/**
 * Reads a typed amount. A third decimal and an amount above the payoff are problems while it is typed; an empty field
 * and 0 only when it is sent. Without a `payoff` the server decides. `earlier_day` is the payoff's day, if not today.
 */
export function readAmount(
  typed: TypedAmount,
  { payoff, earlier_day }: { payoff: Cents | undefined; earlier_day?: Day | undefined },
): ReadAmount {
  const none = { amount_paid: null, exceeded: null, problem: undefined }
  if (!(Number(typed) > 0)) return none
  const read = paymentBody.shape.amount_paid.safeParse(Number(typed))
  if (!read.success) return { ...none, problem: read.error.issues[0]?.message }
  const above = payoff === undefined ? null : paymentProblem({ payoff, amount_paid: read.data, earlier_day })
  if (above === null) return { ...none, amount_paid: read.data }
  return { ...none, exceeded: payoff ?? null, problem: above.message }
}

interface AmountFieldProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  value: TypedAmount
  onChange: (value: TypedAmount) => void
  /** The payoff that the amount exceeds: a button takes it. */
  exceeded: Cents | null
}

/** The amount of a payment. It accepts a third decimal, so that the form can refuse it instead of hiding it. */
export function AmountField({ exceeded, ...props }: AmountFieldProps) {
  return (
    <div>
      <NumberInput
        {...props}
        prefix="$"
        thousandSeparator=","
        decimalScale={3}
        valueIsNumericString
        allowNegative={false}
        hideControls
        withAsterisk
        classNames={{ input: classes.amount ?? '' }}
      />
      {exceeded !== null && exceeded > 0 && (
        <Button
          className={classes.take ?? ''}
          variant="light"
          size="compact-sm"
          onClick={() => props.onChange(typedAmount(exceeded))}
        >
          Usar {formatMoney(exceeded)}
        </Button>
      )}
    </div>
  )
}
