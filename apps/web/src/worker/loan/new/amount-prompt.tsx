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
import { NearestAmounts } from './nearest-amounts.tsx'

/** Why an amount is not offered, and the nearest ones that are. */
interface Refusal {
  text: string
  nearest: readonly Cents[]
}

/** Checks an amount in centavos; null if it is offered. */
export type AmountCheck = (amount: Cents) => Refusal | null

interface AmountPromptProps {
  type: LoanType
  /** Smallest amount in centavos; 0 for no minimum. */
  min: Cents
  max: Cents
  check?: AmountCheck | undefined
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
  const [problem, setProblem] = useState<Refusal | null>(null)
  const take = (amount: Cents) => {
    onAmount(amount)
    onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const amount = centsFromText(text.replace('$', ''))
    if (amount === null) {
      setProblem({ text: failedTexts.amount, nearest: [] })
      return
    }
    const refusal =
      amount < min ? { text: minimumMessage(min), nearest: [min] } : (check?.(Math.min(amount, max)) ?? null)
    if (refusal !== null) {
      setProblem(refusal)
      return
    }
    if (amount > max) toast.info(`Lo más que puedes pedir es ${formatMoney(max)}`)
    take(Math.min(amount, max))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <TextInput
          size="lg"
          label={`Ingrese el importe del ${loanWords[type].name}`}
          description={
            <span className={stack.note}>
              {problem?.text === failedTexts.amount && 'Escribe solo números, por ejemplo 5,000. '}
              {rangeText(min, max)}
            </span>
          }
          inputMode="decimal"
          autoComplete="off"
          leftSection="$"
          data-autofocus
          value={text}
          error={problem?.text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setProblem(null)
          }}
        />
        {problem !== null && <NearestAmounts amounts={problem.nearest} onChoose={take} />}
        <Button type="submit" size="lg" fullWidth>
          Aceptar
        </Button>
      </Stack>
    </form>
  )
}

/**
 * Asks for an exact amount in centavos. An amount above `max` is lowered to `max`, and a toast says so; one below `min`
 * or refused by `check` is an error at the field, with the nearest amounts as buttons.
 */
export function AmountPrompt({ opened, ...form }: AmountPromptProps) {
  return (
    <BottomSheet opened={opened} title="Ingreso" onClose={form.onClose}>
      <PromptForm {...form} />
    </BottomSheet>
  )
}
