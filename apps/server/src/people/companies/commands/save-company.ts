import {
  type Company,
  type CompanyEditForm,
  type CompanyForm,
  chosenIndustry,
} from '@quincena/domain/companies/schema'
import { INDUSTRIES, industryName } from '@quincena/domain/mexico/industries'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { companyColumns, findCompany } from '../queries.ts'
import { termsAfter } from '../rules.ts'

function parseIndustry(form: CompanyForm | CompanyEditForm): string {
  const industry = chosenIndustry(form)
  return INDUSTRIES.find((listed) => listed === industry) ?? industryName(industry)
}

/** The columns of `company` that every form fills; the terms are in `termsAfter`. */
export function commonValues(form: CompanyForm | CompanyEditForm) {
  const { key, name, email, phone, interest_rate } = form
  return {
    ...{ key, name, email, phone, interest_rate },
    industry: parseIndustry(form),
    headquarters_address: form.headquarters_address ?? '',
    website: form.website ?? '',
  }
}

/** The columns of the terms. Throws their problem (422) at its field. */
function termValues(form: CompanyForm | CompanyEditForm, before?: Company) {
  const { values, problem } = termsAfter(form, before)
  if (problem === undefined) return values
  throw new AppError(problem.code, 422, { fields: { [problem.field]: problem.code } })
}

/** Adds a company. Throws `company.key_taken` (409) at `key`, and what `termsAfter` refuses (422). */
export function createCompany(deps: Deps, context: CommandContext, form: CompanyForm): Promise<Company> {
  return runCommand(deps, context, async (trx) => {
    const now = isoOf(deps.clock())
    const company = await trx
      .insertInto('company')
      .values({
        ...commonValues(form),
        ...termValues(form),
        created_at: now,
        updated_at: now,
      })
      .returning(companyColumns)
      .executeTakeFirstOrThrow()
    await writeAudit(deps, trx, {
      context,
      action: 'company.created',
      subject: ['company', company.id],
      after: auditedCompany(company),
    })
    await publishCompany(deps, trx, company.id)
    return company
  })
}

/** The values of a company that the audit trail keeps. */
export const auditedCompany = ({ version: _, ...company }: Company) => company

/** Notifies the staff app, so that its company lists are reloaded. */
async function publishCompany(deps: Deps, trx: Trx, id: number) {
  await deps.events.publish(trx, { topic: 'company', id, user_ids: [], staff: true })
}

async function lockCompany(trx: Trx, id: number): Promise<Company> {
  await trx.selectFrom('company').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const company = await findCompany(trx, id)
  if (company === undefined) throw new AppError('company.not_found', 404)
  return company
}

/**
 * Replaces a company's data; the optional terms keep their value if the form leaves them out. Existing loans keep their
 * own terms. Throws `company.not_found` (404), `company.key_taken` (409) and, if the form was
 * made from an older version, `company.changed` (409), and what `termsAfter` refuses (422).
 */
export function updateCompany(
  deps: Deps,
  context: CommandContext,
  { id, form }: { id: number; form: CompanyEditForm },
): Promise<Company> {
  return runCommand(deps, context, async (trx) => {
    const before = await lockCompany(trx, id)
    if (form.version !== undefined && form.version !== before.version)
      throw new AppError('company.changed', 409)
    const company = await trx
      .updateTable('company')
      .set({
        ...commonValues(form),
        ...termValues(form, before),
        updated_at: isoOf(deps.clock()),
      })
      .where('id', '=', id)
      .returning(companyColumns)
      .executeTakeFirstOrThrow()
    await writeAudit(deps, trx, {
      context,
      action: 'company.updated',
      subject: ['company', id],
      before: auditedCompany(before),
      after: auditedCompany(company),
    })
    await publishCompany(deps, trx, company.id)
    return company
  })
}

async function refuseWithUsers(trx: Trx, company_id: number): Promise<void> {
  const { count } = await trx
    .selectFrom('app_user')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', company_id)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow()
  if (count === 0) return
  const users = count === 1 ? '1 usuario activo' : `${count.toLocaleString('es-MX')} usuarios activos`
  throw new AppError('company.has_users', 409, {
    detail: `No se pudo eliminar la empresa. Tiene ${users}.`,
  })
}

/**
 * Deletes a company: it leaves every list, and its key is free again. Throws `company.not_found` (404), and
 * `company.has_users` (409), with their number, while active users belong to it.
 */
export async function deleteCompany(deps: Deps, context: CommandContext, id: number): Promise<void> {
  await runCommand(deps, context, async (trx) => {
    const before = await lockCompany(trx, id)
    await refuseWithUsers(trx, id)
    await trx
      .updateTable('company')
      .set({ deleted_at: isoOf(deps.clock()) })
      .where('id', '=', id)
      .execute()
    await writeAudit(deps, trx, {
      context,
      action: 'company.deleted',
      subject: ['company', id],
      before: auditedCompany(before),
    })
    await publishCompany(deps, trx, id)
    return { id }
  })
}
