import type { SentSigningCode } from '@quincena/domain/loans/signing-code'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { clientLog } from '../../../../lib/client-log.ts'
import { useRequestSigningCode } from './api.ts'
import { failureOf } from './failure.ts'

interface SigningCodeProps {
  loan_id: number
  /** SHA-256 of the contract that was read; null before. */
  contract_sha256: string | null
  /** True on the step that asks for the code: the first one is sent by itself. */
  isAsked: boolean
  /** The contract changed: it has to be read and signed again. */
  onChanged: (text: string) => void
  onLeave: (reason: string) => void
}

/** A code that was sent from this screen. */
export interface SentCode extends SentSigningCode {
  /** Which one it is, from 1. */
  count: number
  /** When the answer came, by this phone's clock, in milliseconds. */
  at_ms: number
}

/** The code of a signature: what was sent, what is typed, and why it was refused. Outlives the step's screen. */
export function useSigningCode({ loan_id, contract_sha256, isAsked, onChanged, onLeave }: SigningCodeProps) {
  const { mutate, isPending } = useRequestSigningCode(loan_id)
  const [sent, setSent] = useState<SentCode | null>(null)
  const [typed, setTyped] = useState('')
  /** What is wrong with the typed code, and why none was sent. */
  const [error, setError] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const askedFor = useRef<string | null>(null)

  const request = () => {
    if (contract_sha256 === null) return
    askedFor.current = contract_sha256
    setProblem(null)
    mutate(contract_sha256, {
      onError(failure) {
        const { next, text } = failureOf(failure)
        clientLog.error('signing-code', text, failure)
        if (next === 'read') return onChanged(text)
        if (next === 'leave') return onLeave(text)
        setProblem(text)
      },
      onSuccess(answer) {
        setSent((earlier) => ({ ...answer, count: (earlier?.count ?? 0) + 1, at_ms: Date.now() }))
        setTyped('')
        setError(null)
      },
    })
  }
  const requestFirst = useEffectEvent(() => {
    // A code belongs to one contract.
    if (askedFor.current !== contract_sha256) request()
  })
  useEffect(() => {
    if (isAsked) requestFirst()
  }, [isAsked])
  return {
    ...{ sent, typed, error, problem, isSending: isPending, request, setError },
    type(text: string) {
      setTyped(text)
      setError(null)
    },
  }
}

export type SigningCodeState = ReturnType<typeof useSigningCode>
