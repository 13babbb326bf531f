import { copyOut } from '../copy-out.ts'
import { clientTime, clusterTime, processTime } from '../harness/processor-time.ts'
import { medianOf } from '../harness/rounds.ts'
import type { Line, Row } from '../harness/row.ts'
import { round } from '../harness/row.ts'
import type { Site } from '../harness/site.ts'
import { askDuring, askIdle } from './others.ts'

const ROWS = 100_000
const copies = 3

interface Export {
  name: string
  path: string
  /** The same columns of the same rows. */
  sql: string
}

/** The day since which a table has about as many rows as are wanted, and how many. */
async function sinceWhen({ pool }: Site, { table, where }: { table: string; where: string }) {
  const day = `(created_at at time zone 'America/Mexico_City')::date`
  const { rows } = await pool.query(
    `select to_char(${day}, 'YYYY-MM-DD') as day from ${table} where ${where} order by created_at desc
      offset greatest(0, least(${ROWS}, (select count(*) from ${table} where ${where})) - 1) limit 1`,
  )
  const since: string = rows[0].day
  const counted = await pool.query(
    `select count(*) as n from ${table} where ${where} and ${day} >= $1::date`,
    [since],
  )
  return { since, count: Number(counted.rows[0].n), filter: `${where} and ${day} >= '${since}'` }
}

async function exportsOf(site: Site): Promise<Export[]> {
  const credits = await sinceWhen(site, { table: 'loan', where: `type = 'credit'` })
  const users = await sinceWhen(site, { table: 'app_user', where: 'is_active' })
  const ofLoan = credits.filter.replaceAll('created_at', 'l.created_at').replace('type', 'l.type')
  const creditSql = `select l.folio, l.type, u.first_name, u.last_name, u.key, u.rfc, u.curp, c.name, l.state,
      l.amount_cents, l.total_debt_cents, l.amount_due_cents, l.interest_rate, l.commission_cents, l.term,
      (select count(*) from payment where loan_id = l.id and reversed_at is null) as payments,
      (select coalesce(sum(payment_cents) filter (where due_date <= current_date), 0)
        from installment where loan_id = l.id) as due,
      l.next_payment_date, l.payment_deadline, l.created_at
    from loan as l join app_user as u on u.id = l.user_id left join company as c on c.id = l.company_id
    where ${ofLoan} order by l.created_at desc, l.id desc`
  const userSql = `select u.key, u.first_name, u.last_name, u.email, u.rfc, u.curp, u.user_type, c.name, u.phone,
      u.position, u.biweekly_salary_cents, u.monthly_salary_cents, u.has_all_documents,
      exists (select from loan where user_id = u.id and type = 'credit' and state in ('active', 'overdue')),
      exists (select from loan where user_id = u.id and type = 'advance' and state in ('active', 'overdue')), u.created_at
    from app_user as u left join company as c on c.id = u.company_id
    where ${users.filter.replaceAll('created_at', 'u.created_at').replace('is_active', 'u.is_active')}
    order by u.created_at desc, u.id desc`
  return (['csv', 'xlsx'] as const).flatMap((format) => [
    {
      name: `${credits.count} credits, ${format}`,
      path: `/loan/export?type=credit&from=${credits.since}&format=${format}`,
      sql: creditSql,
    },
    {
      name: `${users.count} users, ${format}`,
      path: `/auth/users/export?from=${users.since}&format=${format}`,
      sql: userSql,
    },
  ])
}

/** Runs something once; returns its time and the processor time that it cost, in ms. */
async function timed(spent: () => number, work: () => Promise<unknown>) {
  const [began, before] = [performance.now(), spent()]
  await work()
  return { ms: performance.now() - began, cpu_ms: spent() - before }
}

async function copyTimes(site: Site, sql: string) {
  const spent = () => clientTime() + clusterTime(site.postmaster)
  const client = await site.pool.connect()
  try {
    const times: { ms: number; cpu_ms: number }[] = []
    for (let turn = 0; turn < copies; turn += 1) times.push(await timed(spent, () => copyOut(client, sql)))
    return { ms: medianOf(times.map(({ ms }) => ms)), cpu_ms: medianOf(times.map(({ cpu_ms }) => cpu_ms)) }
  } finally {
    client.release()
  }
}

const spentBy = (site: Site) =>
  site.server_pids().reduce((sum, pid) => sum + processTime(pid), clusterTime(site.postmaster))

/** Exports of many rows against COPY of the same columns, and how long others wait meanwhile. */
export const exportsRow: Row = {
  name: 'exports',
  title: 'Export of 100,000 rows against COPY TO, and the requests of others meanwhile',
  async measure({ site }) {
    const idle = await askIdle(site)
    const lines: Line[] = []
    for (const { name, path, sql } of await exportsOf(site)) {
      const copy = await copyTimes(site, sql)
      const alone = await timed(
        () => spentBy(site),
        () => site.send({ path }),
      )
      const busy = await askDuring(site, () => site.send({ path }))
      lines.push(
        {
          what: name,
          ratio: round(alone.ms / copy.ms),
          target: { at_most: 4 },
          detail: {
            by_cpu: round(alone.cpu_ms / copy.cpu_ms),
            ...{ export_s: round(alone.ms / 1000), copy_s: round(copy.ms / 1000) },
          },
        },
        {
          what: `others' median during ${name}`,
          ratio: round(busy.p50_ms / idle.p50_ms),
          target: { at_most: 1.5 },
          detail: {
            idle_ms: round(idle.p50_ms, 1),
            busy_ms: round(busy.p50_ms, 1),
            longest_ms: round(busy.longest_ms, 1),
          },
        },
      )
    }
    return lines
  },
}
