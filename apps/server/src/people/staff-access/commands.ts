import { type Deciders, isDecider } from '@quincena/domain/approvals/rules'
import { localTime } from '@quincena/domain/dates'
import { formatLongDate } from '@quincena/domain/format'
import { isoOf } from '../../command/clock.ts'
import type { CommandContext, CommandLine } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import type { StaffAccessTables } from '../../db/staff-access-types.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { listAccessChanges } from './queries.ts'
import { type AccessChange, samePersonUntil } from './rules.ts'

interface Change {
  context: CommandContext | CommandLine
  user_id: number
  kind: StaffAccessTables['staff_access_change']['kind']
  /** Only of a changed address. */
  email_before?: string
}

/**
 * Keeps that somebody changed the access of another person of the staff, inside the caller's transaction. Does nothing if
 * they changed their own, or if the command line did: it is nobody whose second person somebody would be.
 */
export async function recordAccessChange(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  { context, user_id, kind, email_before }: Change,
): Promise<void> {
  const changed_by = context.user?.id ?? null
  if (changed_by === null || changed_by === user_id) return
  await trx
    .insertInto('staff_access_change')
    .values({
      ...{ user_id, kind, changed_by, changed_at: isoOf(deps.clock()) },
      email_before: email_before ?? null,
    })
    .execute()
}

interface Decision {
  user: { id: number }
  /** Whose second person the user would be. */
  others: readonly number[]
  deciders: Deciders
}

const shownNames = 3

function joinNames(names: readonly string[]): string {
  const shown = names.slice(0, shownNames).join(', ')
  return names.length > shownNames ? `${shown} y ${names.length - shownNames} más` : shown
}

/** The active staff who may decide and are another person than each of `others`. */
async function listDeciders(trx: Trx, { others, deciders }: Decision, changes: readonly AccessChange[]) {
  const staff = await trx
    .selectFrom('user_summary')
    .select(['id', 'user_type', 'name'])
    .where('is_active', '=', true)
    .where('user_type', '<>', 'U2')
    .orderBy('name')
    .execute()
  const isOther = (id: number) =>
    others.every((other) => other !== id && samePersonUntil(changes, id, other) === null)
  return staff.filter((one) => isDecider(one, deciders) && isOther(one.id)).map(({ name }) => name)
}

/**
 * Throws `approval.same_person` (403) unless the user counts as another person than each of `others`. The text says until
 * when, and who else may decide. One admin could otherwise be two people with an account that they made or took over.
 */
export async function refuseSamePerson(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  decision: Decision,
): Promise<void> {
  const changes = await listAccessChanges(deps, trx)
  const { user, others } = decision
  const same = others.flatMap((id) => {
    const until = id === user.id ? null : samePersonUntil(changes, user.id, id)
    return until === null ? [] : [{ id, until }]
  })
  const [last] = same.toSorted((one, other) => Temporal.Instant.compare(other.until, one.until))
  if (last === undefined) return
  const { name } = await trx
    .selectFrom('user_summary')
    .select('name')
    .where('id', '=', last.id)
    .executeTakeFirstOrThrow()
  const end = localTime(isoOf(last.until))
  const day = formatLongDate(end.toPlainDate().toString())
  const time = end.toPlainTime().toString({ smallestUnit: 'minute' })
  const names = await listDeciders(trx, decision, changes)
  const who = names.length === 0 ? 'Antes nadie más puede decidir.' : `Puede decidir: ${joinNames(names)}.`
  throw new AppError('approval.same_person', 403, {
    detail: `Tú y ${name} no cuentan como dos personas hasta el ${day} a las ${time}: hace poco una cambió el acceso de la otra, o alguien más el de ambas. ${who}`,
  })
}
