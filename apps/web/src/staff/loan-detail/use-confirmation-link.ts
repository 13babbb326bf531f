import type { LoanDetail } from '@quincena/domain/loans/schema'
import { useQuery } from '@tanstack/react-query'
import { openConfirmationsQuery } from '../../lib/approvals.ts'
import { useUser } from '../../lib/session.ts'

/**
 * The search of `/autorizaciones` that opens the request to confirm the worker's data, and the link's text. Without such
 * a request (refused, withdrawn or of an upload) it opens the list.
 */
export function useConfirmationLink({ user, worker_unconfirmed }: LoanDetail) {
  const me = useUser()
  const { data } = useQuery({ ...openConfirmationsQuery, enabled: worker_unconfirmed === true })
  const requests = (data?.results ?? []).filter(({ subject_id }) => subject_id === user.id)
  const request = requests.find(({ requested_by }) => requested_by !== me.id) ?? requests[0]
  if (request === undefined) return { label: 'Ver autorizaciones', search: {} }
  const search = { autorizacion: request.id }
  return request.requested_by === me.id
    ? { label: 'Ver la solicitud', search: { ...search, tab: 'mine' as const } }
    : { label: 'Revisar y confirmar', search }
}
