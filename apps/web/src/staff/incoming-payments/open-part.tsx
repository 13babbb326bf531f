import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { formatMoney } from '@quincena/domain/format'
import type { IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AnchorLink } from '../../components/links.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { loanQuery } from '../loan/api.ts'
import { typeWords } from '../loan/words.ts'
import { ConfirmForm } from './confirm-form.tsx'
import { DismissForm } from './dismiss-form.tsx'
import classes from './incoming-dialog.module.css'
import { ruleWords, stpDoubt } from './incoming-words.ts'
import { LoanChoice } from './loan-choice.tsx'

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

interface ChosenProps {
  incoming: IncomingPayment
  loanId: number
  onOther: () => void
  onDismiss: () => void
}

function Chosen({ incoming, loanId, onOther, onDismiss }: ChosenProps) {
  const { data: loan, error, refetch } = useQuery(loanQuery(loanId))
  if (loan === undefined && error) return <ErrorState error={error} onRetry={refetch} />
  if (loan === undefined) return <LinesSkeleton lines={4} />
  const { match } = incoming
  const why = match?.loan.id === loanId ? ruleWords[match.rule] : 'Elegido por ti'
  return (
    <>
      <ChosenLoan loan={loan} why={why} onOther={onOther} />
      <ConfirmForm key={loanId} incoming={incoming} loan={loan} onDismiss={onDismiss} />
    </>
  )
}

function DismissFoot({ onDismiss }: Pick<ChosenProps, 'onDismiss'>) {
  return (
    <div className={classes.foot}>
      <Button variant="default" onClick={onDismiss}>
        Descartar
      </Button>
    </div>
  )
}

function Choosing({
  incoming,
  onChoose,
  onDismiss,
}: Pick<ChosenProps, 'incoming' | 'onDismiss'> & {
  onChoose: (loan_id: number) => void
}) {
  return (
    <>
      {incoming.match === null && (
        <Notice tone="info">No coincide con ningún préstamo vigente. Búscalo o descarta el abono.</Notice>
      )}
      <LoanChoice onChoose={onChoose} />
      <DismissFoot onDismiss={onDismiss} />
    </>
  )
}

interface PartProps {
  incoming: IncomingPayment
  onDismiss: () => void
}

function Registering({ incoming, onDismiss }: PartProps) {
  const [loanId, setLoanId] = useState(incoming.match?.loan.id ?? null)
  const doubt = stpDoubt(incoming)
  return (
    <section className={classes.section} aria-label="Registrar como pago">
      {doubt !== null && (
        <Notice tone={doubt.tone === 'rejected' ? 'problem' : 'info'}>
          <strong>{doubt.label}.</strong> {doubt.why}
        </Notice>
      )}
      {(loanId !== null || doubt === null) && <h3 className={classes.title}>Para qué préstamo es</h3>}
      {loanId === null && doubt !== null && <DismissFoot onDismiss={onDismiss} />}
      {loanId === null && doubt === null && (
        <Choosing incoming={incoming} onChoose={setLoanId} onDismiss={onDismiss} />
      )}
      {loanId !== null && (
        <Chosen incoming={incoming} loanId={loanId} onOther={() => setLoanId(null)} onDismiss={onDismiss} />
      )}
    </section>
  )
}

function ReturnedMoney({ onDismiss }: PartProps) {
  return (
    <section className={classes.section} aria-label="Dinero que regresó">
      <Notice tone="info">
        Es dinero nuestro que regresó: no es el pago de un préstamo. Revisa la orden en Órdenes STP y descarta
        este abono.
      </Notice>
      <DismissFoot onDismiss={onDismiss} />
    </section>
  )
}

/** Registers an open incoming payment as a payment of a loan, or dismisses it. Returned money can only be dismissed. */
export function OpenPart({ incoming }: { incoming: IncomingPayment }) {
  const [isDismissing, dismissing] = useDisclosure(false)
  if (isDismissing) return <DismissForm id={incoming.id} onBack={dismissing.close} />
  const Part = incoming.is_returned_money ? ReturnedMoney : Registering
  return <Part incoming={incoming} onDismiss={dismissing.open} />
}
