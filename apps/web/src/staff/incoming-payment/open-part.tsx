import { Button } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { dismissalBlocker, returnBlocker } from '@quincena/domain/incoming-payments/rules'
import type { IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { isPayable } from '@quincena/domain/loans/rules'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AnchorLink } from '../../components/links.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { today } from '../../lib/today.ts'
import { loanQuery } from '../loan/api.ts'
import { typeWords } from '../loan/words.ts'
import { ConfirmForm } from './confirm-form.tsx'
import { CreditForm } from './credit-form.tsx'
import { DepositForm, DepositRequest } from './deposit-form.tsx'
import { DismissForm } from './dismiss-form.tsx'
import classes from './incoming-dialog.module.css'
import { ruleWords, stpDoubt } from './incoming-words.ts'
import { LoanChoice } from './loan-choice.tsx'
import { ReturnForm } from './return-form.tsx'
import { SuggestionList, type Target } from './suggestion-list.tsx'
import { WorkerChoice } from './worker-choice.tsx'

function ChosenLoan({ loan, why, onOther }: { loan: LoanDetail; why: string; onOther: () => void }) {
  return (
    <div className={classes.loan}>
      <span className={classes.person}>
        <span>
          {loan.user.first_name} {loan.user.last_name} ·{' '}
          <AnchorLink
            to={typeWords[loan.type].detailPath}
            params={{ id: loan.id }}
            search={{ tab: 'pagos' }}
            underline="always"
          >
            {loan.folio}
          </AnchorLink>
        </span>
        <span className={classes.second}>
          {why}. Debe {formatMoney(loan.amount_due)}.
        </span>
      </span>
      <Button variant="subtle" size="compact-sm" onClick={onOther}>
        Elegir otro
      </Button>
    </div>
  )
}

interface LoanProps {
  incoming: IncomingPayment
  loanId: number
  onOther: () => void
  others: ReactNode
}

function ForLoan({ incoming, loanId, onOther, others }: LoanProps) {
  const { data: loan, error, refetch } = useQuery(loanQuery(loanId))
  if (loan === undefined && error) return <ErrorState error={error} onRetry={refetch} />
  if (loan === undefined) return <LinesSkeleton lines={4} />
  const { match } = incoming
  const why = match?.loan.id === loanId ? ruleWords[match.rule] : 'Elegido por ti'
  return (
    <>
      <ChosenLoan loan={loan} why={why} onOther={onOther} />
      <ConfirmForm key={loanId} incoming={incoming} loan={loan} others={others} />
    </>
  )
}

interface ChoosingProps {
  incoming: IncomingPayment
  onChoose: (target: Target) => void
  others: ReactNode
}

/** Offers suggestions and two searches: for a loan, or for a worker whose loan owes nothing. */
function Choosing({ incoming, onChoose, others }: ChoosingProps) {
  const [isForWorker, setIsForWorker] = useState(false)
  return (
    <>
      {incoming.match === null && (
        <Notice tone="info">
          No coincide con ningún préstamo vigente. Búscalo, o busca a su trabajador.
        </Notice>
      )}
      <SuggestionList id={incoming.id} onChoose={onChoose} />
      {isForWorker ? (
        <WorkerChoice onChoose={(worker) => onChoose({ worker })} />
      ) : (
        <LoanChoice onChoose={(loan_id) => onChoose({ loan_id })} />
      )}
      <div className={classes.foot}>
        {others}
        <Button variant="default" onClick={() => setIsForWorker(!isForWorker)}>
          {isForWorker ? 'Buscar un préstamo' : 'Abonar a un trabajador'}
        </Button>
      </div>
    </>
  )
}

/** The loan that the money was found to be for, if it still takes payments. */
function firstTarget({ match }: IncomingPayment): Target | null {
  return match !== null && isPayable(match.loan.state) ? { loan_id: match.loan.id } : null
}

interface PartProps {
  incoming: IncomingPayment
  /** Buttons of what else may be done: return or dismiss. */
  others: ReactNode
}

