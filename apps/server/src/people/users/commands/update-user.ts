import { businessDay } from '@quincena/domain/dates'
import { PASSWORD_GUARDED_FIELDS, type UserPatch, WORKER_EDITABLE_FIELDS } from '@quincena/domain/users/forms'
import { bankDataProblems, mayEditUser } from '@quincena/domain/users/rules'
import type { User } from '@quincena/domain/users/schema'
import { isoOf } from '../../../command/clock.ts'
import { type CommandContext, isAdmin, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { queueMail } from '../../../platform/mail/commands.ts'
import { readSetting } from '../../../platform/settings/queries.ts'
import { changeAccount } from '../../accounts/commands.ts'
import { findUser } from '../../accounts/queries.ts'
import { endSessions } from '../../auth/commands/end-session.ts'
import { inviteUser, voidLinks } from '../../auth/commands/password-links.ts'
import { requireOwnPassword } from '../../auth/commands/require-password.ts'
import { recordAccessChange } from '../../staff-access/commands.ts'
import { askAgain, recordChanges, recordCreation } from '../../worker-changes/commands.ts'
import { isUnconfirmed } from '../../worker-changes/queries.ts'
import { addressMail, notifyOfNewAccount } from '../notices.ts'
import { findPayoutReturnUsers, refuseLastAdmin, refuseOpenLoan, refuseOpenTransfer } from './blockers.ts'
import { requireCompany } from './require-company.ts'
import {
  auditedChanges,
  bankColumns,
  type Changes,
  changesOf,
  fieldOf,
  parseBank,
  payoutColumns,
  type StoredUser,
  withoutOldCard,
} from './user-changes.ts'

const guarded = new Set<string>(PASSWORD_GUARDED_FIELDS)
const ownFields = new Set<string>([...WORKER_EDITABLE_FIELDS, ...PASSWORD_GUARDED_FIELDS])
const reservedForAdmin = new Set<string>(['user_type', 'is_staff'])

function refuseFields(columns: string[]) {
  if (columns.length === 0) return
  const fields = Object.fromEntries(columns.map((column) => [fieldOf(column), 'field.forbidden'] as const))
  throw new AppError('field.forbidden', 403, { fields })
}

/** Throws 403 at the fields that the caller may not change (API: PUT /auth/user/{id}/update). */
function refuseForbidden(context: CommandContext, stored: StoredUser, changes: Changes) {
  const columns = Object.keys(changes)
  if (!isStaff(context.user)) return refuseFields(columns.filter((column) => !ownFields.has(column)))
  if (!mayEditUser(context.user, stored)) throw new AppError('route.forbidden', 403)
  if (changes.user_type !== undefined && stored.id === context.user.id)
    throw new AppError('user.own_type', 403)
  if (!isAdmin(context.user)) refuseFields(columns.filter((column) => reservedForAdmin.has(column)))
}

/** Where a change makes or concerns staff, it needs a recent second factor. */
function concernsStaff(stored: StoredUser, { user_type, ...changes }: Changes) {
  const isAny = user_type !== undefined || Object.keys(changes).length > 0
  return isAny && (isStaff(stored) || isStaff({ user_type: user_type ?? stored.user_type }))
}

/** True while the codes that confirm signatures are sent by SMS. */
async function areCodesSentToPhones(db: Db): Promise<boolean> {
  return (await readSetting(db, 'signing_code'))?.value.channel === 'message'
}

/**
 * Workers give their password for e-mail and bank data of their own, staff for their own e-mail. Workers give it for
 * their phone while codes that sign are sent to it, and if they give it at any other time, it must be right.
 */
async function needsPassword(
  deps: Deps,
  { user }: CommandContext,
  { stored, changes, password }: { stored: StoredUser; changes: Changes; password: string | undefined },
): Promise<boolean> {
  if (user.id !== stored.id) return false
  if (isStaff(user)) return 'email' in changes
  if (Object.keys(changes).some((column) => guarded.has(column))) return true
  return 'phone' in changes && (password !== undefined || (await areCodesSentToPhones(deps.db)))
}

async function readUser(deps: Deps, context: CommandContext, id: number): Promise<StoredUser> {
  const allowed = isStaff(context.user) || context.user.id === id
  const stored = allowed
    ? await deps.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (stored === undefined) throw new AppError('user.not_found', 404)
  return stored
}

/** Reads the user's row and locks it until the transaction ends. */
export function lockUser(trx: Trx, id: number): Promise<StoredUser> {
  return trx
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * While a returned payout waits to be sent again, only an admin or the worker may change where the money goes (403).
 */
async function refuseRedirecting(
  trx: Trx,
  { user }: CommandContext,
  { stored, changes }: { stored: StoredUser; changes: Changes },
) {
  const touched = payoutColumns.filter((column) => column in changes)
  if (touched.length === 0 || isAdmin(user) || user.id === stored.id) return
  if ((await findPayoutReturnUsers(trx, [stored.id])).size > 0) refuseFields(touched)
}

/**
 * Requires complete bank data of a worker (`request.invalid`, 422) and refuses changes during an open transfer (409).
 */
export async function checkBankData(trx: Trx, stored: StoredUser, changes: Changes) {
  const touched = bankColumns.some((column) => column in changes)
  if (touched) await refuseOpenTransfer(trx, stored.id, 'user.open_transfer')
  if ((changes.user_type ?? stored.user_type) !== 'U2' || !(touched || changes.user_type === 'U2')) return
  const problems = bankDataProblems({ ...parseBank(stored), ...changes })
  if (problems.length === 0) return
  const texts = Object.fromEntries(problems.map(({ path, message }) => [path, [message]]))
  throw new AppError('request.invalid', 422, { texts })
}

async function checkType(trx: Trx, stored: StoredUser, changes: Changes) {
  if (changes.user_type === undefined) return
  if (stored.user_type === 'U2') {
    await refuseOpenLoan(trx, stored.id, 'user.type_with_open_loan')
    // Who wrote the address could choose the password of the new staff, unseen by anybody else.
    if (await isUnconfirmed(trx, { user_id: stored.id })) throw new AppError('user.type_unconfirmed', 409)
  }
  if (stored.user_type === 'U0') await refuseLastAdmin(trx, stored.id)
}

interface Storing {
  context: CommandContext
  stored: StoredUser
  changes: Changes
  /** The upload that changes it; without it, a form. */
  import_id?: number | null
}

/**
 * Invalidates the links mailed to the old address, ends the sessions if another person changed it, and notifies that
 * address. A user without a password gets a new invitation at the new address, and only of staff the old one is notified.
 */
async function changeAddress(
  deps: Deps,
  trx: Trx,
  {
    context,
    stored,
    email,
    isUpload,
  }: Omit<Storing, 'changes' | 'import_id'> & { email: string; isUpload: boolean },
) {
  await voidLinks(deps, trx, stored.id)
  if (context.user.id !== stored.id) await endSessions(deps, trx, { user_id: stored.id, except: null })
  const isInvited = stored.password_hash === null
  // A row of an upload does not fail because of an earlier invitation.
  if (isInvited && isUpload) await deps.queue.send(trx, 'mail-link', { email, kind: 'invitation' })
  else if (isInvited) await inviteUser(deps, trx, { user_id: stored.id, email })
  if (isInvited && !isStaff(stored)) return
  await queueMail(deps, trx, addressMail(deps, stored))
}

/** Keeps that somebody made another person staff or an admin, or changed the address of staff. */
async function recordAccess(deps: Deps, trx: Trx, { context, stored, changes }: Storing) {
  const user_id = stored.id
  const { user_type = stored.user_type, email } = changes
  if (!isStaff({ user_type })) return
  // U0 are admins, U1 managers, U2 workers.
  if (user_type < stored.user_type)
    await recordAccessChange(deps, trx, { context, user_id, kind: 'promoted' })
  const email_before = stored.email
  if (typeof email === 'string')
    await recordAccessChange(deps, trx, { context, user_id, kind: 'email', email_before })
}

/**
 * What a change brings with it: a worker confirms a new address before signing, also somebody who becomes a worker, whose
 * address may have changed before; payouts wait after a changed account. A worker who becomes staff
 * replaces the password, which may be shorter than those of staff.
 * A first account is no change, but one after a removed account is.
 */
function followUps(stored: StoredUser, changes: Changes, now: string) {
  const isFirstAccount = stored.debit_card_number === null && stored.account_changed_at === null
  const isNewAddress = typeof changes.email === 'string' && stored.user_type === 'U2'
  const isPromoted = stored.user_type === 'U2' && changes.user_type !== undefined
  return {
    ...(isPromoted && stored.password_hash !== null && { must_change_password: true }),
    ...((isNewAddress || changes.user_type === 'U2') && { must_confirm_email: true }),
    ...('debit_card_number' in changes && !isFirstAccount && { account_changed_at: now }),
  }
}

/**
 * Stores the changes of a locked user and sends the mails about them, inside the caller's transaction; the caller
 * publishes the event.
 */
export async function storeChanges(
  deps: Deps,
  trx: Trx,
  { context, stored, import_id = null, ...requestedChanges }: Storing,
) {
  const { id } = stored
  const changes = withoutOldCard(stored, requestedChanges.changes)
  const now = isoOf(deps.clock())
  await changeAccount(trx, id, { ...changes, ...followUps(stored, changes, now), updated_at: now })
  if (changes.user_type !== undefined) await endSessions(deps, trx, { user_id: id, except: null })
  if (typeof changes.email === 'string')
    await changeAddress(deps, trx, { context, stored, email: changes.email, isUpload: import_id !== null })
  await recordAccess(deps, trx, { context, stored, changes })
  await notifyOfNewAccount(deps, trx, { stored, changes })
  await writeAudit(deps, trx, {
    context,
    action: 'user.updated',
    subject: ['user', id],
    ...auditedChanges(stored, changes),
  })
  // What was written while the user was staff is in no change, so a new worker is confirmed as a whole.
  if (changes.user_type === 'U2') await recordCreation(deps, trx, { context, user_ids: [id], import_id })
  else if ((changes.user_type ?? stored.user_type) === 'U2')
    await recordChanges(deps, trx, { context, user_id: id, import_id, stored, changes })
}

function refuseOlderVersion(stored: StoredUser, { version = stored.version }: UserPatch) {
  if (version !== stored.version) throw new AppError('user.changed', 409)
}

/**
 * Changes a user's data. Only fields that differ from the stored row count as changes and need permission (403):
 * workers change their contact data and, with `current_password`, e-mail and bank data (the phone too while codes that
 * sign are sent by SMS); managers change workers; admins
 * change everybody, types included, but not their own type. Staff give `current_password` for their own e-mail.
 * `requireFactor` is called before a change that makes or concerns staff. Bank data stays during an open transfer (409). While a
 * payout waits to be sent again, only admins and the worker change bank data or e-mail (403). Another user's row is
 * 404. A worker whose data another person has to confirm becomes no staff (409 `user.type_unconfirmed`). Saving a worker
 * without a change asks again for a confirmation that was refused. A patch that names an older version of the user changes
 * nothing (409 `user.changed`).
 */
export async function updateUser(
  deps: Deps,
  context: CommandContext,
  { id, patch, requireFactor }: { id: number; patch: UserPatch; requireFactor: () => void },
): Promise<User> {
  const seen = await readUser(deps, context, id)
  const intended = changesOf(seen, patch)
  refuseForbidden(context, seen, intended)
  if (concernsStaff(seen, intended)) requireFactor()
  const password = patch.current_password
  if (await needsPassword(deps, context, { stored: seen, changes: intended, password }))
    await requireOwnPassword(deps, context, password)

  return deps.db.transaction().execute(async (trx) => {
    const stored = await lockUser(trx, id)
    refuseOlderVersion(stored, patch)
    const changes = changesOf(stored, patch)
    refuseForbidden(context, stored, changes)
    if (concernsStaff(stored, changes)) requireFactor()
    await checkType(trx, stored, changes)
    await checkBankData(trx, stored, changes)
    await refuseRedirecting(trx, context, { stored, changes })
    if (typeof changes.company_id === 'number') await requireCompany(trx, changes.company_id)
    if (Object.keys(changes).length > 0) {
      await storeChanges(deps, trx, { context, stored, changes })
      await deps.events.publish(trx, { topic: 'user', id, user_ids: [id], staff: true })
    } else if (isStaff(context.user)) await askAgain(deps, trx, { context, user_id: id })
    const user = await findUser(trx, { id, today: businessDay(deps.clock()) })
    if (user === undefined) throw new AppError('user.not_found', 404)
    return user
  })
}
