import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { delayedSubjects, useDelayed } from '../../lib/delayed.ts'
import { pluralize } from '../../lib/pluralize.ts'
import { waitingRequestsQuery } from '../loan/api.ts'
import { decisionOf } from '../loan/decide.ts'
import { typeWords } from '../loan/words.ts'
import classes from './next-request.module.css'

/** The button of the decision is gone, so that the focus moves to the next one. */
const focusLink = (bar: HTMLElement | null) => bar?.querySelector('a')?.focus()

/** After a decision: opens the next request of the type that waits for one, and says how many are left. */
export function NextRequest({ id, type }: Pick<LoanDetail, 'id' | 'type'>) {
  const { data } = useQuery(waitingRequestsQuery(type))
  const decided = delayedSubjects(useDelayed())
  if (data === undefined) return null
  const others = data.results.filter((loan) => loan.id !== id && !decided.has(decisionOf(loan.id)))
  const next = others[0]
  const left = data.count - (data.results.length - others.length)
  if (next === undefined && left > 0) return null
  if (next === undefined) return <Notice tone="done">No queda otra solicitud por decidir.</Notice>
  const { folio, user } = next
  return (
    <section ref={focusLink} className={classes.bar} aria-label="Después de decidir">
      <ButtonLink to={typeWords[type].detailPath} params={{ id: next.id }} variant="light">
        Siguiente por decidir
      </ButtonLink>
      <span>
        {folio} · {user.first_name} {user.last_name}
      </span>
      <span className={classes.left}>
        {left === 1 ? 'Queda' : 'Quedan'} {pluralize(left, 'solicitud', 'solicitudes')}
      </span>
    </section>
  )
}
