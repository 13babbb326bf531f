import type { UnconfirmedChange } from '@quincena/domain/users/schema'

type Asked = Pick<UnconfirmedChange, 'changed_by'> & { approval: NonNullable<UnconfirmedChange['approval']> }

/** The link to the request that confirms a change: to decide it, or among one's own requests. */
export function confirmationLink({ changed_by, approval }: Asked, me: { id: number }) {
  const isOwn = approval.requested_by === me.id || changed_by === me.id
  return {
    isOwn,
    label: isOwn ? 'Ver la solicitud' : 'Revisar y confirmar',
    search: { autorizacion: approval.id, ...(isOwn && { tab: 'mine' as const }) },
  }
}
