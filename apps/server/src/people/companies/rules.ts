import type { Company, CompanyForm } from '@quincena/domain/companies/schema'
import { stepsProblem } from '@quincena/domain/loans/advance-price'
import {
  DEFAULT_ADVANCE_COST_CEILING,
  DEFAULT_ADVANCE_MINIMUM,
  DEFAULT_ADVANCE_SHARE,
  DEFAULT_GRACE_BANK_DAYS,
  DEFAULT_TAX_RATE,
} from '@quincena/domain/loans/limits'
import type { MessageCode } from '@quincena/domain/messages'

type OptionalTerms = Pick<
  CompanyForm,
  | 'advance_share'
  | 'advance_cap'
  | 'advance_minimum'
  | 'advance_cost_ceiling'
  | 'tax_rate'
  | 'tax_exempt_reason'
  | 'tax_added'
  | 'grace_bank_days'
>
type Commission = Pick<CompanyForm, 'commission' | 'commission_steps'>
type Terms = Required<Pick<Company, keyof OptionalTerms | keyof Commission>>

const newCompany: Terms = {
  ...{ advance_share: DEFAULT_ADVANCE_SHARE, advance_cap: null, advance_minimum: DEFAULT_ADVANCE_MINIMUM },
  ...{ advance_cost_ceiling: DEFAULT_ADVANCE_COST_CEILING, commission: 0, commission_steps: null },
  ...{ tax_rate: DEFAULT_TAX_RATE, tax_exempt_reason: null, tax_added: false },
  grace_bank_days: DEFAULT_GRACE_BANK_DAYS,
}

function optionalValues(form: OptionalTerms, before: Terms) {
  const tax_rate = form.tax_rate ?? before.tax_rate
  return {
    advance_share: form.advance_share ?? before.advance_share,
    advance_cap_cents: form.advance_cap === undefined ? before.advance_cap : form.advance_cap,
    advance_minimum_cents: form.advance_minimum ?? before.advance_minimum,
    advance_cost_ceiling: form.advance_cost_ceiling ?? before.advance_cost_ceiling,
    tax_rate,
    tax_exempt_reason: tax_rate > 0 ? null : form.tax_exempt_reason || before.tax_exempt_reason,
    tax_added: form.tax_added ?? before.tax_added,
    grace_bank_days: form.grace_bank_days ?? before.grace_bank_days,
  }
}

/**
 * The commission after a form: its steps, else its single commission. A caller that knows no steps keeps those of the
 * company while its commission is the stored one; another commission would discard them, and the result is null.
 */
function commissionAfter({ commission, commission_steps }: Commission, before: Terms) {
  if (commission_steps) return { commission: commission_steps[0]?.commission ?? 0, commission_steps }
  const single = { commission: commission ?? before.commission, commission_steps: null }
  if (commission_steps === null || before.commission_steps === null) return single
  return single.commission === before.commission ? before : null
}

/** A field of the form that cannot be saved, and the code of the reason. */
export interface TermsProblem {
  field: 'commission' | 'commission_steps'
  code: MessageCode
}

type TermValues = ReturnType<typeof optionalValues> & {
  commission_cents: number
  /** The steps as JSON, in centavos. */
  commission_steps_cents: string | null
}

/**
 * The columns of a company's terms after a form, or what is wrong with them. Missing optional terms keep the value in
 * `before`, or take the default of a new company.
 */
export function termsAfter(
  form: OptionalTerms & Commission,
  before: Terms = newCompany,
): { values: TermValues; problem?: undefined } | { values?: undefined; problem: TermsProblem } {
  const values = optionalValues(form, before)
  const after = commissionAfter(form, before)
  if (after === null) return { problem: { field: 'commission', code: 'company.commission_by_amount' } }
  const { commission, commission_steps: steps } = after
  if (steps !== null && stepsProblem(steps, values.advance_cap_cents) !== null)
    return { problem: { field: 'commission_steps', code: 'company.commission_steps_open' } }
  const commission_steps_cents = steps === null ? null : JSON.stringify(steps)
  return { values: { ...values, commission_cents: commission, commission_steps_cents } }
}
