import type { ApprovalState } from '@quincena/domain/approvals/rules'
import type { Approval } from '@quincena/domain/approvals/schema'
import { stateNames } from '@quincena/domain/approvals/words'
import { formatDateTime } from '@quincena/domain/format'
import { Field, FieldGrid } from '../../components/copy-field.tsx'
import { Notice } from '../../components/notice.tsx'
import classes from './approval-dialog.module.css'

const dayLabels: Record<ApprovalState, string> = {
  open: 'Pedida el',
  approved: 'Autorizada el',
  refused: 'Rechazada el',
  withdrawn: 'Retirada el',
  stale: 'Desde el',
}

/** Shows how an approval ended. */
export function ClosedPart({ approval }: { approval: Approval }) {
  const { state, decider, decided_at, reason } = approval
  return (
    <section className={classes.section} aria-label={stateNames[state]}>
      <h3 className={classes.title}>{stateNames[state]}</h3>
      {state === 'stale' && (
        <Notice tone="info">
          Los datos cambiaron después de que se pidió, así que ya no se puede autorizar y no se hizo nada. Si
          todavía hace falta, hay que pedirla de nuevo.
        </Notice>
      )}
      <div className={classes.facts}>
        <FieldGrid>
          {decider !== null && <Field label="La decidió">{decider}</Field>}
          {decided_at !== null && <Field label={dayLabels[state]}>{formatDateTime(decided_at)}</Field>}
        </FieldGrid>
      </div>
      {reason !== null && (
        <dl className={classes.reason}>
          <Field label="Motivo">{reason}</Field>
        </dl>
      )}
    </section>
  )
}
