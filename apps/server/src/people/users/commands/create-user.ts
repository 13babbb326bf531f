import { businessDay } from '@quincena/domain/dates'
import type { RegisterBody, UserForm } from '@quincena/domain/users/forms'
import { keptBankData, mayEditUser } from '@quincena/domain/users/rules'
import type { User } from '@quincena/domain/users/schema'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { addAccount, type NewAccount } from '../../accounts/commands.ts'
import { findUser } from '../../accounts/queries.ts'
import { hashPassword } from '../../auth/commands/hash-password.ts'
import { requireGoodPassword } from '../../auth/commands/require-password.ts'
import { recordAccessChange } from '../../staff-access/commands.ts'
import { recordCreation } from '../../worker-changes/commands.ts'
import { requireCompany } from './require-company.ts'

export type NewUser = Omit<NewAccount, 'password_hash'>

/**
 * Inserts a user with a temporary password, or mails an invitation to choose one, inside the caller's transaction. `context` is
 * null if the system itself creates the user. A value that another user has is a conflict (409) at its field.
 */
async function insertUser(
  deps: Deps,
  trx: Trx,
  {
    context,
    values,
    password,
  }: { context: CommandContext | null; values: NewUser; password?: string | undefined },
): Promise<number> {
  const now = isoOf(deps.clock())
  const chosen =
    password === undefined
      ? {}
      : {
          ...{ password_hash: await hashPassword(password), password_changed_at: now },
          ...{ must_change_password: true, must_confirm_email: values.user_type === 'U2' },
        }
  const id = await addAccount(trx, { ...values, ...chosen }, now)
  if (password === undefined)
    await deps.queue.send(trx, 'mail-link', { email: values.email, kind: 'invitation' })
  const { email, user_type, company_id = null } = values
  await writeAudit(deps, trx, {
    context,
    action: 'user.created',
    subject: ['user', id],
    after: { email, user_type, company_id },
  })
  await deps.events.publish(trx, { topic: 'user', id, user_ids: [], staff: true })
  if (context === null) return id
  if (user_type === 'U2') await recordCreation(deps, trx, { context, user_ids: [id], import_id: null })
  else await recordAccessChange(deps, trx, { context, user_id: id, kind: 'created' })
  return id
}

async function answerUser(deps: Deps, trx: Trx, id: number): Promise<User> {
  const user = await findUser(trx, { id, today: businessDay(deps.clock()) })
  if (user === undefined) throw new AppError('user.not_found', 404)
  return user
}

/** The columns of a new user from the form. */
export function newUserValues(form: UserForm): NewUser {
  const { company, biweekly_salary, password: _, email_confirm: __, is_staff, ...rest } = form
  const { bank, debit_card_number, bank_account_number } = keptBankData(form.user_type, form)
  return {
    ...rest,
    bank: bank ?? null,
    debit_card_number: debit_card_number ?? null,
    bank_account_number: bank_account_number ?? null,
    birthday: form.birthday ?? null,
    city: form.city ?? null,
    profile: form.profile ?? null,
    department: form.department ?? null,
    is_staff: form.user_type !== 'U2' && is_staff !== false,
    is_onboarding_dismissed: form.is_onboarding_dismissed ?? false,
    company_id: company ?? null,
    biweekly_salary_cents: biweekly_salary,
  }
}

/**
 * Creates a user: staff may create workers, only admins create staff (`route.forbidden`, 403). Without a password an
 * invitation is mailed. Throws `password_weak` and `password_guessable` (422), and conflicts (409) at the field whose value another user has.
 */
export async function createUser(deps: Deps, context: CommandContext, form: UserForm): Promise<User> {
  if (!mayEditUser(context.user, form)) throw new AppError('route.forbidden', 403)
  const password = form.password || undefined
  return deps.db.transaction().execute(async (trx) => {
    if (password !== undefined) await requireGoodPassword(trx, { password, field: 'password', person: form })
    await requireCompany(trx, form.company)
    return answerUser(
      deps,
      trx,
      await insertUser(deps, trx, { context, values: newUserValues(form), password }),
    )
  })
}

/**
 * Lets an admin register a staff user, by default a manager. Throws `password_weak`,
 * `password_guessable` (422) and `user.email_taken` (409).
 */
export async function registerStaff(deps: Deps, context: CommandContext, body: RegisterBody): Promise<User> {
  const { password, email, first_name, last_name, user_type = 'U1', is_staff = true } = body
  const { profile = null, department = null, position = null } = body
  const values = { email, first_name, last_name, user_type, is_staff, profile, department, position }
  return deps.db.transaction().execute(async (trx) => {
    await requireGoodPassword(trx, { password, field: 'password', person: values })
    return answerUser(deps, trx, await insertUser(deps, trx, { context, values, password }))
  })
}
