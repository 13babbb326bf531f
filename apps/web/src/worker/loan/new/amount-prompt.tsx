import { Button, Stack, TextInput } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { minimumMessage } from '@quincena/domain/loans/limits'
import type { LoanType } from '@quincena/domain/loans/rules'
import { type Cents, centsFromText } from '@quincena/domain/money'
import { type SubmitEvent, useState } from 'react'
import { BottomSheet } from '../../../components/bottom-sheet.tsx'
import stack from '../../../components/phone/stack.module.css'
import { toast } from '../../../components/toast.tsx'
import { failedTexts } from '../failed-texts.ts'
import { loanWords } from '../words.ts'

interface AmountPromptProps {
  type: LoanType
  /** Smallest amount in centavos; 0 for no minimum. */
  min: Cents
  max: Cents
  check?: ((amount: Cents) => string | null) | undefined
  opened: boolean
  onAmount: (amount: Cents) => void
  onClose: () => void
}

const rangeText = (min: Cents, max: Cents) =>
  min === 0
    ? `Hasta ${formatMoney(max)}. Pide solo lo que necesites.`
    : `De ${formatMoney(min)} a ${formatMoney(max)}`

function PromptForm({ type, min, max, check, onAmount, onClose }: Omit<AmountPromptProps, 'opened'>) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const amount = centsFromText(text.replace('$', ''))
    if (amount === null) {
      setError(failedTexts.amount)
      return
    }
    const problem = amount < min ? minimumMessage(min) : (check?.(Math.min(amount, max)) ?? null)
    if (problem !== null) {
      setError(problem)
      return
    }
    if (amount > max) toast.info(`Lo más que puedes pedir es ${formatMoney(max)}`)
    onAmount(Math.min(amount, max))
    onClose()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <TextInput
          size="lg"
          label={`Ingrese el importe del ${loanWords[type].name}`}
          description={
            <span className={stack.note}>
              {error === failedTexts.amount && 'Escribe solo números, por ejemplo 5,000. '}
              {rangeText(min, max)}
            </span>
          }
          inputMode="decimal"
          autoComplete="off"
          leftSection="$"
          data-autofocus
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setError(null)
          }}
        />
        <Button type="submit" size="lg" fullWidth>
          Aceptar
        </Button>
      </Stack>
    </form>
  )
}

/**
 * Asks for an exact amount in centavos. An amount above `max` is lowered to `max`, and a toast says so; one below `min`
 * or refused by `check` is an error at the field.
 */
export function AmountPrompt({ opened, ...form }: AmountPromptProps) {
  return (
    <BottomSheet opened={opened} title="Ingreso" onClose={form.onClose}>
      <PromptForm {...form} />
    </BottomSheet>
  )
}
