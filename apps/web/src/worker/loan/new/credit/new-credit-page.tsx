import { formatMoney } from '@quincena/domain/format'
import { CREDIT_MONTHS, type CreditMonths } from '@quincena/domain/loans/limits'
import { creditRequest, creditTerms, quoteCredit } from '@quincena/domain/loans/new-request'
import type { MessageCode } from '@quincena/domain/messages'
import type { Cents } from '@quincena/domain/money'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../../../components/empty-state.tsx'
import { GoButton } from '../../../../components/links.tsx'
import { BlockedRequestDrawing } from '../../../../components/phone/empty-drawings.tsx'
import { Fact } from '../../../../components/phone/fact-list.tsx'
import { LenderLine } from '../../../../components/phone/lender-line.tsx'
import { Panel } from '../../../../components/phone/panel.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../../components/screen-header.tsx'
import { useUser } from '../../../../lib/session.ts'
import { today } from '../../../../lib/today.ts'
import { CostLines, LastPaymentFact } from '../../cost-lines.tsx'
import { paymentsLabel } from '../../cost-words.ts'
import { NotCharged } from '../../not-charged.tsx'
import { TermsLink } from '../../terms-link.tsx'
import { AmountChoice } from '../amount-choice.tsx'
import { amountScale, startingAmount } from '../amount-scale.ts'
import { BlockedNote, blockerOf } from '../blocked.tsx'
import { RequestActions } from '../request-actions.tsx'
import { CreditDeduction, CreditQuote, creditPrice } from './credit-quote.tsx'
import { MonthsChoice } from './months-choice.tsx'

function CreditForm({ blocker }: { blocker: MessageCode | null }) {
  const { max, ...rates } = creditTerms(useUser())
  const [amount, setAmount] = useState<Cents>(() => startingAmount(amountScale(max), 0))
  const [months, setMonths] = useState<CreditMonths>(CREDIT_MONTHS[0])
  const navigate = useNavigate()
  const terms = { amount, months, ...rates }
  const quote = quoteCredit(terms, today())
  return (
    <>
      <div className={stack.stack}>
        {blocker !== null && <BlockedNote blocker={blocker} type="credit" />}
        <AmountChoice type="credit" max={max} value={amount} onChange={setAmount} />
        <MonthsChoice value={months} onChange={setMonths} />
        {quote ? (
          <CreditQuote quote={quote} terms={terms} />
        ) : (
          <Panel tone="quiet">
            <p className={stack.lead}>
              Elige una cantidad y verás aquí cuánto pagas cada mes, el total, el costo y las fechas.
            </p>
          </Panel>
        )}
        <NotCharged />
        <div className={stack.note}>
          Al solicitar aceptas los <TermsLink type="credit" /> Pedirlo no te obliga: decides cuando leas tu
          contrato.
        </div>
        <LenderLine />
      </div>
      <RequestActions
        type="credit"
        blocker={blocker}
        request={quote && creditRequest(terms, quote)}
        question="¿Solicitar este crédito?"
        doneText="Crédito registrado exitosamente"
        onDone={({ id }) => navigate({ to: '/app/new-credit-request/$id', params: { id }, replace: true })}
      >
        {quote && (
          <>
            <CostLines price={creditPrice({ quote, terms })}>
              <Fact label={paymentsLabel(months)}>{formatMoney(quote.monthly_payment)}</Fact>
              <LastPaymentFact schedule={quote.schedule} />
            </CostLines>
            <CreditDeduction quote={quote} />
          </>
        )}
      </RequestActions>
    </>
  )
}

function NoSalary() {
  return (
    <EmptyState
      drawing={<BlockedRequestDrawing />}
      title="Aún no conocemos tu sueldo"
      text="Pide a tu empresa que lo registre: de él depende cuánto puedes pedir."
      action={
        <GoButton to="/app/home" variant="light">
          Ir al inicio
        </GoButton>
      }
    />
  )
}

function Content() {
  const user = useUser()
  // Computed once on mount: otherwise the worker's own new request would replace this screen by the blocker.
  const [blocker] = useState(() => blockerOf(user, 'credit'))
  return creditTerms(user).max === 0 ? <NoSalary /> : <CreditForm blocker={blocker} />
}

/** Request of a credit: the amount and the months, and immediately the cost. */
export function NewCreditPage() {
  return (
    <>
      <ScreenHeader title="Nuevo Crédito" backTo="/app/home" />
      <Content />
    </>
  )
}
