import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { useQuery } from '@tanstack/react-query'
import stack from '../../../components/phone/stack.module.css'
import { CardsSkeleton } from '../../../components/skeletons.tsx'
import { openLoansQuery } from '../api.ts'
import { LoanRow } from '../loan-row.tsx'
import { loanWords } from '../words.ts'

/** When the worker can ask for another loan of the same type. */
function againText({ state, payment_deadline, in_clarification }: LoanListItem): string {
  if (in_clarification || state === 'payout_returned')
    return 'Podrás pedir otro cuando aclaremos el envío de este. Te avisamos.'
  if (state === 'requested') return 'Podrás pedir otro cuando te respondamos, o si retiras esta solicitud.'
  if (state === 'approved') return 'Fírmala, o recházala si quieres pedir otra cantidad.'
  const last =
    payment_deadline && ` El último pago es el ${formatLongDate(payment_deadline, { withYear: true })}.`
  return `Podrás pedir otro en cuanto termines de pagar este.${last ?? ''}`
}

const detailOf = ({ folio, amount_due }: LoanListItem) =>
  amount_due > 0 ? `Te faltan ${formatMoney(amount_due)}` : folio

/** The loan or request that blocks another one: its state, what is left, and when the worker can ask again. */
export function BlockingLoan({ type }: { type: LoanType }) {
  const { data, isPending } = useQuery(openLoansQuery)
  // As high as the card and its two lines, so that the quote below does not move.
  if (isPending) return <CardsSkeleton cards={1} height={125} />
  const loan = data?.find((one) => one.type === type)
  if (loan === undefined) return null
  return (
    <>
      <LoanRow
        loan={loan}
        title={`${loanWords[type].title} de ${formatMoney(loan.amount)}`}
        detail={detailOf(loan)}
      />
      <p className={stack.note}>{againText(loan)}</p>
    </>
  )
}
