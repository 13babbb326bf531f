import { formatDateTime } from '@quincena/domain/format'
import type { BalanceCandidate, BalanceCaseDetail } from '@quincena/domain/treasury/balance-check-schema'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { CardsSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { today } from '../../lib/today.ts'
import { ageText } from '../treasury/age-words.ts'
import { OwnerCell } from '../treasury/owner-cell.tsx'
import { differenceText } from '../treasury/verdict-words.ts'
import { balanceCaseQuery } from './api.ts'
import classes from './balance-case-card.module.css'
import { signedText } from './movement-words.ts'

/** Links to the record of a candidate; an order that we do not have is only in the reconciliation. */
function CandidateLink({ kind, record }: BalanceCandidate) {
  if (record === null || kind === 'listed_order')
    return (
      <AnchorLink to="/conciliacion" size="sm">
        Ver conciliación
      </AnchorLink>
    )
  if (kind === 'order')
    return (
      <AnchorLink to="/stp" search={{ order: record }} size="sm">
        Ver orden
      </AnchorLink>
    )
  if (kind === 'receipt')
    return (
      <AnchorLink to="/abonos" search={{ status: 'all', abono: record }} size="sm">
        Ver abono
      </AnchorLink>
    )
  return (
    <AnchorLink to="/tesoreria/movimientos" search={{ movimiento: record }} size="sm">
      Ver movimiento
    </AnchorLink>
  )
}

function Candidate({ candidate }: { candidate: BalanceCandidate }) {
  const { tracking_key, name, reason, at, effect, is_match } = candidate
  return (
    <li className={classes.candidate} data-match={is_match}>
      <span className={classes.what}>
        <span className={classes.name}>{name ?? tracking_key ?? 'Sin nombre'}</span>
        <span className={classes.second}>
          {reason} · {formatDateTime(at)}
          {name !== null && tracking_key !== null && ` · ${tracking_key}`}
        </span>
        {is_match && <StatusBadge label="Explica la diferencia" tone="active" />}
      </span>
      <span className={classes.amount}>{signedText(effect)}</span>
      <CandidateLink {...candidate} />
    </li>
  )
}

function Candidates({ candidates }: Pick<BalanceCaseDetail, 'candidates'>) {
  if (candidates.length === 0)
    return (
      <p className={classes.text}>
        Ningún movimiento conocido la explica. Compara el estado de cuenta de STP con los movimientos de abajo
        y registra el que falte.
      </p>
    )
  return (
    <section aria-labelledby="candidatos">
      <h3 className={classes.title} id="candidatos">
        Qué podría explicarla
      </h3>
      <ul className={classes.candidates}>
        {candidates.map((candidate) => (
          <Candidate
            key={`${candidate.kind}-${candidate.record ?? candidate.tracking_key}`}
            candidate={candidate}
          />
        ))}
      </ul>
    </section>
  )
}

/** A difference that lasts: since when, who takes care of it, and the movements that could explain it. */
export function BalanceCaseCard({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(balanceCaseQuery(id))
  if (data === undefined)
    return error === null ? (
      <CardsSkeleton cards={1} height={160} />
    ) : (
      <ErrorState title="No se pudo cargar la diferencia." error={error} onRetry={refetch} />
    )
  const { difference, since, owner, candidates } = data
  return (
    <Card
      title={`Caso abierto: ${differenceText(difference)}`}
      action={
        <OwnerCell
          owner={owner}
          of="caso de diferencia de saldo"
          path={`/treasury/balance-cases/${id}`}
          topics={['balance']}
        />
      }
    >
      <p className={classes.text}>
        Desde el {formatDateTime(since)} · {ageText(since, today())}. Se cierra solo cuando una comprobación
        da 0.00.
      </p>
      <Candidates candidates={candidates} />
    </Card>
  )
}
