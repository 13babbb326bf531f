import { Button } from '@mantine/core'
import { decisionProblem, isWithdrawable } from '@quincena/domain/approvals/rules'
import type { Approval } from '@quincena/domain/approvals/schema'
import { formatMoney } from '@quincena/domain/format'
import { messageOf } from '@quincena/domain/messages'
import { useState } from 'react'
import { Notice } from '../../components/notice.tsx'
import { useUser } from '../../lib/session.ts'
import { useApprove, useWithdraw } from './api.ts'
import classes from './approval-dialog.module.css'
import { withoutDeciders } from './approval-words.ts'
import { ConfirmPart } from './confirm-part.tsx'
import { RefuseForm } from './refuse-form.tsx'

type Step = 'facts' | 'approve' | 'refuse' | 'withdraw'

interface StepProps {
  approval: Approval
  onBack: () => void
}

function ApprovePart({ approval: { id, title, amount, person }, onBack }: StepProps) {
  const { mutateAsync } = useApprove(id)
  const what = [title, amount === null ? null : formatMoney(amount), person]
  return (
    <ConfirmPart
      title="¿Autorizar?"
      text={`${what.filter((part) => part !== null).join(' · ')}. Se hace en este momento y queda a tu nombre.`}
      confirmLabel="Sí, autorizar"
      doneText="Quedó autorizada."
      onConfirm={() => mutateAsync(undefined)}
      onBack={onBack}
    />
  )
}

function WithdrawPart({ approval: { id }, onBack }: StepProps) {
  const { mutateAsync } = useWithdraw(id)
  return (
    <ConfirmPart
      title="¿Retirar tu solicitud?"
      text="Nadie podrá autorizarla. Si hace falta, puedes pedirla de nuevo."
      confirmLabel="Sí, retirar"
      doneText="Tu solicitud quedó retirada."
      onConfirm={() => mutateAsync(undefined)}
      onBack={onBack}
    />
  )
}

/** Why the user cannot decide, and what they can do instead. */
function Blocked({
  approval,
  text,
  onWithdraw,
}: {
  approval: Approval
  text: string
  onWithdraw: () => void
}) {
  const isOwn = approval.requested_by === useUser().id
  return (
    <section className={classes.section} aria-label="Por autorizar">
      <Notice tone="info">
        {text}
        {approval.deciders_count === 0 && ` ${withoutDeciders[approval.deciders]}`}
      </Notice>
      {isOwn && isWithdrawable(approval.action) && (
        <div className={classes.foot}>
          <Button variant="default" onClick={onWithdraw}>
            Retirar
          </Button>
        </div>
      )}
    </section>
  )
}

/** Lets the user approve or refuse the approval of another user, or withdraw their own. */
export function OpenPart({ approval }: { approval: Approval }) {
  const user = useUser()
  const [step, setStep] = useState<Step>('facts')
  const problem = decisionProblem(approval, user)
  const onBack = () => setStep('facts')
  if (step === 'approve') return <ApprovePart approval={approval} onBack={onBack} />
  if (step === 'refuse') return <RefuseForm id={approval.id} onBack={onBack} />
  if (step === 'withdraw') return <WithdrawPart approval={approval} onBack={onBack} />
  if (problem !== null)
    return (
      <Blocked approval={approval} text={messageOf(problem.code)} onWithdraw={() => setStep('withdraw')} />
    )
  return (
    <div className={classes.foot} data-apart>
      <Button variant="default" onClick={() => setStep('refuse')}>
        Rechazar
      </Button>
      <Button onClick={() => setStep('approve')}>Autorizar</Button>
    </div>
  )
}
