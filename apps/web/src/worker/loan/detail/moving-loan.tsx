import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { StepLine } from '../../../components/step-line.tsx'
import { LoanHead } from '../loan-head.tsx'
import { buildPayoutSteps } from '../payout-steps.ts'
import { ReceivingAccountLine } from '../receiving-account.tsx'
import { CancelNote } from './cancel-note.tsx'
import { ClarifiedHead } from './clarified-head.tsx'
import { LoanFacts } from './loan-facts.tsx'

const moving = {
  head: 'Estamos enviando tu dinero. Puedes cerrar la app: aquí verás cómo va.',
  note: 'Ya firmaste. Esperamos la confirmación del banco. No tienes que hacer nada: esta pantalla se actualiza sola y el dinero se envía una sola vez.',
}
const waiting = {
  head: 'Tu dinero todavía no sale. Puedes cerrar la app: aquí verás cómo va.',
  note: 'Ya firmaste. No tienes que hacer nada: sale solo, una sola vez, y esta pantalla se actualiza sola.',
}

/** Signed loan whose payout is not confirmed; the loan query refetches until it is. */
export function MovingLoan({ loan }: { loan: LoanDetail }) {
  const words = loan.payout_waits === undefined ? moving : waiting
  return (
    <div className={stack.stack}>
      {loan.in_clarification ? (
        <ClarifiedHead loan={loan} />
      ) : (
        <LoanHead loan={loan} cents={loan.amount} label={words.head} />
      )}
      <Panel title="El camino de tu dinero">
        <StepLine label="El camino de tu dinero" steps={buildPayoutSteps(loan)} />
        {!loan.in_clarification && <p className={stack.note}>{words.note}</p>}
      </Panel>
      <Panel title="Cuenta que lo recibe">
        <ReceivingAccountLine account={loan.receiving_account} />
      </Panel>
      {loan.cancellable === true && <CancelNote />}
      <LoanFacts loan={loan} />
    </div>
  )
}
