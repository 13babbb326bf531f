import { formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { isPayable, type LoanType } from '@quincena/domain/loans/rules'
import { ActionBar } from '../../../components/action-bar.tsx'
import { Amount } from '../../../components/amount.tsx'
import { GoButton } from '../../../components/links.tsx'
import { Fact, FactList } from '../../../components/phone/fact-list.tsx'
import { MoneyArrivedDrawing } from '../../../components/phone/money-arrived-drawing.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { StepLine } from '../../../components/step-line.tsx'
import { ContractButton } from '../contract/contract-button.tsx'
import { formatDay } from '../format-day.ts'
import { LoanBadge } from '../loan-badge.tsx'
import { LoanByState } from '../loan-by-state.tsx'
import { PayoutReceiptButton } from '../payout-receipt-button.tsx'
import { buildPayoutSteps } from '../payout-steps.ts'
import { TermsLink } from '../terms-link.tsx'
import { loanWords } from '../words.ts'
import classes from './approved-screen.module.css'
import { useArrivalBuzz } from './use-arrival-buzz.ts'

/** Amount and status of the payout. Once it is settled, shows a drawing, counts the amount up and vibrates. */
function PayoutState({ loan }: { loan: LoanDetail }) {
  const hasArrived = loan.settled_at !== null
  useArrivalBuzz(hasArrived)
  return (
    <div className={classes.arrival}>
      {hasArrived && <MoneyArrivedDrawing width={168} />}
      <LoanBadge loan={loan} />
      <Amount key={String(hasArrived)} cents={loan.amount} size="hero" countUp={hasArrived} />
      <p className={stack.lead} role="status">
        {hasArrived ? 'Tu dinero ya está en tu cuenta.' : 'Tu dinero va en camino.'}
      </p>
    </div>
  )
}

function Facts({ loan }: { loan: LoanDetail }) {
  const { type, folio, created_at, approved_at, period, amount } = loan
  return (
    <Panel>
      <FactList>
        <Fact label="Nro.">{folio}</Fact>
        <Fact label="Fecha de aprobación">{formatDay(approved_at ?? created_at)}</Fact>
        <Fact label={type === 'credit' ? 'Plazo del crédito' : 'Número de días'}>{period}</Fact>
        <Fact label="Monto aprobado">{formatMoney(amount)}</Fact>
      </FactList>
    </Panel>
  )
}

function Approved({ loan }: { loan: LoanDetail }) {
  const { type } = loan
  const { name, filter } = loanWords[type]
  return (
    <>
      <div className={stack.stack}>
        <PayoutState loan={loan} />
        <Panel title="El camino de tu dinero">
          <StepLine label="El camino de tu dinero" steps={buildPayoutSteps(loan)} celebrate />
        </Panel>
        <PayoutReceiptButton loan={loan} />
        <Facts loan={loan} />
        <div className={stack.lead}>
          Tu solicitud fue aprobada por el administrador y por ti, y tu {name} se encuentra vigente. Consulta
          los <TermsLink type={type} />
        </div>
        <ContractButton loan={loan} missing="contract.unavailable" />
      </div>
      <ActionBar row>
        <GoButton to="/app/home" size="lg">
          Ir al inicio
        </GoButton>
        <GoButton to="/app/requests" search={{ filter }} size="lg" variant="subtle" color="gray">
          {type === 'credit' ? 'Ver mis créditos' : 'Ver mis anticipos'}
        </GoButton>
      </ActionBar>
    </>
  )
}

/** Screen after the signature: follows the payout until the money is in the account. Other loans are redirected. */
export function ApprovedScreen({ id, type }: { id: number; type: LoanType }) {
  return (
    <>
      <ScreenHeader title={`Detalle del ${loanWords[type].name}`} backTo="/app/home" />
      <LoanByState
        id={id}
        type={type}
        isRightScreen={(loan) => loan.type === type && isPayable(loan.state)}
        cardHeight={180}
      >
        {(loan) => <Approved loan={loan} />}
      </LoanByState>
    </>
  )
}
