import { VisuallyHidden } from '@mantine/core'
import type { Approval } from '@quincena/domain/approvals/schema'
import { deciderNames } from '@quincena/domain/approvals/words'
import { formatDateTime } from '@quincena/domain/format'
import type { User } from '@quincena/domain/users/schema'
import { Amount } from '../../components/amount.tsx'
import { Field, FieldGrid } from '../../components/copy-field.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useUser } from '../../lib/session.ts'
import { VoucherPart } from '../bank/voucher-part.tsx'
import { BrandPublicationPart } from '../brand/publication-part.tsx'
import { PublicationPart } from '../text/publication-part.tsx'
import { MovementFileButton } from '../treasury/movement-file.tsx'
import classes from './approval-dialog.module.css'
import { badgeOf } from './approval-words.ts'

/** Links to the record that the command changes, where a screen shows it by its id. */
function SubjectLink({ approval: { subject, subject_id } }: { approval: Approval }) {
  if (subject === 'user')
    return (
      <AnchorLink to="/usuarios" search={{ ver: subject_id }} size="sm">
        Ver al usuario
      </AnchorLink>
    )
  if (subject === 'incoming_payment')
    return (
      <AnchorLink to="/abonos" search={{ status: 'all', abono: subject_id }} size="sm">
        Ver el abono
      </AnchorLink>
    )
  if (subject === 'cash_movement' && subject_id !== 0)
    return (
      <AnchorLink to="/tesoreria/movimientos" search={{ movimiento: subject_id }} size="sm">
        Ver el movimiento
      </AnchorLink>
    )
  if (subject === 'transfer')
    return (
      <AnchorLink to="/stp" search={{ order: subject_id }} size="sm">
        Ver la orden
      </AnchorLink>
    )
  return null
}

function Lines({ lines }: Pick<Approval, 'lines'>) {
  if (lines.length === 0) return null
  return (
    <dl className={classes.lines}>
      {lines.map(({ label, value, before, file }) => (
        <div key={label} className={classes.line}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>
            {before !== undefined && (
              <>
                <VisuallyHidden>Antes: </VisuallyHidden>
                <span className={classes.before}>{before}</span>
                <span aria-hidden> → </span>
                <VisuallyHidden>; después: </VisuallyHidden>
              </>
            )}
            {file === undefined ? value : <MovementFileButton id={file} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Who decides, as the requester or another user reads it. */
function deciderText({ deciders, requested_by }: Approval, { id, user_type }: User): string {
  const isOwnOfAdmin = requested_by === id && user_type === 'U0' && deciders === 'admin'
  return isOwnOfAdmin ? 'Otro administrador' : deciderNames[deciders]
}

/** Shows what would happen, to whom, and who requested it. */
export function ApprovalFacts({ approval }: { approval: Approval }) {
  const { action, subject_id, title, amount, person, lines } = approval
  const { requester, requested_at, state } = approval
  const me = useUser()
  return (
    <>
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        <StatusBadge {...badgeOf(approval)} />
      </div>
      {amount !== null && (
        <p className={classes.amount}>
          <Amount cents={amount} size="title" />
        </p>
      )}
      {action === 'text.publish' && state === 'open' && <PublicationPart approval={approval} />}
      {action === 'brand.publish' && state === 'open' && <BrandPublicationPart approval={approval} />}
      <Lines lines={person === null ? lines : [{ label: 'Para', value: person }, ...lines]} />
      <div className={classes.facts}>
        <FieldGrid>
          <Field label="La pidió">{requester}</Field>
          <Field label="Pedida el">{formatDateTime(requested_at)}</Field>
          {state === 'open' && <Field label="La autoriza">{deciderText(approval, me)}</Field>}
        </FieldGrid>
      </div>
      <SubjectLink approval={approval} />
      {action === 'payment.confirm_voucher' && state === 'open' && <VoucherPart payment={subject_id} />}
    </>
  )
}
