import type { LoanDetail } from '@quincena/domain/loans/schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { toast } from '../../components/toast.tsx'
import { contractQuery, useAcceptLoan } from './api.ts'
import { approvedPath } from './approved-path.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { ContractStep } from './contract-step.tsx'
import { failureOf } from './failure.ts'
import type { Place } from './location.ts'
import { Sending } from './sending.tsx'
import { type Signature, SignStep } from './sign-step.tsx'
import type { SigningStep } from './step.ts'

interface SigningProps {
  loan: LoanDetail
  place: Place
  step: SigningStep
  onStep: (step: SigningStep) => void
  /** The signing is over, or cannot go on for the reason given: the loan is shown as it stands now. */
  onLeave: (reason?: string) => void
}

/** Sends the acceptance and leads on from whatever comes of it. */
function useAcceptance({ loan, place, onStep, onLeave }: Omit<SigningProps, 'step'>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: contract } = useQuery(contractQuery(loan.id))
  const { mutate, isPending } = useAcceptLoan(loan.id)
  const [problem, setProblem] = useState<string | null>(null)
  // A second tap comes before the first one's rendering.
  const isSending = useRef(false)

  const fail = (error: Error) => {
    isSending.current = false
    const { next, text } = failureOf(error)
    setProblem(next === 'retry' ? text : null)
    if (next === 'retry') return
    if (next === 'leave') return onLeave(text)
    toast.error(text)
    void client.invalidateQueries({ queryKey: contractQuery(loan.id).queryKey })
    onStep('contrato')
  }
  const accept = (signature: Signature) => {
    if (!contract?.sha256) return onStep('contrato')
    if (isSending.current) return
    isSending.current = true
    const body = { ...signature, ...place, contract_sha256: contract.sha256 }
    mutate(body, {
      onError: fail,
      onSuccess: ({ loan: { id, type, state } }) => {
        if (state === 'disbursing') return onLeave()
        toast.success('El dinero ha sido enviado.')
        void navigate({ to: approvedPath[type], params: { id }, replace: true })
      },
    })
  }
  return { accept, isPending, problem, forget: () => setProblem(null) }
}

/** From the contract to the money: read, sign by hand, look once more, send. */
export function Signing(props: SigningProps) {
  const { loan, step, onStep } = props
  const [signature, setSignature] = useState<Signature | null>(null)
  const { accept, isPending, problem, forget } = useAcceptance(props)
  if (isPending) return <Sending />
  if (step === 'contrato') return <ContractStep id={loan.id} onRead={() => onStep('firma')} />
  if (step === 'firma' || signature === null) {
    return (
      <SignStep
        loan={loan}
        onSigned={(drawn) => {
          setSignature(drawn)
          forget()
          onStep('confirmar')
        }}
      />
    )
  }
  return (
    <ConfirmStep
      loan={loan}
      signature={signature}
      problem={problem}
      onFinish={() => accept(signature)}
      onSignAgain={() => onStep('firma')}
    />
  )
}
