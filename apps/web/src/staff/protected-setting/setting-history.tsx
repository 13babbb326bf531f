import type { AuditAction } from '@quincena/domain/audit/words'
import { AnchorLink } from '../../components/links.tsx'
import classes from './second-admin.module.css'

/** Link to who changed a setting and when, with the values before and after. */
export function SettingHistory({ action }: { action: AuditAction }) {
  return (
    <p className={classes.history}>
      <AnchorLink to="/auditoria" search={{ action }} fz="sm">
        Ver cambios anteriores
      </AnchorLink>
    </p>
  )
}
