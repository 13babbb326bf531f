import type { Day } from '@quincena/domain/dates'
import type { DocumentKind } from '@quincena/domain/documents/rules'
import { IN_FORCE_STATES, OPEN_STATES, PENDING_STATES } from '@quincena/domain/loans/rules'
import { userTypeName } from '@quincena/domain/users/rules'
import type { User } from '@quincena/domain/users/schema'
import { type Expression, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { type CommandContext, isStaff } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import { isOneOf } from '../../db/one-of.ts'
import type { Db, Trx } from '../../db/types.ts'
import { inOrderOf } from '../../http/pagination.ts'
import { consentsOf } from '../legal/queries.ts'

const textColumns = [
  ...(['u.key', 'u.first_name', 'u.last_name', 'u.email', 'u.phone', 'u.rfc', 'u.curp', 'u.ine'] as const),
  ...(['u.address', 'u.city', 'u.state', 'u.zip_code', 'u.neighborhood'] as const),
  ...(['u.position', 'u.profile', 'u.department'] as const),
  ...(['u.bank', 'u.debit_card_number', 'u.bank_account_number'] as const),
] as const

/** Whether staff wrote data that nobody confirmed, however long ago; only queries read it. */
const hasOpenChanges = sql<boolean>`exists (
  select from worker_change where worker_change.user_id = u.id and worker_change.confirmed_at is null)`

const isInForce = isOneOf('l.state', IN_FORCE_STATES)
const isPending = isOneOf('l.state', PENDING_STATES)

const isIn = (ids: readonly number[] | Expression<{ id: number }>) =>
  'length' in ids
    ? sql<boolean>`u.id ${ids.length === 1 ? sql`= ${ids[0]}` : sql`= any(${ids})`}`
    : sql<boolean>`u.id in ${ids}`

/** One row per user with company and open loans, of some ids or of a query of them; the base of every response about users. */
export function userRows(db: Db | Trx, ids: readonly number[] | Expression<{ id: number }>) {
  return db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('loan_summary as l')
          .whereRef('l.user_id', '=', 'u.id')
          .where(isOneOf('l.state', OPEN_STATES))
          .select([
            sql<number[]>`coalesce(json_agg(l.id order by l.id) filter (where ${isInForce}), '[]')`.as(
              'loans',
            ),
            sql<boolean>`coalesce(bool_or(l.type = 'credit' and ${isInForce}), false)`.as('has_credit'),
            sql<boolean>`coalesce(bool_or(l.type = 'advance' and ${isInForce}), false)`.as('has_advance'),
            sql<boolean>`coalesce(bool_or(l.type = 'credit' and ${isPending}), false)`.as(
              'has_request_credit',
            ),
            sql<boolean>`coalesce(bool_or(l.type = 'advance' and ${isPending}), false)`.as(
              'has_request_advance',
            ),
          ])
          .as('loan_flags'),
      (join) => join.onTrue(),
    )
    .where(isIn(ids))
    .select(textColumns)
    .select([
      'u.id',
      'u.gender',
      'u.birthday',
      'u.user_type',
      'u.is_staff',
      'u.is_active',
      'u.is_onboarding_dismissed',
    ])
    .select(['u.created_at as date_joined', 'u.has_all_documents', 'u.has_all_documents as hasDocuments'])
    .select(['u.monthly_salary_cents as monthly_salary', 'u.biweekly_salary_cents as biweekly_salary'])
    .select(['c.name as company_name', 'c.commission_cents as company_commission'])
    .select((eb) => [
      sql<string | null>`'/auth/picture/' || u.picture_id`.as('picture'),
      sql<boolean>`u.password_hash is null`.as('is_invited'),
      hasOpenChanges.as('has_open_changes'),
      sql<number | null>`case when u.user_type = 'U2' then u.id end`.as('account_id_num'),
      jsonObjectFrom(
        eb
          .selectFrom('company as own')
          .whereRef('own.id', '=', 'u.company_id')
          .select([
            'own.id',
            'own.key',
            'own.name',
            'own.interest_rate',
            'own.commission_cents as commission',
            'own.commission_steps_cents as commission_steps',
            'own.advance_cost_ceiling',
            'own.advance_minimum_cents as advance_minimum',
            'own.tax_rate',
            'own.tax_added',
          ]),
      ).as('company'),
    ])
    .select(['loan_flags.loans', 'loan_flags.has_credit', 'loan_flags.has_advance'])
    .select(['loan_flags.has_request_credit', 'loan_flags.has_request_advance'])
}

/** No answer shows it. */
interface OpenChanges {
  has_open_changes: boolean
}

interface OneUser {
  id: number
  /** The business day: consents to the texts in force on it count. */
  today: Day
}

