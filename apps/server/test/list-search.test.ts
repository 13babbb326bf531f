import { auditQuery } from '@quincena/domain/audit/schema'
import { loanQuery } from '@quincena/domain/loans/schema'
import { transferQuery } from '@quincena/domain/transfers/schema'
import { userQuery } from '@quincena/domain/users/schema'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchLimits } from '../src/http/pagination.ts'
import { listLoans } from '../src/lending/loans/queries/loans.ts'
import { resolveTransfers } from '../src/lending/payouts/queries/found-transfers.ts'
import { transferIds } from '../src/lending/payouts/queries/transfer-order.ts'
import { listTransfers } from '../src/lending/payouts/queries/transfers.ts'
import { listAudit } from '../src/office/audit/queries.ts'
import { listUsers } from '../src/people/users/queries/users.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeCompany } from './factories.ts'
import { makeLoan } from './loans.ts'

const usual = { ...searchLimits }
/** Small enough for a small database to have searches of each kind: few hits, many near, and many far behind. */
const limits = { count: 120, walk: 90, nearby: 40, compared: 60 }
beforeAll(() => void Object.assign(searchLimits, limits))
afterAll(() => void Object.assign(searchLimits, usual))

const people = 300
const lender = 'QUINCENA'
const now = Temporal.Instant.from('2026-11-20T16:00Z')
const user = { id: 0, user_type: 'U0' as const, company_id: null }

let ctx: TestContext

const at = (n: string, step: string) =>
  sql.raw(`(timestamptz '2026-11-20 16:00Z' - interval '${step}' * (${n}))`)
const oneOf = (values: readonly string[], n: string) =>
  sql.raw(`(array[${values.map((value) => `'${value}'`).join(',')}])[1 + (${n}) % ${values.length}]`)

const firstNames = ['Íñigo', 'María José', 'Ana', 'Al', 'Ximena', 'Zoé', 'ÁNGEL']
const lastNames = ['García Peña', 'de la O', 'Marín Núñez', 'Zúñiga', 'Ñandú Mar', 'Lara Anaya']
const states = ['completed', 'rejected', 'declined', 'expired', 'cancelled']

/** People, three loans of each, orders of most loans, refunds, returns, and an audit trail of all of them. */
async function fill() {
  const { worker, loan } = await makeLoan(ctx, { state: 'rejected' })
  const companies = [
    await makeCompany(ctx, { name: 'Textiles García' }),
    await makeCompany(ctx, { name: 'Molinos Ñu 12' }),
  ]
  const [one, two] = companies.map(({ id }) => sql`${id}::bigint`)
  const each = sql.raw(`generate_series(1, ${people}) n`)
  await sql`insert into app_user (user_type, email, first_name, last_name, key, phone, company_id, is_active, created_at)
    select 'U2', case when n % 4 = 0 then 'trabajador' else 'ab.c' end || n || '@b' || n % 7 || '.mx',
      ${oneOf(firstNames, 'n * 31')}, ${oneOf(lastNames, 'n / 3')}, 'K' || n, '99' || 80000000 + n,
      case when n % 3 = 0 then ${one} when n % 3 = 1 then ${two} end, n % 10 > 0, ${at('n / 2', '7 hours')}
    from ${each}`.execute(ctx.superuser)
  await sql`insert into loan (user_id, company_id, type, state, amount_cents, interest_rate, term, installments, monthly_payment_cents,
      total_debt_cents, payment_deadline, requested_day, created_at, updated_at)
    select app_user.id, company_id, case when (app_user.id + k) % 3 = 0 then 'advance' else 'credit' end, ${oneOf(states, 'app_user.id / 2 + k')},
      1 + app_user.id * k % 50, 0.18, 12, 12, 1, 100, '2027-01-01', '2026-11-20', ${at('app_user.id * k / 4', '5 hours')}, now()
    from app_user, generate_series(1, 3) k where email ~ '@b[0-9]' order by k, app_user.id`.execute(
    ctx.superuser,
  )
  const order = sql`insert into transfer (loan_id, user_id, purpose, attempt, status, tracking_key, numeric_reference, amount_cents,
      operation_date, payment_concept, beneficiary_name, beneficiary_account, account_type_beneficiary,
      rfc_curp_beneficiary, counterpart_institution, operating_institution, payer_name, paying_account,
      rfc_curp_payer, created_at, updated_at)`
  const rest = sql`'', '', ${worker.debit_card_number}, 40, '', '', '', '', '', ''`
  await sql`${order} select id, null, 'payout', 1, case when id % 17 = 0 then 'review' else 'failed' end,
      'PAGO' || lpad((id * 7919 % 100000)::text, 6, '0'), 1, 1 + id % 40, date '2026-11-20' - (id % 60)::int, ${rest}, ${at('id / 3', '3 hours')}, now()
    from loan where id > ${loan.id} and id % 5 > 0`.execute(ctx.superuser)
  await sql`${order} select null, id, 'refund', 1, 'failed', 'DEVUELVE' || id, 1, 1 + id % 40, date '2026-11-20' - (id % 60)::int, ${rest},
      ${at('id', '3 hours')}, now()
    from app_user where email ~ '@b[0-9]' and id % 4 = 0`.execute(ctx.superuser)
  await sql`insert into audit (actor_id, action, subject, subject_id, created_at)
    select person.id, ${oneOf(['a.b', 'c.d'], 'row')}, subject, subject_id, ${at('row / 2', '2 hours')}
    from (
      select row_number() over (order by id, subject) as row, * from (
        select id, 'user' as subject, id as subject_id from app_user
        union all select id, 'loan', id from loan union all select id, 'transfer', id from transfer
        union all select id, 'payment', id from loan where id % 3 = 0 union all select id, 'company', id from company) as all_subjects
    ) as made left join lateral (
      select id from app_user where id % 97 = made.row % 97 and row % 3 > 0 order by id limit 1) as person on true`.execute(
    ctx.superuser,
  )
  await sql`analyze`.execute(ctx.superuser)
}

