import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { messageOf } from '@quincena/domain/messages'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from '../../../../components/toast.tsx'
import { clientLog } from '../../../../lib/client-log.ts'
import { useUser } from '../../../../lib/session.ts'
import { missingConsents } from '../../../legal/consent-memory.ts'
import { useAcceptLoan } from './api.ts'
import { approvedPath } from './approved-path.ts'
import { CodeStep } from './code-step.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { ConfirmingAccount, type OnAnswer } from './confirming-account.tsx'
import { ContractStep } from './contract-step.tsx'
import { failureOf } from './failure.ts'
import { forgetSignature, keepSignature, keptSignature, type Signed } from './kept-signature.ts'
import type { Place } from './location.ts'
import { Sending } from './sending.tsx'
import { SignStep } from './sign-step.tsx'
import type { SigningStep } from './step.ts'
import { type SigningCodeState, useSigningCode } from './use-signing-code.ts'

interface SigningProps {
  loan: LoanDetail
  place: Place
  step: SigningStep
  onStep: (step: SigningStep) => void
  /** Ends the signing and shows the loan's screen; `reason` is the error to show there. */
  onLeave: (reason?: string) => void
}

const sentText = 'El dinero ha sido enviado.'

/** Preloads the code of the approved screen, so that it can be shown if the network fails after the acceptance. */
function usePrefetchApproved({ id, type }: Pick<LoanDetail, 'id' | 'type'>): void {
  const router = useRouter()
  useEffect(() => {
    void router.preloadRoute({ to: approvedPath[type], params: { id } }).catch(() => undefined)
  }, [router, type, id])
}

/** After an acceptance, opens the approved screen; while the payout's outcome is unknown, the loan's screen. */
function useOpenResultScreen({ onLeave }: Pick<SigningProps, 'onLeave'>) {
  const navigate = useNavigate()
  return ({ id, type, state }: LoanDetail) => {
    if (state === 'disbursing') return onLeave()
    toast.success(sentText)
    void navigate({ to: approvedPath[type], params: { id }, replace: true })
  }
}

/**
 * Calls `follow` if the loan stops being an offer during the signing: an acceptance with a lost answer has arrived, or
 * the offer ended in another way.
 */
function useOnOfferEnded(loan: LoanDetail, isSending: boolean, onEnded: (loan: LoanDetail) => void) {
  const end = useEffectEvent(() => onEnded(loan))
  const hasEnded = loan.state !== 'approved' && !isSending
  useEffect(() => {
    if (hasEnded) end()
  }, [hasEnded])
}

interface AcceptanceProps extends Omit<SigningProps, 'step' | 'place'> {
  /** Shows why the server refused the code. */
  onCodeRefused: (text: string) => void
}

/** Sends the acceptance and opens the screen that its result requires. */
function useAcceptance({ loan, onStep, onLeave, onCodeRefused }: AcceptanceProps) {
  const openResultScreen = useOpenResultScreen({ onLeave })
  const { mutate, isPending, isSuccess } = useAcceptLoan(loan.id)
  const [problem, setProblem] = useState<string | null>(null)
  /** The signed acceptance that waits for the bank to confirm the account. */
  const [waiting, setWaiting] = useState<Signed | null>(null)
  // A ref, because a second tap can come before the first one has rendered.
  const isSending = useRef(false)
  const hasSent = useRef(false)
  useOnOfferEnded(loan, isPending || isSuccess, (ended) => {
    const isSigned = ended.state === 'active' || ended.state === 'disbursing'
    return isSigned && hasSent.current ? openResultScreen(ended) : onLeave()
  })

  const fail = (error: Error, signed: Signed) => {
    isSending.current = false
    const { next, text } = failureOf(error)
    setWaiting(next === 'wait' ? signed : null)
    if (next === 'wait') return
    clientLog.error('accept-loan', `${text}: ${loan.folio}`, error)
    if (next === 'code') {
      setProblem(null)
      return onCodeRefused(text)
    }
    setProblem(next === 'retry' ? text : null)
    if (next === 'retry') return
    forgetSignature(loan.id)
    if (next === 'leave') return onLeave(text)
    toast.error(text)
    onStep('contrato')
  }
  const send = (signed: Signed) => {
    if (isSending.current) return
    isSending.current = true
    hasSent.current = true
    mutate(signed, {
      onError: (error) => fail(error, signed),
      onSuccess: ({ loan: accepted }) => {
        forgetSignature(loan.id)
        clientLog.info('accept-loan', `${sentText}: ${accepted.folio}, ${accepted.state}`)
        openResultScreen(accepted)
      },
    })
  }
  const accept = (signed: Signed) => {
    // The server would refuse it until then.
    if (loan.account_check?.obstacle === 'verifying') return setWaiting(signed)
    send(signed)
  }
  const resume: OnAnswer = (obstacle) => {
    if (waiting === null) return
    setWaiting(null)
    if (obstacle === null) return send(waiting)
    onLeave(messageOf(`account.${obstacle}`))
  }
  return {
    accept,
    resume,
    isWaiting: waiting !== null,
    isPending,
    problem,
    clearProblem: () => setProblem(null),
  }
}

