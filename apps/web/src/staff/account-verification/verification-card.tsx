import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { verificationQuery, verificationsQuery } from './api.ts'
import { Evidence } from './evidence.tsx'
import { VerificationActions } from './verification-actions.tsx'

/** The verification of a loan's receiving account: evidence, date and what staff can do. */
export function VerificationCard({ id }: { id: number }) {
  const query = useQuery(verificationQuery(id))
  return (
    <Card title="Titular de la cuenta">
      {query.data === undefined ? (
        <LoadState query={query} title="Error al cargar la verificación de la cuenta." />
      ) : (
        <>
          <Evidence verification={query.data} />
          <VerificationActions verification={query.data} />
        </>
      )}
    </Card>
  )
}

/** The same for a worker's current account; nothing if it was never verified. */
export function CurrentAccountCard({ user }: { user: number }) {
  const { data } = useQuery(verificationsQuery({ user, page_size: 10 }))
  const current = data?.results.find(({ is_current }) => is_current)
  return current === undefined ? null : <VerificationCard id={current.id} />
}
