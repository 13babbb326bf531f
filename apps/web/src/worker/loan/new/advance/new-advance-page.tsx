import { formatLongDate, formatMoney, formatPeriod } from '@quincena/domain/format'
import {
  type AmountRange,
  advancePriceOf,
  advanceProblem,
  ceilingMessage,
  commissionOf,
  nearestOffered,
  offeredRange,
} from '@quincena/domain/loans/advance-price'
import { DEFAULT_ADVANCE_MINIMUM, minimumMessage } from '@quincena/domain/loans/limits'
import { advanceRequest, quoteAdvanceOf } from '@quincena/domain/loans/new-request'
import type { MessageCode } from '@quincena/domain/messages'
import type { Cents } from '@quincena/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../../../components/empty-state.tsx'
import { GoButton } from '../../../../components/links.tsx'
import { BlockedRequestDrawing } from '../../../../components/phone/empty-drawings.tsx'
import { Fact } from '../../../../components/phone/fact-list.tsx'
import { LenderLine } from '../../../../components/phone/lender-line.tsx'
import { Loaded } from '../../../../components/phone/loaded.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../../components/screen-header.tsx'
import { AmountSkeleton, CardsSkeleton } from '../../../../components/skeletons.tsx'
import { useUser } from '../../../../lib/session.ts'
import { today } from '../../../../lib/today.ts'
import { CostLines } from '../../cost-lines.tsx'
import { failedTexts } from '../../failed-texts.ts'
import { NotCharged } from '../../not-charged.tsx'
import { TermsLink } from '../../terms-link.tsx'
import { AmountChoice } from '../amount-choice.tsx'
import { amountScale, startingAmount } from '../amount-scale.ts'
import { BlockedNote, blockerOf } from '../blocked.tsx'
import { NearestAmounts } from '../nearest-amounts.tsx'
import { RequestActions } from '../request-actions.tsx'
import { AdvanceCost, AdvanceDays, AdvanceDeduction, advancePrice } from './advance-quote.tsx'
import { maxAdvanceQuery } from './api.ts'

interface AdvanceFormProps {
  /** The company's minimum and the worker's maximum, in centavos. */
  min: Cents
  max: Cents
}

interface OfferedProps {
  /** From the smallest to the largest amount that is offered. */
  range: AmountRange
  blocker: MessageCode | null
}

function AdvanceForm({ min, max, range, blocker }: AdvanceFormProps & OfferedProps) {
  const { company } = useUser()
  const price = advancePriceOf(company)
  const limits = { from: min, to: max }
  const check = (amount: Cents) => {
    const text = advanceProblem(price, amount, limits)?.text
    return text === undefined ? null : { text, nearest: nearestOffered(price, amount, limits) }
  }
  const [amount, setAmount] = useState<Cents>(() => {
    const start = startingAmount(amountScale(range.to), range.from)
    return check(start) === null ? start : range.from
  })
  const navigate = useNavigate()
  const problem = check(amount)
  const quote = quoteAdvanceOf(company, amount, today())
  return (
    <>
      <div className={stack.stack}>
        {blocker !== null && <BlockedNote blocker={blocker} type="advance" />}
        <AmountChoice
          type="advance"
          min={range.from}
          max={range.to}
          check={check}
          value={amount}
          onChange={setAmount}
        />
        <AdvanceDays quote={quote} />
        {problem === null && <AdvanceCost quote={quote} amount={amount} />}
        {problem !== null && (
          <div className={stack.lead}>
            <p className={stack.flat}>
              {problem.text} La comisión es de {formatMoney(commissionOf(price, amount))}, sin intereses.
            </p>
            <NearestAmounts amounts={problem.nearest} onChoose={setAmount} />
          </div>
        )}
        <NotCharged />
        <div className={stack.note}>
          Al solicitar aceptas los <TermsLink type="advance" /> Pedirlo no te obliga: decides cuando leas tu
          contrato.
        </div>
        <LenderLine />
      </div>
      <RequestActions
        type="advance"
        blocker={blocker}
        request={problem === null ? advanceRequest(amount, quote) : null}
        question="¿Solicitar este anticipo?"
        doneText="Anticipo solicitado exitosamente"
        onDone={({ id }) => navigate({ to: '/app/new-advance-request/$id', params: { id }, replace: true })}
      >
        <CostLines price={advancePrice({ quote, amount })}>
          <Fact label="El día">
            {formatLongDate(quote.due_date)}, en {formatPeriod('advance', quote.days)}
          </Fact>
        </CostLines>
        <AdvanceDeduction quote={quote} />
      </RequestActions>
    </>
  )
}

/** Shown if no amount is offered: the largest one is below the company's minimum, or its commission is too high. */
function TooSmall({ min, max }: AdvanceFormProps) {
  const price = advancePriceOf(useUser().company)
  const text = max < min ? minimumMessage(min) : ceilingMessage(price, max, { from: min, to: max })
  return (
    <EmptyState
      drawing={<BlockedRequestDrawing />}
      title="Por ahora no puedes pedir un anticipo"
      text={`${text} Lo más que puedes pedir es ${formatMoney(max)}.`}
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
  const [blocker] = useState(() => blockerOf(user, 'advance'))
  const min = user.company?.advance_minimum ?? DEFAULT_ADVANCE_MINIMUM
  const query = useQuery(maxAdvanceQuery(user.biweekly_salary))
  const skeleton = (
    <>
      <AmountSkeleton />
      <CardsSkeleton cards={2} height={120} />
    </>
  )
  return (
    <Loaded query={query} skeleton={skeleton} errorTitle={failedTexts.maxAdvance}>
      {(max) => {
        const range = offeredRange(advancePriceOf(user.company), { from: min, to: max })
        return range === null ? (
          <TooSmall min={min} max={max} />
        ) : (
          <AdvanceForm min={min} max={max} range={range} blocker={blocker} />
        )
      }}
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
