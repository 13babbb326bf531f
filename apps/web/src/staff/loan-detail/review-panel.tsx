import { Stack } from '@mantine/core'
import { businessDay } from '@quincena/domain/dates'
import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { Field, FieldGrid } from '../../components/copy-field.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { useUser } from '../../lib/session.ts'
import { loanTransfersQuery } from '../transfer/api.ts'
import { ageText } from '../treasury/age-words.ts'
import { AdminList } from './admin-list.tsx'
import classes from './returned-panel.module.css'

/** The orders of a loan that wait for an admin who states what happened to the money, and what that means meanwhile. */
export function ReviewPanel({ loan }: { loan: LoanDetail }) {
  const { data, error, refetch } = useQuery(loanTransfersQuery(loan.id))
  const isAdmin = useUser().user_type === 'U0'
  const today = businessDay(Temporal.Now.instant())
  const orders = data?.results.filter(({ needs_review }) => needs_review)
  return (
    <Card title="En revisión">
      <p className={classes.second}>
        No se sabe si el trabajador tiene el dinero. Mientras tanto nada vence, no se le envían recordatorios
        y no aparece como retrasado. Si resulta pagada, lo que venció entretanto cuenta desde ese día.
      </p>
      {error && <ErrorState title="No se pudieron cargar las órdenes." error={error} onRetry={refetch} />}
      {orders === undefined && !error && <LinesSkeleton lines={2} />}
      {orders?.map(({ id, tracking_key, amount, review_reason, created_at }) => (
        <Stack key={id} gap="md" align="start">
          <FieldGrid>
            <Field label="Orden">
              {tracking_key} · {formatMoney(amount)}
            </Field>
            <Field label="Motivo">{review_reason ?? 'STP y nuestro registro no coinciden'}</Field>
            <Field label="Antigüedad">
              {ageText(created_at, today)}
              <span className={classes.second}>Creada {formatDateTime(created_at)}</span>
            </Field>
          </FieldGrid>
          <ButtonLink to="/stp" search={{ order: id }} variant="light">
            {isAdmin ? 'Resolver' : 'Ver la orden'}
          </ButtonLink>
        </Stack>
      ))}
      {!isAdmin && <AdminList may="puede resolverla" />}
    </Card>
  )
}
