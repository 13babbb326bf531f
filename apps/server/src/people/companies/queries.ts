import type { Company, companyQuery } from '@quincena/domain/companies/schema'
import { readSearch } from '@quincena/domain/search/terms'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type CommandContext, isStaff } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import type { Db, Trx } from '../../db/types.ts'
import { createdWithin, hasWords, inOrder, inOrderOf, orderOf, windowOf } from '../../http/pagination.ts'

export const companyColumns = [
  ...(['id', 'key', 'name', 'industry', 'headquarters_address', 'website', 'email', 'phone'] as const),
  ...(['interest_rate', 'commission_cents as commission', 'advance_share'] as const),
  ...(['commission_steps_cents as commission_steps', 'advance_cost_ceiling'] as const),
  ...(['advance_cap_cents as advance_cap', 'advance_minimum_cents as advance_minimum'] as const),
  ...(['tax_rate', 'tax_exempt_reason', 'tax_added', 'grace_bank_days', 'created_at', 'version'] as const),
] as const

const orderings = ['created_at', 'key', 'name', 'industry', 'email', 'interest_rate', 'commission'] as const

type CompaniesQuery = z.output<typeof companyQuery>

/** The filters and the order of a company list, without the page. */
export type CompanyFilters = Omit<CompaniesQuery, 'page' | 'page_size'>

function matchingCompanies(db: Db, { search, industry, ...days }: CompanyFilters) {
  return db
    .selectFrom('company')
    .where('deleted_at', 'is', null)
    .where(createdWithin('company', days))
    .$if(search !== undefined && search !== '', (all) =>
      all.where(hasWords(sql.ref('company.search'), readSearch(search ?? ''))),
    )
    .$if(industry !== undefined && industry !== '', (all) => all.where('industry', '=', industry ?? ''))
}

/** Query for the ids of all matching companies, in the requested order. */
export function companyIds(db: Db, input: CompanyFilters) {
  const { column, direction } = orderOf(input.ordering, orderings)
  return matchingCompanies(db, input)
    .select('id')
    .orderBy(column === 'commission' ? 'commission_cents' : column, (order) =>
      inOrder(column === 'name' ? order.collate('es-x-icu') : order, direction),
    )
    .orderBy('id', direction)
}

/** Companies as lists show them, in the order of `ids`. */
export async function companiesOf(db: Db | Trx, ids: readonly number[]): Promise<Company[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('company').select(companyColumns).where('id', 'in', ids).execute()
  return inOrderOf(ids, rows)
}

/** One page of the matching companies, and the count of all of them, which are few: in one query. */
export async function listCompanies(
  db: Db,
  input: CompaniesQuery,
): Promise<{ count: number; rows: Company[] }> {
  const { offset, limit } = windowOf(input)
  const all = matchingCompanies(db, input).select(sql<number>`count(*)`.as('count'))
  const page = companyIds(db, input).clearSelect().select(companyColumns).select(all.as('list_count'))
  const found = await page.limit(limit).offset(offset).execute()
  const [first] = found
  const count = first?.list_count ?? (offset === 0 ? 0 : (await all.executeTakeFirstOrThrow()).count)
  return { count, rows: found.map(({ list_count, ...company }) => company) }
}

export function findCompany(db: Db | Trx, id: number): Promise<Company | undefined> {
  return db
    .selectFrom('company')
    .select(companyColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Returns a company to staff and to its own workers. Everybody else gets `company.not_found` (404), as for an unknown
 * id.
 */
export async function getCompany(db: Db, context: CommandContext, id: number): Promise<Company> {
  const allowed = isStaff(context.user) || context.user.company_id === id
  const company = allowed ? await findCompany(db, id) : undefined
  if (company === undefined) throw new AppError('company.not_found', 404)
  return company
}
