import { Button } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { ActionBar } from '../../../../components/action-bar.tsx'
import { Amount } from '../../../../components/amount.tsx'
import { Fact, FactList } from '../../../../components/phone/fact-list.tsx'
import { Notice } from '../../../../components/phone/notice.tsx'
import { Panel } from '../../../../components/phone/panel.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { useOnline } from '../../../../lib/online.ts'
import { ReceivingAccountLine } from '../../receiving-account.tsx'
import type { Signed } from './kept-signature.ts'
import classes from './signing.module.css'

interface ConfirmStepProps {
  loan: LoanDetail
  signed: Signed
  /** False if the signature is lost with this screen. */
  isKept: boolean
  /** True: a code is asked on the next step, which sends the signature. */
  hasCode: boolean
  /** Why the last attempt failed; null before the first failure. */
  problem: string | null
  onFinish: () => void
  onSignAgain: () => void
}

const offlineTexts = {
  kept: 'Sin conexión. Tu firma sigue aquí, en este teléfono: cuando vuelva la conexión, toca el botón para enviarla.',
  shown: 'Sin conexión. Tu firma sigue aquí, pero no pudimos guardarla: no cierres esta pantalla.',
}

/**
 * Confirmation before sending: amount, receiving account, total debt and signature. Without a network the button is
 * disabled with its reason; nothing is sent before the person taps it.
 */
export function ConfirmStep(props: ConfirmStepProps) {
  const { loan, signed, isKept, hasCode, problem, onFinish, onSignAgain } = props
  const isOnline = useOnline()
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
          <img className={classes.signature} src={signed.body.signature} alt="Tu firma" />
        </Panel>
        {problem !== null && <Notice>{problem}</Notice>}
      </div>
      <ActionBar row>
        {!isOnline && (
          <p id="offline-reason" className={stack.note} role="status">
            {offlineTexts[isKept ? 'kept' : 'shown']}
          </p>
        )}
        <Button
          size="lg"
          disabled={!isOnline}
          aria-describedby={isOnline ? undefined : 'offline-reason'}
          onClick={onFinish}
        >
          {hasCode ? 'Continuar' : problem === null ? 'Terminar' : 'Intentar de nuevo'}
        </Button>
        <Button size="lg" variant="subtle" color="gray" onClick={onSignAgain}>
          Firmar otra vez
        </Button>
        {problem === null && !hasCode && (
          <p className={stack.note}>Al tocar Terminar firmas y enviamos {formatMoney(loan.amount)}.</p>
        )}
      </ActionBar>
    </>
  )
}