beforeAll(async () => {
  // The rows are copies in SQL, without schedules and ledger entries.
  ctx = await createTestContext({ is_ledger_checked: false })
  await fill()
})

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** True if each word is in the text; one without three letters or digits in a row begins a word of it. */
function hasAll(text: string, search: string): boolean {
  const all = plain(text)
  return plain(search)
    .split(/\s+/)
    .every((word) =>
      /[a-z0-9]{3}/.test(word) ? all.includes(word) : /[a-z0-9]/.test(word) && ` ${all}`.includes(` ${word}`),
    )
}

const isPart = (text: string | null, part: string) =>
  /[a-z0-9]{3}/i.test(part) && (text ?? '').toLowerCase().includes(part.toLowerCase())
/** A folio is searched by three digits, or whole without its zeros. */
const hasFolio = (folio: string, search: string) =>
  (/[0-9]{3}/.test(search) && folio.toLowerCase().includes(search.toLowerCase())) ||
  [search, `c-${search}`, `a-${search}`].some(
    (text) => text.toLowerCase() === folio.toLowerCase().replace(/-0+/, '-'),
  )

interface Row {
  id: number
  created_at: string
  amount: number
}
type Filters = Record<string, string>

const wanted = (text: string) => sql<Row & Record<string, never>>`${sql.raw(text)}`
async function readAll<More>(text: string): Promise<(Row & More)[]> {
  const { rows } = await wanted(text).execute(ctx.superuser)
  return rows as unknown as (Row & More)[]
}

interface Person {
  first_name: string
  last_name: string
  email: string
  phone: string
}
const namesPerson = ({ first_name, last_name, phone }: Person, search: string) =>
  hasAll(`${first_name} ${last_name}`, search) || phone === search.replaceAll(/\D/g, '')

/** The terms: names, parts with and without accents, short words, several words, numbers, folios, signs and nobody. */
const terms = [
  ...[
    'mar',
    'MÁR',
    'ñ',
    'a',
    'al',
    'an',
    'de',
    'o',
    'ana',
    'maria jose',
    'jose  maria',
    'la de',
    'garcia peña',
    'ximena z',
  ],
  ...[
    '%',
    'peña %',
    '_',
    'nadie',
    '12',
    '123',
    '0012',
    'c-000',
    'C-0',
    'a-7',
    '99',
    '9980000042',
    '998 000 0042',
    'k1',
    'k12',
  ],
  ...[
    'trabajador',
    'trabajador12',
    'ab.c',
    'ab.c1',
    '@b3',
    'b3.mx',
    'textiles',
    'molinos ñu',
    'pago',
    'pago0',
    '777',
    'quincena',
    'devuelve',
  ],
]

