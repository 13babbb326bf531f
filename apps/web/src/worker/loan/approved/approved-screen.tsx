import { businessDay } from '@quincena/domain/dates'
import { formatLongDate, formatMoney } from '@quincena/domain/format'
import { isPayable, type LoanType } from '@quincena/domain/loans/rules'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { useQuery } from '@tanstack/react-query'
import { ActionBar } from '../../../components/action-bar.tsx'
import { Amount } from '../../../components/amount.tsx'
import { MoneyArrivedDrawing } from '../../../components/drawings.tsx'
import { GoButton } from '../../../components/links.tsx'
import { Fact, FactList } from '../../../components/phone/fact-list.tsx'
import { Loaded } from '../../../components/phone/loaded.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { AmountSkeleton, CardsSkeleton } from '../../../components/skeletons.tsx'
import { StepLine } from '../../../components/step-line.tsx'
import { LegalLink } from '../../legal/legal-link.tsx'
import { loanQuery } from '../api.ts'
import { ContractButton } from '../contract/contract-button.tsx'
import { failedTexts } from '../failed-texts.ts'
import { LoanBadge } from '../loan-badge.tsx'
import { moneyWay } from '../payout-steps.ts'
import { isOfType, RightPlace } from '../redirect-by-state.tsx'
import { loanWords } from '../words.ts'
import classes from './approved-screen.module.css'

/** Amount and status of the payout. Once it is settled, shows a drawing and counts the amount up. */
function PayoutState({ loan }: { loan: LoanDetail }) {
  const hasArrived = loan.settled_at !== null
  return (
    <div className={classes.arrival}>
      {hasArrived && <MoneyArrivedDrawing width={168} />}
      <LoanBadge state={loan.state} />
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
        <Fact label="Fecha de aprobación">
          {formatLongDate(businessDay(approved_at ?? created_at), { withYear: true })}
        </Fact>
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
          <StepLine label="El camino de tu dinero" steps={moneyWay(loan)} celebrate />
        </Panel>
        <Facts loan={loan} />
        <div className={stack.lead}>
          Tu solicitud fue aprobada por el administrador y por ti, y tu {name} se encuentra vigente. Consulta
          los{' '}
          <LegalLink document={type === 'credit' ? 'terms' : 'advance_terms'}>
            {type === 'credit' ? 'términos y condiciones' : 'términos del anticipo de nómina'}
          </LegalLink>
          .
        </div>
        <ContractButton loan={loan} missing="contract.unavailable" />
      </div>
      <ActionBar>
        <GoButton to="/app/home" size="lg" fullWidth>
          Ir al inicio
        </GoButton>
        <GoButton to="/app/requests" search={{ filter }} size="lg" fullWidth variant="subtle" color="gray">
          {type === 'credit' ? 'Ver mis créditos' : 'Ver mis anticipos'}
        </GoButton>
      </ActionBar>
    </>
  )
}

/** Screen after the signature: follows the payout until the money is in the account. Other loans are redirected. */
export function ApprovedScreen({ id, type }: { id: number; type: LoanType }) {
  const query = useQuery(loanQuery(id))
  const skeleton = (
    <>
      <AmountSkeleton />
      <CardsSkeleton cards={2} height={180} />
    </>
  )
  return (
    <>
      <ScreenHeader title={`Detalle del ${loanWords[type].name}`} backTo="/app/home" />
      <Loaded query={query} skeleton={skeleton} errorTitle={failedTexts.detail[type]}>
        {(loan) => (
          <RightPlace loan={loan} isHere={isOfType(loan, type) && isPayable(loan.state)}>
            <Approved loan={loan} />
          </RightPlace>
        )}
      </Loaded>
    </>
  )
}
