import { formatMoney } from '@quincena/domain/format'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import stack from '../../components/phone/stack.module.css'
import { LoanRow } from '../loan/loan-row.tsx'
import { signByText } from '../loan/sign-by.ts'
import { loanWords } from '../loan/words.ts'

const hints: Partial<Record<LoanListItem['state'], string>> = {
  requested: 'Casi siempre respondemos el mismo día hábil',
  disbursing: 'Estamos enviando tu dinero',
}

const hintOf = (loan: LoanListItem) => signByText(loan.offer_expires_on) ?? hints[loan.state] ?? loan.folio

/** List of the requests, offers and payouts in transit that the headline does not show. */
export function WaitingLoans({ loans }: { loans: readonly LoanListItem[] }) {
  if (loans.length === 0) return null
  return (
    <ul className={stack.list}>
      {loans.map((loan) => (
        <li key={loan.id}>
          <LoanRow
            loan={loan}
            title={`${loanWords[loan.type].title} de ${formatMoney(loan.amount)}`}
            detail={hintOf(loan)}
          />
        </li>
      ))}
    </ul>
  )
}
