import { z } from 'zod'
import { day, id, instant } from '../fields.ts'
import { money, positiveMoney } from '../money.ts'
import { listQuery } from '../page.ts'
import { owner } from './owner.ts'

/** What a movement of the lender's own account at STP is. */
const OWN_MOVEMENT_KINDS = ['opening', 'deposit', 'withdrawal', 'fee', 'unknown'] as const
export type OwnMovementKind = (typeof OWN_MOVEMENT_KINDS)[number]

/**
 * Where a movement stands: nobody has said what it was, somebody has, it is booked under its own kind, or it is undone
 * or undoes another.
 */
const OWN_MOVEMENT_STATES = ['suspense', 'settled', 'recorded', 'reversed'] as const
export type OwnMovementState = (typeof OWN_MOVEMENT_STATES)[number]

/** The kinds that staff may record. */
export const RECORDED_KINDS = ['deposit', 'withdrawal', 'fee'] as const
export type RecordedKind = (typeof RECORDED_KINDS)[number]

export const ownMovementNames: Readonly<Record<OwnMovementKind, string>> = {
  opening: 'Saldo inicial',
  deposit: 'Depósito propio',
  withdrawal: 'Retiro propio',
  fee: 'Comisión de STP',
  unknown: 'Por aclarar',
}

/** True if a movement of this signed amount in centavos can be of this kind: only a deposit adds money. */
export const fitsKind = (kind: RecordedKind, amount_cents: number) =>
  amount_cents > 0 === (kind === 'deposit')

/** The signed amount in centavos of a movement of this kind: positive if the money came to STP. */
export const signedAmount = (kind: RecordedKind, amount_cents: number) =>
  kind === 'deposit' ? amount_cents : -amount_cents

/** A movement of the lender's own money at STP. */
export const ownMovement = z.object({
  id,
  kind: z.enum(OWN_MOVEMENT_KINDS),
  state: z.enum(OWN_MOVEMENT_STATES),
  /** The lender's account at STP; null for movements of an older version. */
  account: z.string().nullable(),
  /** Positive if the money came to STP. */
  amount: money,
  operation_date: day,
  tracking_key: z.string().nullable(),
  note: z.string(),
  created_at: instant,
  /** Who asked for it and who approved it; nobody for what STP's list brought. */
  recorded_by: z.string().nullable(),
  approved_by: z.string().nullable(),
  /** STP's list has it. */
  is_listed: z.boolean(),
  owner: owner.nullable(),
  file: z.uuid().nullable(),
  /** The movement that this one takes out of suspense. */
  settles: id.nullable(),
  incoming_payment: id.nullable(),
  reverses: id.nullable(),
  reversed_at: instant.nullable(),
  /** Of a movement of unknown purpose: what it was, once staff said so. */
  settled_as: z.enum(RECORDED_KINDS).nullable(),
  /** The request to record what it was, or to undo it, that waits for a second person. */
  approval: id.nullable(),
})
export type OwnMovement = z.output<typeof ownMovement>

/** Query of the movements, newest first; `owner`: of the signed-in user, or of nobody. */
export const ownMovementsQuery = listQuery(['created_at', 'operation_date', 'amount'], 20).extend({
  kind: z.enum(OWN_MOVEMENT_KINDS, 'Ese tipo no existe').optional(),
  state: z.enum(OWN_MOVEMENT_STATES, 'Ese estado no existe').optional(),
  owner: z.enum(['me', 'none'], 'Ese responsable no existe').optional(),
})

const note = z.string().trim().min(3, 'Escribe de qué se trata').max(300, 'Máximo 300 caracteres')
const kind = z.enum(RECORDED_KINDS, 'Elige qué fue')

/** Body of a movement by hand. */
export const recordMovementBody = z.object({
  kind,
  amount: positiveMoney('Escribe un monto mayor que 0'),
  operation_date: day,
  /** The lender's account at STP. */
  account: z.string('Elige la cuenta').regex(/^[0-9]{18}$/, 'Elige la cuenta'),
  tracking_key: z
    .string('Escribe la clave de rastreo o referencia')
    .trim()
    .min(1, 'Escribe la clave de rastreo o referencia')
    .max(30, 'Máximo 30 caracteres'),
  note,
  file: z.uuid('Adjunta el comprobante'),
})
export type RecordMovementBody = z.output<typeof recordMovementBody>

/** Body that says what a movement in suspense was. */
export const settleMovementBody = z.object({ kind, note })

/** Body that says that received money was the lender's own deposit. */
export const ownDepositBody = z.object({ incoming_payment: id, note })

export const reverseMovementBody = z.object({ reason: note })

/** A stored file that shows a movement. */
export const movementFile = z.object({ file: z.uuid(), file_name: z.string(), size_bytes: z.int() })
