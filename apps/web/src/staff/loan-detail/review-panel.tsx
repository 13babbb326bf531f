import { Stack } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { Field, FieldGrid } from '../../components/copy-field.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { loanTransfersQuery } from '../transfer/api.ts'
import classes from './returned-panel.module.css'

/** The orders of a loan that wait for an admin who states what happened to the money, and what that means meanwhile. */
export function ReviewPanel({ loan }: { loan: LoanDetail }) {
  const { data, error, refetch } = useQuery(loanTransfersQuery(loan.id))
  const orders = data?.results.filter(({ needs_review }) => needs_review)
  return (
    <Card title="En aclaración">
      <p className={classes.second}>
        No se sabe si el trabajador tiene el dinero. Mientras tanto nada vence, no se le envían recordatorios
        y no aparece como retrasado. Si resulta pagada, lo que venció entretanto cuenta desde ese día.
      </p>
      {error && <ErrorState title="No se pudieron cargar las órdenes." error={error} onRetry={refetch} />}
      {orders === undefined && !error && <LinesSkeleton lines={2} />}
      {orders?.map(({ id, tracking_key, amount, review_reason }) => (
        <Stack key={id} gap="md" align="start">
          <FieldGrid>
            <Field label="Orden">
              {tracking_key} · {formatMoney(amount)}
            </Field>
            <Field label="Motivo">{review_reason ?? 'STP y nuestro registro no coinciden'}</Field>
          </FieldGrid>
          <ButtonLink to="/stp" search={{ order: id }} variant="light">
            Resolver
          </ButtonLink>
        </Stack>
      ))}
    </Card>
  )
}
