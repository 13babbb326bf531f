import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { messageOf } from '@quincena/domain/messages'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { toast } from '../../../components/toast.tsx'
import { approvedPath } from './signing/approved-path.ts'

/** Watches a payout on the screen: sent leads to the approved screen with a toast; refused shows an error toast. */
export function useOutcome({ id, type, state }: Pick<LoanDetail, 'id' | 'type' | 'state'>): void {
  const before = useRef(state)
  const navigate = useNavigate()
  useEffect(() => {
    const wasMoving = before.current === 'disbursing'
    before.current = state
    if (!wasMoving) return
    if (state === 'approved') toast.error(messageOf('transfer.refused'))
    if (state !== 'active') return
    toast.success('El dinero ha sido enviado.')
    void navigate({ to: approvedPath[type], params: { id }, replace: true })
  }, [state, type, id, navigate])
}
