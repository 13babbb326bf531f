import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import { notifyOfSecurityChange } from '../../../people/auth/notices/security-change.ts'
import { readChainCheck } from '../../../platform/audit/queries/chain.ts'

/** What alerts the admins: so many refused calls of one person in 10 minutes, ... */
const manyDenials = 30
/** ... so many failed sign-ins from one address in 10 minutes, ... */
const manyFailures = 50
/** ... so many people or loans seen by one person in an hour. */
const manyViews = 100

/** Actions that change what staff may do with money; each is alerted. */
const limitChanges = [
  'access_config.changed',
  'account_verification.setting_changed',
  'loan_limits.changed',
  'order_limits.changed',
  'payouts.resumed',
  'proof_days.changed',
  'signing_settings.changed',
]

interface Alert {
  /** One alert a day for each. */
  key: string
  /** The key names one row: alerted once, not again the next day. */
  is_single?: true
  title: string
  message: string
}

interface Counted {
  who: string
  count: number
}

interface CountedCaller extends Counted {
  id: number
  token_id: number | null
}

const nameOf = sql<string>`concat_ws(' ', app_user.first_name, app_user.last_name)`
/** Who called: a person, or a token of the API, which counts apart from the person who answers for it. */
const callers = sql`audit join app_user on app_user.id = audit.actor_id
  left join api_token on api_token.id = audit.api_token_id`
const callerName = sql<string>`coalesce('El token «' || api_token.name || '»', ${nameOf})`
const keyOf = ({ id, token_id }: CountedCaller) => (token_id === null ? String(id) : `token:${token_id}`)
/** How to stop a caller. */
const stopOf = ({ token_id }: CountedCaller) =>
  token_id === null ? 'si no fue esa persona, desactiva su cuenta' : 'si no es normal, revoca el token'

async function findDenials({ db }: Deps, since: string): Promise<Alert[]> {
  const { rows } = await sql<CountedCaller>`
    select app_user.id, api_token.id as token_id, ${callerName} as who,
      sum((audit.after ->> 'times')::int)::int as count
    from ${callers}
    where audit.action = 'access.denied' and audit.created_at > ${since}
    group by app_user.id, api_token.id having sum((audit.after ->> 'times')::int) >= ${manyDenials}::int`.execute(
    db,
  )
  return rows.map((row) => ({
    key: `denials:${keyOf(row)}`,
    title: 'Muchos accesos negados',
    message: `A ${row.who} se le negó el acceso ${row.count} veces en 10 minutos. Revisa en Auditoría qué intentó; ${stopOf(row)}.`,
  }))
}

async function findFailures({ db }: Deps, since: string): Promise<Alert[]> {
  const { rows } = await sql<Counted>`
    select host(ip) as who, count(*)::int as count from audit
    where action = 'session.refused' and created_at > ${since} and ip is not null
    group by ip having count(*) >= ${manyFailures}::int`.execute(db)
  return rows.map(({ who, count }) => ({
    key: `refusals:${who}`,
    title: 'Muchos intentos fallidos de entrar',
    message: `Desde la dirección ${who} fallaron ${count} inicios de sesión en 10 minutos. Revisa en Auditoría a qué cuentas; puedes bloquear la dirección en tu red.`,
  }))
}

async function findViews({ db }: Deps, since: string): Promise<Alert[]> {
  const { rows } = await sql<CountedCaller>`
    select app_user.id, api_token.id as token_id, ${callerName} as who,
      count(distinct (audit.subject, audit.subject_id))::int as count
    from ${callers}
    where audit.action = 'personal_data.viewed' and audit.created_at > ${since}
    group by app_user.id, api_token.id having count(distinct (audit.subject, audit.subject_id)) >= ${manyViews}::int`.execute(
    db,
  )
  return rows.map((row) => ({
    key: `views:${keyOf(row)}`,
    title: 'Alguien vio los datos de muchas personas',
    message: `${row.who} abrió ${row.count} expedientes en una hora. Pregunta para qué; ${stopOf(row)}.`,
  }))
}

async function findLimitChanges({ db }: Deps, since: string): Promise<Alert[]> {
  const rows = await db
    .selectFrom('audit')
    .innerJoin('app_user', 'app_user.id', 'audit.actor_id')
    .select(['audit.id', nameOf.as('who')])
    .where('audit.action', 'in', limitChanges)
    .where('audit.created_at', '>', since)
    .execute()
  return rows.map(({ id, who }) => ({
    key: `limits:${id}`,
    is_single: true,
    title: 'Cambiaron límites o reglas de acceso',
    message: `${who} cambió la configuración. En Auditoría ves el valor anterior y el nuevo; si no estaba acordado, regrésalo.`,
  }))
}

