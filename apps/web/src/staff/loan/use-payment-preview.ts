import { useDebouncedValue } from '@mantine/hooks'
import type { Day } from '@quincena/domain/dates'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import type { Cents } from '@quincena/domain/money'
import type { PaymentPreview, PreviewOutcome } from '@quincena/domain/payments/schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError, fieldErrors } from '../../lib/api-error.ts'
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
  problems: Record<'amount_paid' | 'value_date', string | undefined>
  isRefused: boolean
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
  const { amount_paid: amountProblem, value_date: dateProblem } = fieldErrors(failure)
  const isRefused = amountProblem !== undefined || dateProblem !== undefined
  return {
    preview: planned === null || failure !== null ? undefined : query.data,
    isCurrent,
    error: isRefused ? null : failure,
    problems: { amount_paid: amountProblem, value_date: dateProblem },
    isRefused,
    retry: query.refetch,
  }
}

/**
 * The payoff on a value date, undefined while it is not known. The loan has today's; the preview of the smallest payment
 * has that of an earlier day.
 */
export function usePayoffOn(
  loan: Pick<LoanDetail, 'id' | 'amount_due' | 'payoff'>,
  { value_date, today }: { value_date: Day | null; today: Day },
): Cents | undefined {
  const isEarlier = value_date !== null && value_date < today
  const query = paymentPreviewQuery(loan, { amount_paid: 1, value_date: value_date ?? today })
  const { data } = useQuery({ ...query, enabled: isEarlier })
  if (value_date === today) return loan.payoff
  return isEarlier ? data?.payoff : undefined
}

/** The error of a payment that is sent before its preview was shown. */
export const unseenPreview = () =>
  new ApiError({
    status: 422,
    code: 'preview_unseen',
    detail: 'Revisa primero qué hará el pago y vuelve a registrarlo.',
  })

/** The outcome of the chosen use of the excess, or the only one there is. */
export function chosenOutcome(
  preview: PaymentPreview | undefined,
  excess: string,
): PreviewOutcome | undefined {
  return preview?.outcomes.find((outcome) => outcome.excess === excess) ?? preview?.outcomes[0]
}
