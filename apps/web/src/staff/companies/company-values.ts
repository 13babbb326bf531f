import { commissionStepsForm } from '@quincena/domain/companies/commission-schema'
import type { Company } from '@quincena/domain/companies/schema'
import { formatMoney } from '@quincena/domain/format'
import { type CommissionStep, offeredRange, stepsProblem } from '@quincena/domain/loans/advance-price'
import {
  DEFAULT_ADVANCE_COST_CEILING,
  DEFAULT_ADVANCE_MINIMUM,
  DEFAULT_ADVANCE_SHARE,
  DEFAULT_GRACE_BANK_DAYS,
} from '@quincena/domain/loans/limits'
import { OTHER_INDUSTRY } from '@quincena/domain/mexico/industries'
import { centsFromText, MONEY_LIMIT, pesos } from '@quincena/domain/money'
import { percentText, readPercent } from '@quincena/domain/percent'
import { type CommissionRow, rowsOfText, textOfSteps } from './commission-rows.ts'

const texts = [
  ...(['key', 'name', 'industry', 'other_industry', 'headquarters_address', 'website'] as const),
  ...(['email', 'email_confirm', 'phone', 'interest_rate', 'commission', 'commission_steps'] as const),
  ...([
    'advance_share',
    'advance_cap',
    'advance_minimum',
    'advance_cost_ceiling',
    'tax_rate',
    'tax_exempt_reason',
    'tax_added',
    'grace_bank_days',
  ] as const),
] as const

/** Values of the form as typed: every field is a text. */
export type CompanyValues = Record<(typeof texts)[number], string>

/** Where the VAT is, as the form's select shows and keeps it. */
export const TAX_CHOICES = { contained: 'Contenido en el precio', added: 'Se suma al precio' } as const

/** Whether every amount has the same commission, as the form's select shows it. */
export const COMMISSION_CHOICES = { single: 'La misma para todo monto', steps: 'Según el monto' } as const

const taxChoice = (tax_added: boolean) => (tax_added ? TAX_CHOICES.added : TAX_CHOICES.contained)

/** Initial values of a new company: the VAT rate has no default, staff must type it. */
export const noCompany: CompanyValues = {
  ...{ key: '', name: '', industry: '', other_industry: '', headquarters_address: '', website: '' },
  ...{ email: '', email_confirm: '', phone: '', interest_rate: '', commission: '' },
  ...{ commission_steps: '', advance_cost_ceiling: percentText(DEFAULT_ADVANCE_COST_CEILING) },
  ...{ advance_share: percentText(DEFAULT_ADVANCE_SHARE), advance_cap: '' },
  advance_minimum: String(pesos(DEFAULT_ADVANCE_MINIMUM)),
  tax_exempt_reason: '',
  ...{ tax_rate: '', tax_added: taxChoice(false), grace_bank_days: String(DEFAULT_GRACE_BANK_DAYS) },
}

/** Converts a company to form values. */
export function valuesOf(company: Company): CompanyValues {
  const { key, name, industry, headquarters_address, website, email, phone } = company
  return {
    ...{ key, name, industry, email },
    other_industry: '',
    email_confirm: email,
    headquarters_address: headquarters_address ?? '',
    website: website ?? '',
    phone: phone ?? '',
    interest_rate: company.interest_rate === null ? '' : percentText(company.interest_rate),
    commission: String(pesos(company.commission)),
    commission_steps: textOfSteps(company.commission_steps),
    advance_share: percentText(company.advance_share),
    advance_cap: company.advance_cap === null ? '' : String(pesos(company.advance_cap)),
    advance_minimum: String(pesos(company.advance_minimum)),
    advance_cost_ceiling: percentText(company.advance_cost_ceiling),
    tax_rate: percentText(company.tax_rate),
    tax_exempt_reason: company.tax_exempt_reason ?? '',
    tax_added: taxChoice(company.tax_added),
    grace_bank_days: String(company.grace_bank_days),
  }
}

/**
 * Parses a typed number, with or without thousands separators. Another text is returned as text, so that the schema
 * reports the error.
 */
function numberIn(text: string): number | string {
  const written = text.replaceAll(',', '').trim()
  return /^-?([0-9]+\.?[0-9]*|\.[0-9]+)$/.test(written) ? Number(written) : written
}

/** Converts a typed percentage to the fraction of the API; another text is returned, so that the schema reports it. */
export function fractionIn(text: string): number | string {
  return readPercent(text).fraction ?? text.trim()
}

const shareProblem = 'Debe ser mayor a 0 % y hasta 100 %, con un decimal como máximo: 50 es la mitad'
const smallShareProblem = 'Es menos de 1 %. Se escribe en por ciento: 50 es la mitad'
const taxProblem = 'Debe estar entre 0 % y 100 %, con un decimal como máximo: 16 es 16 %'
const fineRateProblem = 'Se escribe en por ciento, con un decimal como máximo: 18 o 18.5'
const highRateProblem = 'Debe ser menor a 1,000 %: 18 es 18 % anual'

