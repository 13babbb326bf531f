import type { Day } from '../dates.ts'
import { formatCat, formatDate, formatLongDate, formatRate } from '../format.ts'
import { recaOf, tradeNameOf, uneOf } from '../lender/schema.ts'
import { deductionParts } from '../loans/deduction.ts'
import type { Cents } from '../money.ts'
import type { TextValues } from '../texts/catalogue.ts'
import type { ContractTextName } from '../texts/content.ts'
import { accountText, annualRates, chargeOf, isTaxAdded, rateText } from './product.ts'
import { firstDueDate, frequencyOf, paymentsText, rhythmOf } from './rhythm.ts'
import type { ContractPayload } from './schema.ts'

type Values = TextValues['values']
type LoanType = ContractPayload['loan']['type']

/** The text of the contracts of a loan type. */
export const contractTextNameOf = (type: LoanType): ContractTextName =>
  type === 'credit' ? 'credit_contract' : 'advance_contract'

const capitalize = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

function lenderValues({ lender, loan }: ContractPayload): Values {
  const { name, address, phone, email } = lender
  const une = uneOf(lender)
  return {
    ...{ lender: name, address, phone, email, reca: recaOf(lender, loan.type) },
    trade_name: tradeNameOf(lender),
    ...{ website: lender.website, representative: lender.representative },
    ...{ une_address: une.address, une_phone: une.phone, une_email: une.email, une_hours: une.hours },
  }
}

function clientValues({ borrower, receiving_account }: ContractPayload): Values {
  return {
    client: borrower.full_name,
    client_curp: borrower.curp || 'No registrada',
    client_rfc: borrower.rfc || 'No registrado',
    client_address: borrower.address || 'No registrado',
    client_email: borrower.email,
    client_phone: borrower.phone,
    company: borrower.company_name,
    account: accountText(receiving_account),
  }
}

/** The parts of the first installment that the employer deducts, in centavos. */
function deductionOf({ loan }: ContractPayload): Cents[] {
  const { type, monthly_payment, total_debt } = loan
  return deductionParts(monthly_payment ?? total_debt, { type, frequency: frequencyOf(loan) })
}

function amountValues(payload: ContractPayload): Values {
  const { loan } = payload
  const charge = chargeOf(payload)
  const [first, second] = deductionOf(payload)
  return {
    ...{ amount: loan.amount, total: loan.total_debt, charge, tax: loan.tax, commission: loan.commission },
    cost: loan.total_debt - loan.amount,
    charge_without_tax: isTaxAdded(loan) ? charge : charge - loan.tax,
    charge_with_tax: isTaxAdded(loan) ? charge + loan.tax : charge,
    payment: loan.monthly_payment ?? loan.total_debt,
    last_payment: loan.schedule.at(-1)?.payment ?? loan.total_debt,
    deduction: first,
    second_deduction: second,
    payments: paymentsText(loan),
    payments_count: String(loan.schedule.length),
  }
}

function rateValues({ loan }: ContractPayload): Values {
  const [without_tax, with_tax] = annualRates(loan)
  return {
    rate: rateText(loan.interest_rate),
    ...{ rate_without_tax: without_tax, rate_with_tax: with_tax },
    tax_rate: formatRate(loan.tax_rate),
    cat: formatCat(loan.cat),
    periods_per_year: rhythmOf(loan).periods,
    installment: rhythmOf(loan).one,
    installments: rhythmOf(loan).many,
  }
}

function dayValues({ loan, business_day }: ContractPayload): Values {
  const first: Day = firstDueDate(loan)
  const days = rhythmOf(loan).days(first)
  return {
    ...{ folio: loan.folio, period: loan.period },
    ...{ first_due: first, last_due: loan.payment_deadline, day: business_day },
    first_due_digits: formatDate(first),
    last_due_without_year: formatLongDate(loan.payment_deadline),
    day_digits: formatDate(business_day),
    payment_days: days,
    payment_days_capital: capitalize(days),
    grace_days: String(loan.grace_bank_days ?? 0),
  }
}

const given = (text: string | undefined) => text !== undefined && text !== ''

/** The conditions of a pair that exclude each other. */
const either = (is: boolean, yes: string, no: string) => (is ? yes : no)

function lenderConditions({ lender, loan, marketing_consent = false }: ContractPayload): string[] {
  return [
    either(given(recaOf(lender, loan.type)), 'reca_registered', 'reca_missing'),
    either(given(lender.website), 'website_known', 'website_missing'),
    either(given(lender.representative), 'representative_known', 'representative_missing'),
    ...(given(lender.une_hours) ? ['une_hours_known'] : []),
    either(marketing_consent, 'marketing_given', 'marketing_not_given'),
  ]
}

function taxCondition({ tax_rate, tax_added }: ContractPayload['loan']): string {
  if (tax_rate === 0) return 'vat_none'
  return either(tax_added ?? false, 'vat_added', 'vat_contained')
}

function graceCondition({ grace_bank_days = 0 }: ContractPayload['loan']): string {
  if (grace_bank_days === 0) return 'grace_none'
  return either(grace_bank_days === 1, 'grace_one', 'grace_many')
}

function loanConditions(payload: ContractPayload): string[] {
  const { loan } = payload
  const count = loan.schedule.length
  const rhythm = either(frequencyOf(loan) === 'monthly', 'monthly', 'not_monthly')
  const tax = either(isTaxAdded(loan), 'tax_added', 'tax_not_added')
  return [
    taxCondition(loan),
    ...(loan.tax_rate === 0 ? [] : ['vat']),
    ...[rhythm, tax, `${rhythm}_${tax}`],
    either(loan.cat === null, 'cat_none', 'cat_known'),
    either(deductionOf(payload).length === 1, 'deducted_whole', 'deducted_in_two'),
    either(count === 1, 'one_payment', 'many_payments'),
    graceCondition(loan),
  ]
}

/** Fills the fields of a contract's text and decides its conditions, from the data of one contract. */
export function contractValues(payload: ContractPayload): TextValues {
  return {
    values: {
      ...lenderValues(payload),
      ...clientValues(payload),
      ...amountValues(payload),
      ...rateValues(payload),
      ...dayValues(payload),
    },
    conditions: [...lenderConditions(payload), ...loanConditions(payload)],
  }
}
