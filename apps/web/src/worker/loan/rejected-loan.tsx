import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { ActionBar } from '../../components/action-bar.tsx'
import { GoButton } from '../../components/links.tsx'
import { Fact, FactList } from '../../components/phone/fact-list.tsx'
import { Panel } from '../../components/phone/panel.tsx'
import stack from '../../components/phone/stack.module.css'
import { CallLender } from '../assistance/call-lender.tsx'
import { endingOf } from './ending.ts'
import { formatDay } from './format-day.ts'
import { LoanHead } from './loan-head.tsx'
import { loanWords } from './words.ts'

/** Request that ended without a loan: the reason that staff gave, and what the worker can do now. */
export function RejectedLoan({ loan }: { loan: LoanDetail }) {
  const { type, folio, created_at, rejected_at, period } = loan
  const { title, text, observation } = endingOf(loan)
  return (
    <>
      <div className={stack.stack}>
        <LoanHead loan={loan} cents={loan.amount} label={title} />
        <Panel title="Observaciones" tone="quiet">
          <p className={stack.lead}>{observation}</p>
        </Panel>
        <p className={stack.lead}>{text}</p>
        {loan.state === 'rejected' && <CallLender />}
        <Panel>
          <FactList>
            <Fact label="Folio">{folio}</Fact>
            <Fact label="Fecha de solicitud">{formatDay(created_at)}</Fact>
            {rejected_at !== null && (
              <Fact label={loan.state === 'declined' ? 'Fecha de tu decisión' : 'Fecha de respuesta'}>
                {formatDay(rejected_at)}
              </Fact>
            )}
            <Fact label="Plazo">{period}</Fact>
          </FactList>
        </Panel>
      </div>
      <ActionBar row>
        <GoButton to="/app/requests" search={{ filter: loanWords[type].filter }} size="lg">
          Ver mis solicitudes
        </GoButton>
        <GoButton to="/app/home" size="lg" variant="subtle" color="gray">
          Ir al inicio
        </GoButton>
      </ActionBar>
    </>
  )
}