/** Compares every page of some sizes with the rows that the filter keeps, sorted by hand. */
async function expectPages(
  all: readonly Row[],
  read: (query: Filters) => Promise<{ count: number; count_capped?: true; rows: { id: number }[] }>,
  { label, query }: { label: string; query: Filters },
) {
  const ordering = query.ordering ?? '-created_at'
  const [column, sign] = [ordering.replace('-', ''), ordering.startsWith('-') ? -1 : 1]
  const place = (row: Row) => (column === 'amount' ? row.amount : row.created_at)
  const sorted = all.toSorted((a, b) => {
    if (place(a) === place(b)) return sign * (a.id - b.id)
    return place(a) < place(b) ? -sign : sign
  })
  const isCapped = sorted.length > limits.count
  const count = Math.min(sorted.length, limits.count)
  // The limit is no multiple of it, so the last page of a capped search is shorter.
  const size = 7
  const last = Math.ceil(count / size)
  for (const page of [1, 2, last, last + 1]) {
    if (page === 0) continue
    const found = await read({ ...query, page: String(page), page_size: String(size) })
    const ids = sorted.slice((page - 1) * size, Math.min(page * size, count)).map(({ id }) => id)
    expect({
      label,
      page,
      count: found.count,
      capped: found.count_capped,
      ids: found.rows.map(({ id }) => id),
    }).toEqual({
      ...{ label, page, count, ids },
      capped: isCapped || undefined,
    })
  }
}

describe.each([
  {},
  { ordering: 'created_at' },
  { ordering: '-amount', type: 'credit' },
  { situation: 'in_review' },
  { status: 'REJ' },
  { situation: 'expired' },
] as Filters[])('loans with %o', (filters) => {
  test.each(terms)('a search for «%s» has the pages of the loans that match', async (search) => {
    const all = await readAll<Person & { folio: string; type: string; state: string; in_review: boolean }>(
      `select l.id, l.created_at::text, l.amount_cents as amount, folio, type, l.state, first_name, last_name, phone,
          exists (select from transfer where loan_id = l.id and status = 'review') as in_review
        from loan l join app_user u on u.id = l.user_id`,
    )
    const { type, situation, status } = filters
    const others = all.filter(
      (row) =>
        (namesPerson(row, search) || hasFolio(row.folio, search)) &&
        (type === undefined || row.type === type) &&
        (status === undefined || row.state !== 'completed'),
    )
    const rows = others.filter((row) =>
      situation === undefined ? true : (row.in_review ? 'in_review' : row.state) === situation,
    )
    await expectPages(
      rows,
      async (query) => {
        const found = await listLoans(ctx.deps.db, { user, today: '2026-11-20' }, loanQuery.parse(query))
        const counted = Object.values(found.situations ?? {}).reduce((sum, count) => sum + count, 0)
        expect(counted).toBe(others.length > limits.count ? 0 : others.length)
        return found
      },
      { label: search, query: { ...filters, search } },
    )
  })
})

describe.each([{}, { ordering: 'created_at' }, { is_active: 'false' }] as Filters[])(
  'users with %o',
  (filters) => {
    test.each(terms)('a search for «%s» has the pages of the users that match', async (search) => {
      const all = await readAll<Person & { key: string | null; is_active: boolean; rfc: string | null }>(
        `select id, created_at::text, 0 as amount, first_name, last_name, email, phone, key, rfc, is_active from app_user`,
      )
      const rows = all.filter(
        ({ first_name, last_name, key, email, phone, rfc, is_active }) =>
          is_active === (filters.is_active === undefined) &&
          hasAll(
            `${first_name} ${last_name} ${key ?? ''} ${email} ${phone ?? ''} ${rfc ?? ''}`,
            /^[0-9 ]+$/.test(search) ? search.replaceAll(' ', '') : search,
          ),
      )
      const read = (query: Filters) => listUsers(ctx.deps.db, userQuery.parse(query))
      await expectPages(rows, read, { label: search, query: { ...filters, search } })
    })
  },
)

