import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { formatDate, formatDateTime } from '@quincena/domain/format'
import { type OwnMovement, ownMovementNames } from '@quincena/domain/treasury/own-movements'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CopyField, Field, FieldGrid } from '../../components/copy-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { toast } from '../../components/toast.tsx'
import { today } from '../../lib/today.ts'
import { ageText } from '../treasury/age-words.ts'
import { MovementFileButton } from '../treasury/movement-file.tsx'
import { movementQuery, useReverseMovement } from './api.ts'
import classes from './movement-dialog.module.css'
import { badgeOf, signedText } from './movement-words.ts'
import { SettleForm } from './settle-form.tsx'

function Facts({ movement }: { movement: OwnMovement }) {
  const { kind, note, operation_date, account, tracking_key, created_at } = movement
  return (
    <>
      <div className={classes.head}>
        <span className={classes.amount}>{signedText(movement.amount)}</span>
        <StatusBadge {...badgeOf(movement)} />
      </div>
      <FieldGrid>
        <Field label="Qué es">{ownMovementNames[kind]}</Field>
        <Field label="Fecha">{formatDate(operation_date)}</Field>
        <CopyField label="Clave de rastreo" value={tracking_key} />
        <CopyField label="Cuenta en STP" value={account} />
        <Field label="Concepto">{note}</Field>
        <Field label="En los libros desde">
          {formatDateTime(created_at)} · {ageText(created_at, today())}
        </Field>
        <Field label="Lo registró">{movement.recorded_by ?? 'La lista de STP'}</Field>
        {movement.approved_by !== null && <Field label="Lo autorizó">{movement.approved_by}</Field>}
        {movement.owner !== null && <Field label="Responsable">{movement.owner.name}</Field>}
        {movement.reversed_at !== null && (
          <Field label="Deshecho el">{formatDateTime(movement.reversed_at)}</Field>
        )}
      </FieldGrid>
    </>
  )
}

function MovementLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <AnchorLink to="/tesoreria/movimientos" search={{ movimiento: id }} size="sm">
      {children}
    </AnchorLink>
  )
}

/** Links to what the movement came from, and its file. */
function Sources({ movement: { settles, reverses, incoming_payment, file } }: { movement: OwnMovement }) {
  if (settles === null && reverses === null && incoming_payment === null && file === null) return null
  return (
    <div className={classes.links}>
      {settles !== null && <MovementLink id={settles}>El movimiento que aclara</MovementLink>}
      {reverses !== null && <MovementLink id={reverses}>El movimiento que deshace</MovementLink>}
      {incoming_payment !== null && (
        <AnchorLink to="/abonos" search={{ status: 'all', abono: incoming_payment }} size="sm">
          El abono que era este depósito
        </AnchorLink>
      )}
      {file !== null && <MovementFileButton id={file} />}
    </div>
  )
}

/** Asks an admin to undo a recorded movement. */
function Reversal({ movement: { id, kind, amount } }: { movement: OwnMovement }) {
  const [isAsking, asking] = useDisclosure(false)
  const { mutateAsync } = useReverseMovement(id)
  const reverse = async (reason: string) => {
    await mutateAsync(reason)
    toast.success('Se deshace cuando otro administrador lo autorice.')
  }
  return (
    <div className={classes.foot}>
      <Button variant="default" onClick={asking.open}>
        Deshacer
      </Button>
      <ReasonDialog
        opened={isAsking}
        record={`movement ${id}`}
        title="¿Deshacer este movimiento?"
        text={`${ownMovementNames[kind]} de ${signedText(amount)}. Se registra uno contrario; este queda en el historial.`}
        submitLabel="Pedir que se deshaga"
        hint="Lo lee el administrador que lo autoriza."
        missing="Escribe el motivo"
        onSubmit={reverse}
        onClose={asking.close}
      />
    </div>
  )
}

/** What can be done with the movement now. */
function Actions({ movement }: { movement: OwnMovement }) {
  const { approval, state, is_listed } = movement
  if (approval !== null)
    return (
      <Notice tone="info">
        Espera a que un administrador lo autorice.{' '}
        <AnchorLink to="/autorizaciones" search={{ autorizacion: approval }} underline="always">
          Ver la autorización
        </AnchorLink>
      </Notice>
    )
  if (state === 'suspense') return <SettleForm movement={movement} />
  return state === 'recorded' && !is_listed ? <Reversal movement={movement} /> : null
}

function Content({ id }: { id: number }) {
  const query = useQuery(movementQuery(id))
  const movement = query.data
  if (movement === undefined) return <LoadState query={query} title="Error al cargar el movimiento." />
  return (
    <div className={classes.parts}>
      <Facts movement={movement} />
      <Sources movement={movement} />
      <Actions movement={movement} />
    </div>
  )
}

/** Shows one of the lender's own movements with what can be done about it. */
export function MovementDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title="Movimiento en STP" size={640}>
      {id !== undefined && <Content key={id} id={id} />}
    </Dialog>
  )
}
