import { useDebouncedValue } from '@mantine/hooks'
import type { Day } from '@quincena/domain/dates'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import type { Cents } from '@quincena/domain/money'
import type { PaymentPreview, PreviewOutcome } from '@quincena/domain/payments/schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fieldErrors } from '../../lib/api-error.ts'
import { paymentPreviewQuery } from '../../lib/payment-preview.ts'

const pause_ms = 350

/** A payment that the form could register: amount in centavos and value date. */
export interface PlannedPayment {
  amount_paid: Cents
  value_date: Day
}

/** What the payment would do, and whether the shown answer is the one for the typed values. */
export interface ShownPreview {
  preview: PaymentPreview | undefined
  isCurrent: boolean
  /** A failed load; a refusal of a field is in `problems` instead. */
  error: unknown
  problems: Record<string, string>
  retry: () => unknown
}

/**
 * Asks for the preview of a payment when typing has paused. A change cancels the call under way, and its late answer is
 * never shown; until the next answer the last one stays, marked as not current. Null asks nothing.
 */
export function usePaymentPreview(
  loan: Pick<LoanDetail, 'id' | 'amount_due'>,
  planned: PlannedPayment | null,
): ShownPreview {
  const { amount_paid = 0, value_date = '' } = planned ?? {}
  const [amount] = useDebouncedValue(amount_paid, pause_ms)
  const [day] = useDebouncedValue(value_date, pause_ms)
  const isSettled = planned !== null && amount === amount_paid && day === value_date
  const query = useQuery({
    ...paymentPreviewQuery(loan, { amount_paid: amount, value_date: day }),
    enabled: isSettled,
    placeholderData: keepPreviousData,
  })
  const isCurrent = isSettled && query.isSuccess && !query.isPlaceholderData
  const failure = isSettled ? query.error : null
  const problems = fieldErrors(failure)
  return {
    preview: planned === null || failure !== null ? undefined : query.data,
    isCurrent,
    error: Object.keys(problems).length > 0 ? null : failure,
    problems,
    retry: query.refetch,
  }
}

/** The outcome of the chosen use of the excess, or the only one there is. */
export function chosenOutcome(
  preview: PaymentPreview | undefined,
  excess: string,
): PreviewOutcome | undefined {
  return preview?.outcomes.find((outcome) => outcome.excess === excess) ?? preview?.outcomes[0]
}
