import type { LoanPatch } from '@quincena/domain/loans/bodies'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { toast } from '../../components/toast.tsx'
import { askedText, isAsked } from '../../lib/approvals.ts'
import { delay } from '../../lib/delayed.ts'
import { attemptOf, randomKey } from '../../lib/idempotency.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { onSessionEnd } from '../../lib/session.ts'
import { type Decision, decideLoan } from './api.ts'
import { typeWords } from './words.ts'

/** A loan as its decider saw it. */
type SeenLoan = Pick<LoanListItem, 'id' | 'type' | 'folio' | 'status' | 'amount' | 'period'> & {
  user: { first_name: string; last_name: string }
}

/** What a decision says before, while and after it is sent. */
export const decisionWords = {
  APP: {
    doing: 'Aprobando',
    undone: 'No se aprobó',
    failed: 'No se pudo aprobar',
    done: 'Solicitud aprobada',
  },
  REJ: {
    ...{ doing: 'Rechazando', undone: 'No se rechazó', failed: 'No se pudo rechazar' },
    done: 'Solicitud rechazada',
  },
} as const

/** The subject of a delayed decision. */
export const decisionOf = (loan_id: number) => `loan ${loan_id}`

/** The status, amount and period that the server compares with the loan's. */
export const seenOf = ({ status, amount, period }: SeenLoan): NonNullable<LoanPatch['seen']> => ({
  status,
  amount,
  period,
})

/** Reasons of rejections that were undone or failed, by loan: the dialog starts with them. */
const typedReasons = new Map<number, string>()
onSessionEnd(() => typedReasons.clear())

/** The reason that the user typed for a rejection that did not happen. */
export const typedReason = (loan_id: number): string => typedReasons.get(loan_id) ?? ''

interface NewDecision extends Pick<Decision, 'status' | 'reason'> {
  loan: SeenLoan
  /** Called when the user undoes it, or the server refuses it. */
  onNotDone: () => void
}

/**
 * Returns a function that approves or rejects a loan after a delay in which the user can undo it. The idempotency key is
 * made once, at the confirmation. A refusal refreshes the loan too: it often means that it has changed meanwhile.
 */
export function useDecideLater() {
  const refresh = useRefresh('loan', 'user')
  return ({ loan, onNotDone, ...decision }: NewDecision) => {
    const { id, folio, type, user } = loan
    const { doing, undone, failed, done } = decisionWords[decision.status]
    const attempt = attemptOf(randomKey())
    const who = `${folio} · ${user.first_name} ${user.last_name}`
    delay({
      subjects: [decisionOf(id)],
      ...{ doing: `${doing} ${who}`, undone: `${undone} ${folio}`, failed: `${failed} ${folio}` },
      link: { to: typeWords[type].detailPath, params: { id } },
      async send() {
        try {
          const answer = await decideLoan(id, { ...decision, seen: seenOf(loan) }, attempt)
          toast.success(isAsked(answer) ? askedText : done)
          typedReasons.delete(id)
        } finally {
          await refresh()
        }
      },
      onNotDone() {
        if (decision.reason) typedReasons.set(id, decision.reason)
        onNotDone()
      },
    })
  }
}