function Using({ incoming, others }: PartProps) {
  const [target, setTarget] = useState(() => firstTarget(incoming))
  const onOther = () => setTarget(null)
  if (target === null) return <Choosing incoming={incoming} onChoose={setTarget} others={others} />
  return 'worker' in target ? (
    <CreditForm incoming={incoming} worker={target.worker} onOther={onOther} />
  ) : (
    <ForLoan incoming={incoming} loanId={target.loan_id} onOther={onOther} others={others} />
  )
}

function Registering({ incoming, others }: PartProps) {
  const doubt = stpDoubt(incoming)
  const loanId = incoming.match?.loan.id
  return (
    <section className={classes.section} aria-label="Registrar como pago">
      {doubt !== null && (
        <Notice tone={doubt.tone === 'rejected' ? 'problem' : 'info'}>
          <strong>{doubt.label}.</strong> {doubt.why}
        </Notice>
      )}
      {(loanId !== undefined || doubt === null) && <h3 className={classes.title}>Para qué préstamo es</h3>}
      {doubt === null && <Using incoming={incoming} others={others} />}
      {doubt !== null && loanId === undefined && <div className={classes.foot}>{others}</div>}
      {doubt !== null && loanId !== undefined && (
        <ForLoan incoming={incoming} loanId={loanId} onOther={() => undefined} others={others} />
      )}
    </section>
  )
}

function ReturnedMoney({ others }: PartProps) {
  return (
    <section className={classes.section} aria-label="Dinero que regresó">
      <Notice tone="info">
        Es dinero nuestro que regresó: no es el pago de un préstamo. Revisa la orden en Órdenes STP y descarta
        este abono.
      </Notice>
      <div className={classes.foot}>{others}</div>
    </section>
  )
}

function ReturnRequest({ incoming }: { incoming: IncomingPayment }) {
  const { approval = null } = incoming.return ?? {}
  if (approval === null) return null
  return (
    <section className={classes.section} aria-label="Devolución por autorizar">
      <Notice tone="info">
        Se pidió devolverlo a quien lo envió.{' '}
        <AnchorLink to="/autorizaciones" search={{ autorizacion: approval }} underline="always">
          Ver la autorización
        </AnchorLink>
        . Si usas el dinero antes, la solicitud queda sin efecto.
      </Notice>
    </section>
  )
}

/** What staff can do with an open incoming payment: use it for a loan or a worker, return it, or dismiss a callback. */
export function OpenPart({ incoming }: { incoming: IncomingPayment }) {
  const [step, setStep] = useState<'use' | 'return' | 'dismiss' | 'deposit'>('use')
  const onBack = () => setStep('use')
  if (step === 'dismiss') return <DismissForm id={incoming.id} onBack={onBack} />
  if (step === 'return') return <ReturnForm incoming={incoming} onBack={onBack} />
  if (step === 'deposit') return <DepositForm incoming={incoming} onBack={onBack} />
  const isWhole = incoming.stp_confirmed_at !== null && incoming.unapplied === incoming.amount
  const mayReturn = returnBlocker(incoming, today()) === null && incoming.return === null
  const others = (
    <>
      {dismissalBlocker(incoming) === null && (
        <Button variant="default" onClick={() => setStep('dismiss')}>
          Descartar
        </Button>
      )}
      {mayReturn && (
        <Button variant="default" onClick={() => setStep('return')}>
          Devolver a quien lo envió
        </Button>
      )}
      {isWhole &&
        incoming.return === null &&
        !incoming.is_returned_money &&
        incoming.own_deposit === null && (
          <Button variant="default" onClick={() => setStep('deposit')}>
            Es un depósito nuestro
          </Button>
        )}
    </>
  )
  const Part = incoming.is_returned_money ? ReturnedMoney : Registering
  return (
    <>
      <ReturnRequest incoming={incoming} />
      <DepositRequest incoming={incoming} />
      {incoming.stp_returned_at === null && (
        <Part key={incoming.unapplied} incoming={incoming} others={others} />
      )}
    </>
  )
}
