import { formatMoney } from '@quincena/domain/format'
import { isPayable } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { NoProductsDrawing } from '../../../components/phone/empty-drawings.tsx'
import { Loaded } from '../../../components/phone/loaded.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ProgressRing } from '../../../components/progress-ring.tsx'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { CardsSkeleton } from '../../../components/skeletons.tsx'
import { openLoansQuery } from '../api.ts'
import { failedTexts } from '../failed-texts.ts'
import { LoanRow } from '../loan-row.tsx'
import { paidLabel, paidOf } from '../progress.ts'
import { toPayText } from '../to-pay.ts'
import { loanWords } from '../words.ts'

function detailOf(loan: LoanListItem): string {
  const { state, folio } = loan
  if (state === 'approved') return 'Falta tu firma'
  return (isPayable(state) ? toPayText(loan) : null) ?? folio
}

function Product({ loan }: { loan: LoanListItem }) {
  const progress = paidOf(loan)
  return (
    <LoanRow
      loan={loan}
      lead={
        <ProgressRing {...progress} label={paidLabel(progress)} size={64}>
          {progress.value}/{progress.total}
        </ProgressRing>
      }
      title={`${loanWords[loan.type].title} de ${formatMoney(loan.amount)}`}
      detail={detailOf(loan)}
    />
  )
}

const none = (
  <EmptyState
    drawing={<NoProductsDrawing />}
    title="Aún no tienes productos"
    text="Aquí verás tus créditos y anticipos, y cuánto llevas pagado de cada uno."
    action={
      <ButtonLink to="/app/new-credit" variant="light" size="lg">
        Solicitar crédito
      </ButtonLink>
    }
  />
)

/** Screen «Mis productos»: offers, payouts in transit and loans in force, each with the payments made. */
export function ProductsPage() {
  const query = useQuery(openLoansQuery)
  return (
    <>
      <ScreenHeader title="Mis productos" />
      <Loaded query={query} skeleton={<CardsSkeleton cards={2} height={104} />} errorTitle={failedTexts.list}>
        {(loans) => {
          const products = loans.filter(({ approved }) => approved)
          if (products.length === 0) return none
          return (
            <ul className={stack.list}>
              {products.map((loan) => (
                <li key={loan.id}>
                  <Product loan={loan} />
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </>
  )
}
