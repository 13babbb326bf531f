import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../lib/session.ts'
import { userQuery } from '../user/api.ts'
import { confirmationLink } from '../user/confirmation-link.ts'

/**
 * The link to the request to confirm the worker's data, first to one that the user may decide. Without an open request
 * (refused) it opens the worker, where the next step is said.
 */
export function useConfirmationLink({ user, worker_unconfirmed }: LoanDetail) {
  const me = useUser()
  const { data } = useQuery({ ...userQuery(user.id), enabled: worker_unconfirmed === true })
  const links = (data?.unconfirmed_changes ?? []).flatMap(({ changed_by, approval }) =>
    approval === null ? [] : [confirmationLink({ changed_by, approval }, me)],
  )
  const link = links.find(({ isOwn }) => !isOwn) ?? links[0]
  return link === undefined
    ? ({ to: '/usuarios', label: 'Ver al usuario', search: { ver: user.id } } as const)
    : ({ to: '/autorizaciones', label: link.label, search: link.search } as const)
}