interface Order extends Person {
  company: string | null
  tracking_key: string
  folio: string | null
  status: string
  purpose: string
}

/** The first field in which an order has the text decides for all. */
const fields: ((row: Order, search: string) => boolean)[] = [
  ({ company }, search) =>
    search.toLowerCase() === lender.toLowerCase() || plain(company ?? '').includes(plain(search)),
  ({ tracking_key }, search) => isPart(tracking_key, search),
  ({ folio }, search) => folio !== null && hasFolio(folio, search),
  ({ email }, search) =>
    /[a-z0-9]{3}/.test(plain(search)) ? email.includes(plain(search)) : email.startsWith(plain(search)),
  namesPerson,
]

describe.each([{}, { ordering: 'amount' }, { needs_review: 'true' }, { purpose: 'refund' }] as Filters[])(
  'orders with %o',
  (filters) => {
    test.each(terms)('a search for «%s» has the pages of the orders that match', async (search) => {
      const all = await readAll<Order>(
        `select t.id, t.created_at::text, t.amount_cents as amount, c.name as company, tracking_key, folio, t.status, purpose,
        first_name, last_name, u.email, u.phone
      from transfer t left join loan l on l.id = t.loan_id join app_user u on u.id = coalesce(l.user_id, t.user_id)
      left join company c on c.id = case when l.id is null then u.company_id else l.company_id end`,
      )
      const others = all.filter(
        ({ status, purpose }) =>
          (filters.needs_review === undefined || status === 'review') &&
          (filters.purpose === undefined || purpose === filters.purpose),
      )
      const field = fields.find((matches) => others.some((row) => matches(row, search)))
      const rows = others.filter((row) => field?.(row, search))
      const query = { ...filters, search }
      const read = (one: Filters) => listTransfers(ctx.deps.db, { ...transferQuery.parse(one), lender, now })
      await expectPages(rows, read, { label: search, query })
      // An export has all of them.
      const input = { ...transferQuery.parse(query), lender, now }
      const texts = await resolveTransfers(ctx.deps.db, input)
      const exported = await transferIds(ctx.deps.db, input, texts).execute()
      expect(exported.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
        rows.map(({ id }) => id).toSorted((a, b) => a - b),
      )
    })
  },
)

describe.each([{}, { ordering: 'created_at', subject: 'user' }, { action: 'a.b' }] as Filters[])(
  'audit with %o',
  (filters) => {
    test.each(terms)('a search for «%s» has the pages of the rows that match', async (search) => {
      const person = (
        id: string,
      ) => `(select first_name || ' ' || last_name || ' ' || coalesce(key, '') || ' ' || email || ' ' ||
      coalesce(phone, '') || ' ' || coalesce(rfc, '') from app_user where id = ${id})`
      const all = await readAll<{
        action: string
        subject: string
        subject_id: number
        actor: string | null
        name: string | null
      }>(
        `select a.id, a.created_at::text, 0 as amount, action, subject, subject_id, ${person('actor_id')} as actor, case subject
          when 'user' then ${person('subject_id')} when 'loan' then (select folio from loan where id = subject_id)
          when 'company' then (select key || ' ' || name || ' ' || email from company where id = subject_id)
          when 'transfer' then (select tracking_key from transfer where id = subject_id) end as name
      from audit a`,
      )
      const text = /^[0-9 ]+$/.test(search) ? search.replaceAll(' ', '') : search
      const rows = all.filter(({ actor, subject, subject_id, name, action }) => {
        if ((filters.subject ?? subject) !== subject || (filters.action ?? action) !== action) return false
        if (actor !== null && hasAll(actor, text)) return true
        if (subject === 'user') return hasAll(name ?? '', text)
        if (subject === 'company') return plain(name ?? '').includes(plain(search))
        if (subject === 'loan') return hasFolio(name ?? '', search)
        if (subject === 'transfer') return name === search
        return String(subject_id) === search.replace(/^0+/, '')
      })
      const read = (query: Filters) => listAudit(ctx.deps.db, auditQuery.parse(query))
      await expectPages(rows, read, { label: search, query: { ...filters, search } })
    })
  },
)
