import type { ApprovalLine } from '@quincena/domain/approvals/schema'
import { formatMoney } from '@quincena/domain/format'
import {
  LENDER_LIMITS,
  type LoanLimits,
  lenderLimitNames,
  loanLimitsBody,
} from '@quincena/domain/loans/duties'
import { isoOf } from '../../../command/clock.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import { companiesOf } from '../../../people/companies/queries.ts'
import { writeSetting } from '../../../platform/settings/commands/write-setting.ts'
import { protectedSetting } from '../../../treasury/setting-changes/handlers.ts'
import { readLoanLimits } from '../queries.ts'

const ownLimits = ({ companies }: LoanLimits) =>
  new Map(companies.map(({ company, approval }) => [company, formatMoney(approval)]))

/** The companies whose own limit is new, other or removed. Throws `company.not_found` (422) at `companies`. */
async function companyLines(trx: Trx, before: LoanLimits, after: LoanLimits): Promise<ApprovalLine[]> {
  const [old, fresh] = [ownLimits(before), ownLimits(after)]
  const changed = [...new Set([...old.keys(), ...fresh.keys()])].filter((id) => old.get(id) !== fresh.get(id))
  const names = new Map((await companiesOf(trx, changed)).map(({ id, name }) => [id, name]))
  if (changed.some((id) => !names.has(id)))
    throw new AppError('company.not_found', 422, { fields: { companies: 'company.not_found' } })
  const textOf = (limits: typeof old, id: number) => limits.get(id) ?? 'El de todas'
  return changed.map((id) => ({
    label: `Por solicitud en ${names.get(id)}`,
    before: textOf(old, id),
    value: textOf(fresh, id),
  }))
}

/** The limits of loans, in centavos; a change counts from the next approval and acceptance on. */
export const loanLimitsSetting = protectedSetting({
  ...{ name: 'loan_limits.change', title: 'Cambiar los límites de los préstamos', body: loanLimitsBody },
  ...{ lock: 'loan_limit', clash: 'order_limits.changed', audited: 'loan_limits.changed' },
  async read(trx) {
    const { limits: value, version } = await readLoanLimits(trx)
    return { value, version }
  },
  async linesOf(trx, before, after) {
    const lines = LENDER_LIMITS.filter((name) => before[name] !== after[name]).map((name) => ({
      ...{
        label: lenderLimitNames[name],
        before: formatMoney(before[name]),
        value: formatMoney(after[name]),
      },
    }))
    return [...lines, ...(await companyLines(trx, before, after))]
  },
  write: (deps, trx, value) => writeSetting(trx, 'loan_limits', { value, updated_at: isoOf(deps.clock()) }),
})
