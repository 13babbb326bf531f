import { formatCat, formatLongDate, formatMoney, formatPeriod } from '@quincena/domain/format'
import type { LoanRequestBody } from '@quincena/domain/loans/bodies'
import { type AdvanceQuote, quoteAdvance } from '@quincena/domain/loans/schedule'
import type { Cents } from '@quincena/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Fact, FactList } from '../../../../components/phone/fact-list.tsx'
import { Loaded } from '../../../../components/phone/loaded.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../../components/screen-header.tsx'
import { AmountSkeleton, CardsSkeleton } from '../../../../components/skeletons.tsx'
import { useUser } from '../../../../lib/session.ts'
import { today } from '../../../../lib/today.ts'
import { failedTexts } from '../../failed-texts.ts'
import { TermsLink } from '../../terms-link.tsx'
import { AmountChoice } from '../amount-choice.tsx'
import { Blocked, blockerOf } from '../blocked.tsx'
import { RequestActions } from '../request-actions.tsx'
import { AdvanceCost, AdvanceDays } from './advance-quote.tsx'
import { maxAdvanceQuery } from './api.ts'

function advanceRequest(amount: Cents, quote: AdvanceQuote): LoanRequestBody | null {
  if (amount === 0) return null
  const { final_value } = quote
  return { type: 'advance', amount, final_value, total_debt: final_value, interest_rate: 0 }
}

function AdvanceForm({ max }: { max: Cents }) {
  const { company } = useUser()
  const commission = company?.commission ?? 0
  const [amount, setAmount] = useState<Cents>(0)
  const navigate = useNavigate()
  const quote = quoteAdvance({ amount, commission, tax_rate: company?.tax_rate ?? 0 }, today())
  return (
    <>
      <div className={stack.stack}>
        <AmountChoice type="advance" max={max} value={amount} onChange={setAmount} />
        <AdvanceDays quote={quote} />
        {amount > 0 && <AdvanceCost quote={quote} commission={commission} />}
        {amount === 0 && (
          <p className={stack.lead}>La comisión es de {formatMoney(commission)}, sin intereses.</p>
        )}
        <div className={stack.note}>
          Al solicitar aceptas los <TermsLink type="advance" />. Pedirlo no te obliga: decides cuando leas tu
          contrato.
        </div>
      </div>
      <RequestActions
        request={advanceRequest(amount, quote)}
        question="¿Solicitar este anticipo?"
        doneText="Anticipo solicitado exitosamente"
        onDone={({ id }) => navigate({ to: '/app/new-advance-request/$id', params: { id }, replace: true })}
      >
        <FactList>
          <Fact label="Recibes" strong>
            {formatMoney(amount)}
          </Fact>
          <Fact label="Comisión" strong>
            {formatMoney(commission)}
          </Fact>
          <Fact label="Pagas" strong>
            {formatMoney(quote.final_value)}
          </Fact>
          <Fact label="El día">
            {formatLongDate(quote.due_date)}, en {formatPeriod('advance', quote.days)}
          </Fact>
          <Fact label="CAT sin IVA">{formatCat(quote.cat)}</Fact>
        </FactList>
      </RequestActions>
    </>
  )
}

function Content() {
  const user = useUser()
  // Computed once on mount: otherwise the worker's own new request would replace this screen by the blocker.
  const [blocker] = useState(() => blockerOf(user, 'advance'))
  const query = useQuery({ ...maxAdvanceQuery(user.biweekly_salary), enabled: blocker === null })
  if (blocker !== null) return <Blocked blocker={blocker} type="advance" />
  const skeleton = (
    <>
      <AmountSkeleton />
      <CardsSkeleton cards={2} height={120} />
    </>
  )
  return (
    <Loaded query={query} skeleton={skeleton} errorTitle={failedTexts.maxAdvance}>
      {(max) => <AdvanceForm max={max} />}
    </Loaded>
  )
}

/** Request of an advance: the amount, and immediately the commission, the days and the pay date. */
export function NewAdvancePage() {
  return (
    <>
      <ScreenHeader title="Nuevo Anticipo" backTo="/app/home" />
      <Content />
    </>
  )
}
