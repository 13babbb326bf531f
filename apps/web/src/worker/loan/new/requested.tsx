import type { LoanType } from '@quincena/domain/loans/rules'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActionBar } from '../../../components/action-bar.tsx'
import { Amount } from '../../../components/amount.tsx'
import { GoButton } from '../../../components/links.tsx'
import { Loaded } from '../../../components/phone/loaded.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { AmountSkeleton, CardsSkeleton } from '../../../components/skeletons.tsx'
import { loanQuery } from '../api.ts'
import { failedTexts } from '../failed-texts.ts'
import { LoanBadge } from '../loan-badge.tsx'
import { isOfType, RightPlace } from '../redirect-by-state.tsx'
import { detailPath, loanWords } from '../words.ts'
import classes from './requested.module.css'

function RequestedActions({ loan: { id, type, state } }: { loan: LoanDetail }) {
  const { name, filter } = loanWords[type]
  const list = type === 'credit' ? 'Ver mis créditos' : 'Ver mis anticipos'
  return (
    <ActionBar>
      {state === 'approved' && (
        <GoButton to={detailPath[type]} params={{ id }} size="lg" fullWidth>
          Revisar y firmar mi {name}
        </GoButton>
      )}
      <GoButton
        to="/app/requests"
        search={{ filter }}
        size="lg"
        fullWidth
        variant={state === 'approved' ? 'light' : 'filled'}
      >
        {list}
      </GoButton>
      <GoButton to="/app/home" size="lg" fullWidth variant="subtle" color="gray">
        Ir al inicio
      </GoButton>
    </ActionBar>
  )
}

function RequestedLoan({ loan, children }: { loan: LoanDetail; children: ReactNode }) {
  return (
    <>
      <div className={stack.stack}>
        <div className={classes.head}>
          <LoanBadge state={loan.state} />
          <Amount cents={loan.amount} size="hero" />
          <p className={stack.lead}>Monto solicitado</p>
        </div>
        {children}
      </div>
      <RequestedActions loan={loan} />
    </>
  )
}

const isWaiting = ({ state }: LoanDetail) => state === 'requested' || state === 'approved'

interface RequestedScreenProps {
  id: number
  type: LoanType
  children: (loan: LoanDetail) => ReactNode
}

/** Screen after a request: the requested loan and the next steps. Other loans are redirected to their own screen. */
export function RequestedScreen({ id, type, children }: RequestedScreenProps) {
  const query = useQuery(loanQuery(id))
  const skeleton = (
    <>
      <AmountSkeleton />
      <CardsSkeleton cards={2} height={140} />
    </>
  )
  return (
    <>
      <ScreenHeader title={`Detalle del ${loanWords[type].name}`} backTo="/app/home" />
      <Loaded query={query} skeleton={skeleton} errorTitle={failedTexts.detail[type]}>
        {(loan) => (
          <RightPlace loan={loan} isHere={isOfType(loan, type) && isWaiting(loan)}>
            <RequestedLoan loan={loan}>{children(loan)}</RequestedLoan>
          </RightPlace>
        )}
      </Loaded>
    </>
  )
}
