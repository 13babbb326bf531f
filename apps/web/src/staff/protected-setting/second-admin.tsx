import { useQuery } from '@tanstack/react-query'
import { AnchorLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { approvalSummaryQuery } from '../../lib/approvals.ts'
import { useUser } from '../../lib/session.ts'
import classes from './second-admin.module.css'

/** Says that another admin decides about changes, and which change waits. `action` names the setting's approval. */
export function SecondAdmin({ action }: { action: string }) {
  const { id } = useUser()
  const { data } = useQuery(approvalSummaryQuery)
  const waiting = data?.setting_changes.find((change) => change.action === action)
  if (waiting === undefined)
    return (
      <p className={classes.hint}>
        Desde el primer envío de dinero, otro administrador autoriza cada cambio. Todos quedan en la
        auditoría.
      </p>
    )
  const who = waiting.requested_by === id ? 'Pediste un cambio' : `${waiting.requester} pidió un cambio`
  return (
    <div className={classes.waiting}>
      <Notice tone="info">
        {who}: espera a que otro administrador lo autorice. Mientras tanto nada cambia.{' '}
        <AnchorLink to="/autorizaciones" search={{ autorizacion: waiting.id }} size="sm" underline="always">
          Ver el cambio
        </AnchorLink>
      </Notice>
    </div>
  )
}
