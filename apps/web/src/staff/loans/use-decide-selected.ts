import type { LoanListItem } from '@quincena/domain/loans/schema'
import { ApiError } from '../../lib/api-error.ts'
import { delay } from '../../lib/delayed.ts'
import { pluralize } from '../../lib/pluralize.ts'
import { useRefresh } from '../../lib/refresher.ts'
import type { Decision } from '../loan/api.ts'
import { decisionOf, decisionWords } from '../loan/decide.ts'
import { buildItems, startRun } from './decision-run.ts'

/** Keeps a logout from leaving: the dialog of the run says which loans were not decided and why. */
const undecided = new ApiError({
  status: 409,
  code: 'loans.undecided',
  detail: 'No todas las solicitudes quedaron decididas. Revisa los resultados.',
})

interface SelectedDecision extends Pick<Decision, 'status' | 'reason'> {
  loans: readonly LoanListItem[]
}

/**
 * Returns a function that decides several loans after the time for undoing: each by its own call with its own key. The
 * run shows its progress and results in its own dialog.
 */
export function useDecideSelected() {
  const refresh = useRefresh('loan', 'user')
  return ({ loans, ...decision }: SelectedDecision) => {
    const { doing, undone, failed } = decisionWords[decision.status]
    const what = pluralize(loans.length, 'solicitud', 'solicitudes')
    const items = buildItems(loans)
    delay({
      subjects: loans.map(({ id }) => decisionOf(id)),
      ...{ doing: `${doing} ${what}`, undone: `${undone} nada: siguen seleccionadas`, failed },
      hasOwnProgress: true,
      async send() {
        const isWhole = await startRun({ ...decision, items })
        await refresh()
        if (!isWhole) throw undecided
      },
    })
  }
}
