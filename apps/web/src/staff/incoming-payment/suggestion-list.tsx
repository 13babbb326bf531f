import { UnstyledButton } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { Suggestion } from '@quincena/domain/incoming-payments/schema'
import { reasonNames } from '@quincena/domain/incoming-payments/suggestions'
import { isPayable } from '@quincena/domain/loans/rules'
import { useQuery } from '@tanstack/react-query'
import { suggestionsQuery } from './api.ts'
import classes from './incoming-dialog.module.css'

/** What money may be used for: a loan, or a worker's balance. */
export type Target = { loan_id: number } | { worker: Suggestion['worker'] }

function targetOf({ loan, worker }: Suggestion): Target {
  return loan !== null && isPayable(loan.state) ? { loan_id: loan.id } : { worker }
}

/** The reasons as one sentence: "Misma cuenta · monto exacto de su pago". */
function reasonsText({ reasons }: Pick<Suggestion, 'reasons'>): string {
  const text = reasons.map((reason) => reasonNames[reason]).join(' · ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function debtText({ loan }: Suggestion): string {
  if (loan === null) return 'Sin préstamo vigente: a su saldo a favor'
  return isPayable(loan.state)
    ? `${loan.folio} · debe ${formatMoney(loan.amount_due)}`
    : `${loan.folio} ya no debe nada: a su saldo a favor`
}

interface SuggestionListProps {
  id: number
  onChoose: (target: Target) => void
}

/** The loans and workers to whom the money may belong, each with its reasons; a click fills in the form. */
export function SuggestionList({ id, onChoose }: SuggestionListProps) {
  const { data } = useQuery(suggestionsQuery(id))
  if (data === undefined || data.results.length === 0) return null
  return (
    <>
      <h4 className={classes.title}>Puede ser de</h4>
      <ul className={classes.choices} aria-label="Sugerencias">
        {data.results.map((suggestion) => (
          <li key={`${suggestion.worker.id}:${suggestion.loan?.id ?? ''}`}>
            <UnstyledButton className={classes.choice} onClick={() => onChoose(targetOf(suggestion))}>
              <span className={classes.person}>
                {suggestion.worker.name}
                <span className={classes.second}>{debtText(suggestion)}</span>
              </span>
              <span className={classes.reason}>{reasonsText(suggestion)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  )
}
