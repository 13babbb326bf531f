import type { AuditAction } from '@quincena/domain/audit/words'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AnchorLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { approvalSummaryQuery } from '../../lib/approvals.ts'
import { useUser } from '../../lib/session.ts'
import classes from './second-admin.module.css'
import { SettingHistory } from './setting-history.tsx'

interface SecondAdminProps {
  /** Names the setting's approval. */
  action: string
  /** The audit action of a change. */
  history: AuditAction
  children: ReactNode
}

/** A setting's form. It says that another admin decides about changes; while a change waits, the form is disabled. */
export function SecondAdmin({ action, history, children }: SecondAdminProps) {
  const { id } = useUser()
  const { data } = useQuery(approvalSummaryQuery)
  const waiting = data?.setting_changes.find((change) => change.action === action)
  const who = waiting?.requested_by === id ? 'Pediste un cambio' : `${waiting?.requester} pidió un cambio`
  return (
    <>
      {waiting === undefined ? (
        <p className={classes.hint}>
          Desde el primer envío de dinero o la primera carga de préstamos, otro administrador autoriza cada
          cambio. Todos quedan en la auditoría.
        </p>
      ) : (
        <div className={classes.waiting}>
          <Notice tone="info">
            {who}: espera a que otro administrador lo autorice. Mientras tanto nada cambia.{' '}
            <AnchorLink
              to="/autorizaciones"
              search={{ autorizacion: waiting.id }}
              size="sm"
              underline="always"
            >
              Ver el cambio
            </AnchorLink>
          </Notice>
        </div>
      )}
      <SettingHistory action={history} />
      <fieldset
        className={classes.fields}
        disabled={waiting !== undefined}
        aria-label="Valores de la configuración"
      >
        {children}
      </fieldset>
    </>
  )
}
