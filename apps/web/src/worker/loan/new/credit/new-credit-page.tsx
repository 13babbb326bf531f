import { formatCat, formatMoney } from '@quincena/domain/format'
import { CREDIT_MONTHS, type CreditMonths } from '@quincena/domain/loans/limits'
import type { Cents } from '@quincena/domain/money'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { GoButton } from '../../../../components/links.tsx'
import { EmptyState } from '../../../../components/message-state.tsx'
import { Fact, FactList } from '../../../../components/phone/fact-list.tsx'
import { Panel } from '../../../../components/phone/panel.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../../components/screen-header.tsx'
import { useUser } from '../../../../lib/session.ts'
import { today } from '../../../../lib/today.ts'
import { paymentsLabel } from '../../cost-words.ts'
import { TermsLink } from '../../terms-link.tsx'
import { AmountChoice } from '../amount-choice.tsx'
import { Blocked, blockerOf } from '../blocked.tsx'
import { RequestActions } from '../request-actions.tsx'
import { CreditQuote } from './credit-quote.tsx'
import { MonthsChoice } from './months-choice.tsx'
import { creditRequest, creditTerms, quoteCredit } from './quote.ts'

function CreditForm() {
  const { max, ...rates } = creditTerms(useUser())
  const [amount, setAmount] = useState<Cents>(0)
  const [months, setMonths] = useState<CreditMonths>(CREDIT_MONTHS[0])
  const navigate = useNavigate()
  const terms = { amount, months, ...rates }
  const quote = quoteCredit(terms, today())
  return (
    <>
      <div className={stack.stack}>
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
        <div className={stack.note}>
          Al solicitar aceptas los <TermsLink type="credit" />. Pedirlo no te obliga: decides cuando leas tu
          contrato.
        </div>
      </div>
      <RequestActions
        request={quote && creditRequest(terms, quote)}
        question="¿Solicitar este crédito?"
        doneText="Crédito registrado exitosamente"
        onDone={({ id }) => navigate({ to: '/app/new-credit-request/$id', params: { id }, replace: true })}
      >
        <FactList>
          <Fact label="Recibes" strong>
            {formatMoney(amount)}
          </Fact>
          <Fact label={paymentsLabel(months)} strong>
            {formatMoney(quote?.monthly_payment ?? 0)}
          </Fact>
          <Fact label="Total a pagar" strong>
            {formatMoney(quote?.final_value ?? 0)}
          </Fact>
          <Fact label="CAT sin IVA">{formatCat(quote?.cat ?? null)}</Fact>
        </FactList>
      </RequestActions>
    </>
  )
}

function NoSalary() {
  return (
    <EmptyState
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
  if (blocker !== null) return <Blocked blocker={blocker} type="credit" />
  return creditTerms(user).max === 0 ? <NoSalary /> : <CreditForm />
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