/** Calls `onConsents` when the worker has accepted the missing legal texts in the global consent sheet. */
function useConsentsGiven(onConsents: () => void) {
  const isMissing = missingConsents(useUser()).length > 0
  const wasMissing = useRef(isMissing)
  const reportConsents = useEffectEvent(onConsents)
  useEffect(() => {
    if (wasMissing.current && !isMissing) reportConsents()
    wasMissing.current = isMissing
  }, [isMissing])
}

/** The code of the signature, and what a change of the contract or the end of the offer mean for it. */
function useCode({ loan, step, onStep, onLeave }: SigningProps, contract_sha256: string | null) {
  const isAsked = step === 'codigo' && loan.signing_code !== undefined
  return useSigningCode({
    ...{ loan_id: loan.id, contract_sha256, isAsked, onLeave },
    onChanged(text) {
      forgetSignature(loan.id)
      toast.error(text)
      onStep('contrato')
    },
  })
}

/** A refused code is shown on its step, also where the lender asks for one since this screen was opened. */
function showRefusedCode(code: SigningCodeState, { step, onStep }: SigningProps, text: string) {
  if (step !== 'codigo') return onStep('codigo')
  code.setError(text)
}

const withCode = (signed: Signed, signing_code: string): Signed => ({
  ...signed,
  body: { ...signed.body, signing_code },
})

/** Steps of the signing: read the contract, sign, confirm, type the code where one is asked, send. */
export function Signing(props: SigningProps) {
  const { loan, place, step, onStep } = props
  const [kept] = useState(() => keptSignature(loan.id))
  /** SHA-256 of the contract that was read. The signature is drawn after it and sent with it. */
  const [read, setRead] = useState(kept?.body.contract_sha256 ?? null)
  const [signing, setSigning] = useState(kept && { signed: kept, isKept: true })
  const code = useCode(props, signing === null ? null : read)
  const { accept, resume, isWaiting, isPending, problem, clearProblem } = useAcceptance({
    ...props,
    onCodeRefused: (text) => showRefusedCode(code, props, text),
  })
  useConsentsGiven(() => {
    if (problem !== null) toast.success('Listo. Toca «Terminar» para enviar tu firma.')
    clearProblem()
  })
  usePrefetchApproved(loan)
  if (isPending) return <Sending />
  if (isWaiting)
    return <ConfirmingAccount loan_id={loan.id} onAnswer={resume} onLeave={() => props.onLeave()} />
  // After «back» into a finished signing no contract was read, so the contract comes first.
  if (step === 'contrato' || read === null) {
    return (
      <ContractStep
        id={loan.id}
        onRead={(sha256) => {
          setRead(sha256)
          setSigning(null)
          forgetSignature(loan.id)
          onStep('firma')
        }}
      />
    )
  }
  if (step === 'firma' || signing === null) {
    return (
      <SignStep
        loan={loan}
        onSigned={(drawn) => {
          setSigning(keepSignature(loan.id, { ...drawn, ...place, contract_sha256: read }))
          clearProblem()
          onStep('confirmar')
        }}
      />
    )
  }
  const hasCode = loan.signing_code !== undefined
  if (step === 'codigo' && hasCode)
    return (
      <CodeStep
        {...{ loan, code, problem }}
        onFinish={(signing_code) => accept(withCode(signing.signed, signing_code))}
      />
    )
  return (
    <ConfirmStep
      {...{ loan, ...signing, hasCode, problem }}
      onFinish={() => (hasCode ? onStep('codigo') : accept(signing.signed))}
      onSignAgain={() => onStep('firma')}
    />
  )
}
