import { Button } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { ActionBar } from '../../../../components/action-bar.tsx'
import { Amount } from '../../../../components/amount.tsx'
import { Fact, FactList } from '../../../../components/phone/fact-list.tsx'
import { Notice } from '../../../../components/phone/notice.tsx'
import { Panel } from '../../../../components/phone/panel.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { ReceivingAccountLine } from '../../receiving-account.tsx'
import type { Signature } from './sign-step.tsx'
import classes from './signing.module.css'

interface ConfirmStepProps {
  loan: LoanDetail
  signature: Signature
  /** Why the last attempt failed; null before the first failure. */
  problem: string | null
  onFinish: () => void
  onSignAgain: () => void
}

/** Confirmation before sending: amount, receiving account, total debt and signature. */
export function ConfirmStep({ loan, signature, problem, onFinish, onSignAgain }: ConfirmStepProps) {
  return (
    <>
      <div className={stack.stack}>
        <div className={classes.head}>
          <p className={stack.lead}>Vamos a enviarte</p>
          <Amount cents={loan.amount} size="hero" />
        </div>
        <Panel>
          <ReceivingAccountLine account={loan.receiving_account} />
        </Panel>
        <Panel>
          <FactList>
            <Fact label="Total a pagar" strong>
              {formatMoney(loan.total_debt)}
            </Fact>
            <Fact label="Contrato">{loan.folio}</Fact>
          </FactList>
          <img className={classes.signature} src={signature.signature} alt="Tu firma" />
        </Panel>
        {problem !== null && <Notice>{problem}</Notice>}
      </div>
      <ActionBar>
        <Button size="lg" fullWidth onClick={onFinish}>
          {problem === null ? 'Terminar' : 'Intentar de nuevo'}
        </Button>
        {problem === null && (
          <p className={stack.note}>Al tocar Terminar firmas y enviamos {formatMoney(loan.amount)}.</p>
        )}
        <Button size="lg" fullWidth variant="subtle" color="gray" onClick={onSignAgain}>
          Firmar otra vez
        </Button>
      </ActionBar>
    </>
  )
}
