import { day, id } from '@quincena/domain/fields'
import { formatDate, formatMoney } from '@quincena/domain/format'
import { money } from '@quincena/domain/money'
import { ownMovementNames, RECORDED_KINDS, signedAmount } from '@quincena/domain/treasury/own-movements'
import type { Insertable } from 'kysely'
import { z } from 'zod'
import { isoOf } from '../../command/clock.ts'
import { AppError } from '../../command/errors.ts'
import type { TreasuryTables } from '../../db/treasury-types.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import type { ApprovalAction } from '../../platform/approvals/handlers.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'
import { publishBalance } from '../balance-checks/commands/publish-balance.ts'
import {
  lockIncomingPayment,
  moveIncomingPayment,
} from '../incoming-payments/commands/move-incoming-payment.ts'
import { postMovement } from './commands/post-movement.ts'
import { isKeyUsed, lockMovement, lockOpenUnknown } from './queries/lock-movement.ts'

const kind = z.enum(RECORDED_KINDS)
const base = { requesters: ['U0', 'U1'], deciders: 'admin' } as const

type NewMovement = Insertable<TreasuryTables['cash_movement']>

/** Stores and posts a movement, and queues a check of the balance, which may end a case. */
async function addMovement(deps: Deps, trx: Trx, movement: Omit<NewMovement, 'created_at'>) {
  const row = await trx
    .insertInto('cash_movement')
    .values({ ...movement, created_at: isoOf(deps.clock()) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await postMovement(deps, trx, row)
  await deps.queue.send(trx, 'ask-balance', {})
  await publishBalance(deps, trx)
  return row
}

const recordPayload = z.object({
  kind,
  amount: money,
  operation_date: day,
  account: z.string(),
  tracking_key: z.string().nullable(),
  note: z.string(),
  file: z.uuid().nullable(),
  /** The received money that was the lender's own deposit; null for a movement by hand. */
  incoming_payment: id.nullable(),
})
type RecordPayload = z.output<typeof recordPayload>

async function isUnused(trx: Trx, incoming_payment: number): Promise<boolean> {
  const row = await lockIncomingPayment(trx, incoming_payment)
  return row.status === 'open' && row.unapplied_cents === row.amount_cents && row.stp_returned_at === null
}

/**
 * A deposit, withdrawal or fee that staff record: by hand with a file, or a deposit that came as received money. One
 * person asks, an admin decides.
 */
export const recordMovement: ApprovalAction<typeof recordPayload> = {
  ...{ ...base, name: 'cash_movement.record', payload: recordPayload, is_single: false },
  subjectOf: ({ incoming_payment }: RecordPayload) =>
    incoming_payment === null ? ['cash_movement', 0] : ['incoming_payment', incoming_payment],
  async describe(
    _trx,
    { kind: name, amount, operation_date, account, tracking_key, note, file }: RecordPayload,
  ) {
    return {
      ...{ title: `Registrar en STP: ${ownMovementNames[name]}`, amount, person: null },
      lines: [
        { label: 'Fecha', value: formatDate(operation_date) },
        { label: 'Cuenta en STP', value: account },
        { label: 'Clave de rastreo', value: tracking_key ?? '—' },
        { label: 'Concepto', value: note },
        file === null
          ? { label: 'Comprobante', value: 'Es un abono que STP confirmó' }
          : { label: 'Comprobante', value: 'Adjunto', file },
      ],
    }
  },
  async isUnchanged(trx, { incoming_payment, tracking_key }: RecordPayload) {
    if (incoming_payment !== null) return isUnused(trx, incoming_payment)
    return tracking_key === null || !(await isKeyUsed(trx, tracking_key))
  },
  async execute(deps, trx, { context, payload, approval }) {
    const { kind: name, amount, file: file_id, incoming_payment: incoming_payment_id, ...facts } = payload
    const row = await addMovement(deps, trx, {
      ...{ ...facts, kind: name, amount_cents: signedAmount(name, amount), file_id, incoming_payment_id },
      ...{ created_by: approval.requested_by, approved_by: context.user.id },
    })
    if (incoming_payment_id !== null)
      await moveIncomingPayment(deps, trx, { id: incoming_payment_id, changes: { status: 'confirmed' } })
    await writeAudit(deps, trx, {
      context,
      action: 'cash_movement.recorded',
      subject: ['cash_movement', row.id],
      after: {
        kind: name,
        amount_cents: row.amount_cents,
        tracking_key: row.tracking_key,
        approval_id: approval.id,
      },
    })
    return { cash_movement_id: row.id }
  },
}

const settlePayload = z.object({ id, kind, note: z.string() })
type SettlePayload = z.output<typeof settlePayload>

/** Says what a movement in suspense was: its amount goes from suspense to `funding` or `stp_fees`. */
export const settleMovement: ApprovalAction<typeof settlePayload> = {
  ...{ ...base, name: 'cash_movement.settle', payload: settlePayload, is_single: true },
  subjectOf: ({ id: movement }: SettlePayload) => ['cash_movement', movement],
  async describe(trx, { id: movement, kind: name, note }: SettlePayload) {
    const row = await lockMovement(trx, movement)
    return {
      ...{
        title: `Aclarar en STP: ${ownMovementNames[name]}`,
        amount: Math.abs(row.amount_cents),
        person: null,
      },
      lines: [
        { label: 'Fecha', value: formatDate(row.operation_date) },
        { label: 'Clave de rastreo', value: row.tracking_key ?? '—' },
        { label: 'Según STP', value: row.note },
        { label: 'Qué fue', value: `${ownMovementNames[name]}: ${note}` },
      ],
    }
  },
  isUnchanged: async (trx, { id: movement }: SettlePayload) =>
    (await lockOpenUnknown(trx, movement)) !== undefined,
  async execute(deps, trx, { context, payload, approval }) {
    const { id: settles_id, kind: name, note } = payload
    const { amount_cents, operation_date, account, tracking_key } = await lockMovement(trx, settles_id)
    const row = await addMovement(deps, trx, {
      ...{ kind: name, amount_cents, operation_date, account, tracking_key, note, settles_id },
      ...{ created_by: approval.requested_by, approved_by: context.user.id },
    })
    await writeAudit(deps, trx, {
      context,
      action: 'cash_movement.settled',
      subject: ['cash_movement', settles_id],
      after: { kind: name, cash_movement_id: row.id, approval_id: approval.id },
    })
    return { cash_movement_id: row.id }
  },
}

const reversePayload = z.object({ id, reason: z.string() })
type ReversePayload = z.output<typeof reversePayload>

/** Undoes a movement by one of the opposite amount; the first one stays as it was. */
export const reverseMovement: ApprovalAction<typeof reversePayload> = {
  ...{ ...base, name: 'cash_movement.reverse', payload: reversePayload, is_single: true },
  subjectOf: ({ id: movement }: ReversePayload) => ['cash_movement', movement],
  async describe(trx, { id: movement, reason }: ReversePayload) {
    const row = await lockMovement(trx, movement)
    return {
      ...{ title: 'Deshacer un movimiento en STP', amount: Math.abs(row.amount_cents), person: null },
      lines: [
        {
          label: 'Movimiento',
          value: `${ownMovementNames[row.kind]} de ${formatMoney(Math.abs(row.amount_cents))}`,
        },
        { label: 'Fecha', value: formatDate(row.operation_date) },
        { label: 'Clave de rastreo', value: row.tracking_key ?? '—' },
        { label: 'Motivo', value: reason },
      ],
    }
  },
  async isUnchanged(trx, { id: movement }: ReversePayload) {
    return (await lockMovement(trx, movement)).reversed_at === null
  },
  async execute(deps, trx, { context, payload, approval }) {
    const { id: reverses_id, reason } = payload
    const undone = await lockMovement(trx, reverses_id)
    const { kind: name, amount_cents, settles_id, incoming_payment_id } = undone
    const { operation_date, account, tracking_key } = undone
    if (undone.reversed_at !== null) throw new AppError('cash_movement.reversed', 409)
    const reversed_at = isoOf(deps.clock())
    await trx.updateTable('cash_movement').set({ reversed_at }).where('id', '=', reverses_id).execute()
    const row = await addMovement(deps, trx, {
      ...{ kind: name, amount_cents: -amount_cents, operation_date, account, tracking_key },
      ...{ settles_id, incoming_payment_id },
      ...{ note: reason, reverses_id, created_by: approval.requested_by, approved_by: context.user.id },
    })
    await writeAudit(deps, trx, {
      context,
      action: 'cash_movement.reversed',
      subject: ['cash_movement', reverses_id],
      after: { cash_movement_id: row.id, reason, approval_id: approval.id },
    })
    return { cash_movement_id: row.id }
  },
}
