import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'

/** Throws `company.not_found` (422) at `company` for an unknown or deleted company; null and undefined are allowed. */
export async function requireCompany(trx: Trx, company_id: number | null | undefined): Promise<void> {
  if (company_id === null || company_id === undefined) return
  const company = await trx
    .selectFrom('company')
    .select('id')
    .where('id', '=', company_id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (company === undefined)
    throw new AppError('company.not_found', 422, { fields: { company: 'company.not_found' } })
}