/** A user as every API response shows them; undefined if there is none. */
export async function findUser(
  db: Db | Trx,
  { id, today }: OneUser,
): Promise<(User & OpenChanges) | undefined> {
  const row = await userRows(db, [id])
    .select(['u.must_change_password', 'u.must_confirm_email', 'u.version'])
    .select((eb) => [
      eb
        .selectFrom('notification as n')
        .whereRef('n.recipient_id', '=', 'u.id')
        .where('n.checked', '=', false)
        .where('n.deleted_at', 'is', null)
        .select((count) => count.fn.countAll<number>().as('unread'))
        .$asScalar()
        .$notNull()
        .as('notifications'),
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('two_factor')
              .select('two_factor.user_id')
              .whereRef('two_factor.user_id', '=', 'u.id')
              .where('two_factor.confirmed_at', 'is not', null),
          ),
          eb.exists(eb.selectFrom('passkey').select('passkey.id').whereRef('passkey.user_id', '=', 'u.id')),
        ])
        .$castTo<boolean>()
        .as('has_two_factor'),
      eb
        .exists(
          eb
            .selectFrom('worker_account_summary as account')
            .select('account.user_id')
            .whereRef('account.user_id', '=', 'u.id')
            .where('account.has_balance', '=', true),
        )
        .$castTo<boolean>()
        .as('has_balance'),
      eb
        .selectFrom('document as d')
        .whereRef('d.user_id', '=', 'u.id')
        .where('d.loan_id', 'is', null)
        .where('d.replaced_at', 'is', null)
        .where('d.review', '=', 'refused')
        .select(sql<DocumentKind[]>`coalesce(json_agg(d.kind order by d.kind), '[]')`.as('kinds'))
        .$asScalar()
        .$notNull()
        .as('refused_documents'),
      consentsOf(sql.ref('u.id'), today).as('consents'),
    ])
    .executeTakeFirst()
  if (row === undefined) return undefined
  return { ...row, type: userTypeName(row.user_type) }
}

/** Returns a user to themselves and to staff. Everybody else gets `user.not_found` (404), as for an unknown id. */
export async function getUser(db: Db, context: CommandContext, one: OneUser): Promise<User & OpenChanges> {
  const allowed = isStaff(context.user) || context.user.id === one.id
  const user = allowed ? await findUser(db, one) : undefined
  if (user === undefined) throw new AppError('user.not_found', 404)
  return user
}

/** A user without what only the user's own page shows. */
export type ListedUser = Omit<
  User,
  | ('notifications' | 'consents' | 'has_two_factor' | 'needs_factor' | 'has_balance' | 'refused_documents')
  | ('must_change_password' | 'must_confirm_email' | 'version')
> &
  OpenChanges

type UserRow = Awaited<ReturnType<ReturnType<typeof userRows>['execute']>>[number]

export const presentUsers = (rows: readonly UserRow[]): ListedUser[] =>
  rows.map((person) => ({ ...person, type: userTypeName(person.user_type) }))

/** A user in an exported file. */
export interface ExportedUser
  extends Pick<
    ListedUser,
    | ('id' | 'key' | 'first_name' | 'last_name' | 'email' | 'rfc' | 'curp' | 'user_type' | 'company_name')
    | ('phone' | 'position' | 'biweekly_salary' | 'monthly_salary' | 'has_all_documents' | 'date_joined')
  > {
  has_credit: boolean
  has_advance: boolean
}

/** Which of some users have loans in force, by type. */
async function loansInForce(db: Trx, ids: readonly number[]) {
  const loans = await db
    .selectFrom('loan_summary')
    .select(['user_id', 'type'])
    .where('user_id', 'in', ids)
    .where('state', 'in', IN_FORCE_STATES)
    .execute()
  const usersWith = (wanted: string) =>
    new Set(loans.filter(({ type }) => type === wanted).map(({ user_id }) => user_id))
  return { credits: usersWith('credit'), advances: usersWith('advance') }
}

/** Users of a file with whole CURP, in the order of `ids`: only what the file shows. */
export async function exportedUsers(db: Trx, ids: readonly number[]): Promise<ExportedUser[]> {
  if (ids.length === 0) return []
  const people = await db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .select(['u.id', 'u.key', 'u.first_name', 'u.last_name', 'u.email', 'u.rfc', 'u.curp', 'u.user_type'])
    .select(['c.name as company_name', 'u.phone', 'u.position', 'u.has_all_documents'])
    .select(['u.biweekly_salary_cents as biweekly_salary', 'u.monthly_salary_cents as monthly_salary'])
    .select('u.created_at as date_joined')
    .where('u.id', 'in', ids)
    .execute()
  const { credits, advances } = await loansInForce(db, ids)
  return inOrderOf(ids, people).map((person) => ({
    ...person,
    has_credit: credits.has(person.id),
    has_advance: advances.has(person.id),
  }))
}