function rateProblem(text: string): string | undefined {
  const { fraction, fault } = readPercent(text)
  if (fault === 'too_fine') return fineRateProblem
  return fraction !== undefined && fraction >= 10 ? highRateProblem : undefined
}

function advanceShareProblem(text: string): string | undefined {
  const { fraction = 0 } = readPercent(text)
  if (fraction <= 0 || fraction > 1) return shareProblem
  return fraction < 0.01 ? smallShareProblem : undefined
}

/** The errors of the percentages, whose schema speaks of fractions. An empty mandatory field keeps the schema's text. */
export function percentProblems(values: CompanyValues) {
  const { interest_rate, advance_share, advance_cost_ceiling, tax_rate } = values
  const { fraction: tax = 2 } = readPercent(tax_rate)
  return {
    interest_rate: rateProblem(interest_rate),
    advance_share: advanceShareProblem(advance_share),
    advance_cost_ceiling: advanceShareProblem(advance_cost_ceiling),
    tax_rate: tax <= 1 || tax_rate.trim() === '' ? undefined : taxProblem,
  }
}

/** The commission as the API takes it: the typed one, or the typed table. */
function commissionOf({
  commission,
  commission_steps,
}: Pick<CompanyValues, 'commission' | 'commission_steps'>) {
  const rows = rowsOfText(commission_steps)
  if (rows.length === 0) return { commission, commission_steps: null }
  return {
    commission_steps: rows.map((row) => ({
      up_to: row.up_to === '' ? null : numberIn(row.up_to),
      commission: row.commission,
    })),
  }
}

/** A cell of the table: its row, from 0, and its column. */
export interface CommissionCell {
  index: number
  field: keyof CommissionRow
}

/** The cell with the first error of the typed table; undefined without one. The texts are the schema's. */
export function wrongCell(values: CompanyValues): CommissionCell | undefined {
  const { commission_steps } = commissionOf(values)
  const checked = commissionStepsForm.safeParse(commission_steps)
  if (checked.success) return stepsProblem(checked.data, centsFromText(values.advance_cap)) ?? undefined
  const [index, field] = checked.error.issues[0]?.path ?? []
  if (typeof index !== 'number') return undefined
  return { index, field: field === 'commission' ? 'commission' : 'up_to' }
}

const ceilingWords = 'En por ciento: lo más que la comisión puede ser del monto.'

/** Typed rows as steps in centavos; those without a commission are left out. */
function stepsOf(rows: readonly CommissionRow[]): CommissionStep[] {
  return rows.flatMap((row) => {
    const commission = centsFromText(row.commission)
    return commission === null ? [] : [{ up_to: centsFromText(row.up_to), commission }]
  })
}

/** Says from which amount an advance is offered with what is typed; explains the field until that is known. */
export function ceilingHint(values: CompanyValues): string {
  const { fraction: advance_cost_ceiling = 0 } = readPercent(values.advance_cost_ceiling)
  const rows = rowsOfText(values.commission_steps)
  const commission_steps = stepsOf(rows.length === 0 ? [{ up_to: '', commission: values.commission }] : rows)
  const commission = commission_steps[0]?.commission
  if (advance_cost_ceiling <= 0 || commission === undefined) return ceilingWords
  const from = centsFromText(values.advance_minimum) ?? 0
  const range = offeredRange(
    { commission, commission_steps, advance_cost_ceiling },
    { from, to: MONEY_LIMIT },
  )
  return range === null ? ceilingWords : `Con esta comisión se puede pedir desde ${formatMoney(range.from)}.`
}

/** Converts form values to the wire shape without validating them; the schema validates the result. */
export function wireOf(values: CompanyValues) {
  const { other_industry, commission, commission_steps, ...rest } = values
  return {
    ...rest,
    ...commissionOf({ commission, commission_steps }),
    ...(values.industry === OTHER_INDUSTRY && { other_industry }),
    interest_rate: fractionIn(values.interest_rate),
    advance_share: fractionIn(values.advance_share),
    advance_cap: values.advance_cap.trim() === '' ? null : numberIn(values.advance_cap),
    advance_minimum: numberIn(values.advance_minimum),
    advance_cost_ceiling: fractionIn(values.advance_cost_ceiling),
    tax_rate: fractionIn(values.tax_rate),
    tax_exempt_reason: fractionIn(values.tax_rate) === 0 ? values.tax_exempt_reason : null,
    tax_added: values.tax_added === TAX_CHOICES.added,
    grace_bank_days: numberIn(values.grace_bank_days),
  }
}