async function findNewStaff({ db }: Deps, since: string): Promise<Alert[]> {
  const rows = await db
    .selectFrom('audit')
    .innerJoin('app_user', 'app_user.id', 'audit.actor_id')
    .innerJoin('app_user as staff', (join) =>
      join.on('staff.id', '=', sql.ref<number | null>('audit.subject_id')),
    )
    .select(['audit.id', nameOf.as('who')])
    .select(sql<string>`concat_ws(' ', staff.first_name, staff.last_name)`.as('name'))
    .where((eb) =>
      eb.or([
        eb.and([eb('action', '=', 'user.created'), sql<boolean>`audit.after ->> 'user_type' <> 'U2'`]),
        eb.and([eb('action', '=', 'user.updated'), sql<boolean>`audit.after ? 'user_type'`]),
      ]),
    )
    .where('audit.subject', '=', 'user')
    .where('audit.created_at', '>', since)
    .execute()
  return rows.map(({ id, who, name }) => ({
    key: `staff:${id}`,
    title: 'Cambió quién trabaja aquí',
    message: `${who} dio acceso de personal a ${name}, o cambió su tipo. Si no estaba acordado, desactiva la cuenta en Usuarios.`,
  }))
}

/** Changed addresses and reset factors of staff: with one of them somebody may sign in as another person. */
async function findTakenAccess({ db }: Deps, since: string): Promise<Alert[]> {
  const rows = await db
    .selectFrom('staff_access_change as change')
    .innerJoin('user_summary as person', 'person.id', 'change.user_id')
    .innerJoin('user_summary as author', 'author.id', 'change.changed_by')
    .select(['change.id', 'change.kind', 'person.name', 'person.user_type', 'author.name as who'])
    .where('change.kind', 'in', ['email', 'factor'])
    .where('change.changed_at', '>', since)
    .execute()
  return rows.map(({ id, kind, name, user_type, who }) => ({
    key: `taken:${id}`,
    title: 'Cambió con qué entra alguien del personal',
    message: `${who} cambió ${kind === 'email' ? 'el correo' : 'la verificación en dos pasos'} de ${name}. Pregúntale a esa persona; si no lo pidió, desactiva la cuenta en Usuarios.${user_type === 'U0' ? ' Los tokens de API que creó antes dejaron de funcionar.' : ''}`,
  }))
}

async function findNewTokens({ db }: Deps, since: string): Promise<Alert[]> {
  const rows = await db
    .selectFrom('api_token')
    .innerJoin('user_summary as maker', 'maker.id', 'api_token.created_by')
    .select(['api_token.id', 'api_token.name', 'maker.name as who'])
    .where('api_token.created_at', '>', since)
    .execute()
  return rows.map(({ id, name, who }) => ({
    key: `token:${id}`,
    is_single: true,
    title: 'Hay un token de API nuevo',
    message: `${who} creó el token «${name}». Si no estaba acordado, revócalo en Configuración.`,
  }))
}

async function findBrokenChain({ db }: Deps): Promise<Alert[]> {
  const { broken_audit_id } = await readChainCheck(db)
  if (broken_audit_id === null) return []
  return [
    {
      key: `chain:${broken_audit_id}`,
      title: 'La bitácora de auditoría está rota',
      message: `El registro ${broken_audit_id} no es como el sistema lo escribió, o falta. Alguien cambió la base de datos por fuera: corre npm run audit:verify y compárala con un respaldo.`,
    },
  ]
}

/**
 * Alerts all admins in the app and by mail, once a day for each cause, of many refused calls, many failed sign-ins,
 * views of many people, changed limits, new staff, changed addresses and factors of staff, new tokens of
 * the API, and a broken audit trail.
 */
export async function watchAccess(deps: Deps): Promise<void> {
  const now = deps.clock()
  const since = (time: { minutes: number }) => isoOf(now.subtract(time))
  const lists = await Promise.all([
    findDenials(deps, since({ minutes: 10 })),
    findFailures(deps, since({ minutes: 10 })),
    findViews(deps, since({ minutes: 60 })),
    // A day: the job may not have run for hours.
    findLimitChanges(deps, since({ minutes: 24 * 60 })),
    findNewStaff(deps, since({ minutes: 60 })),
    findTakenAccess(deps, since({ minutes: 60 })),
    findNewTokens(deps, since({ minutes: 24 * 60 })),
    findBrokenChain(deps),
  ])
  const alerts = lists.flat()
  if (alerts.length === 0) return
  const admins = await deps.db
    .selectFrom('app_user')
    .select('id')
    .where('user_type', '=', 'U0')
    .where('is_active', '=', true)
    .execute()
  await deps.db.transaction().execute(async (trx) => {
    for (const { key, is_single, ...alert } of alerts)
      for (const { id: user_id } of admins) {
        const once = is_single ? key : `${key}:${isoOf(now).slice(0, 10)}`
        await notifyOfSecurityChange(deps, trx, { user_id, ...alert, once })
      }
  })
}
