import { z } from 'zod'
import {
  always,
  digits,
  email,
  flag,
  fraction,
  id,
  instant,
  optionalText,
  required,
  textUpTo,
} from '../fields.ts'
import { type CommissionStep, stepsProblem } from '../loans/advance-price.ts'
import { INDUSTRIES, industryProblem, OTHER_INDUSTRY } from '../mexico/industries.ts'
import { money, positiveMoney } from '../money.ts'
import { dayRange, inDayOrder, listQuery } from '../page.ts'
import { TEXT_LIMITS } from '../text-limits.ts'
import { commission, commissionStep, commissionStepsForm } from './commission-schema.ts'

export const company = z.object({
  id,
  key: z.string(),
  name: z.string(),
  industry: z.string(),
  headquarters_address: z.string().nullable(),
  website: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  /** Annual, a fraction; null where the company has none and 0.18 counts. */
  interest_rate: z.number().nullable(),
  /** Commission of an advance; that of the first step where there are steps. */
  commission: money,
  commission_steps: z.array(commissionStep).nullable(),
  advance_share: z.number(),
  advance_cap: money.nullable(),
  /** Smallest advance. */
  advance_minimum: money,
  /** Greatest share of an advance that its commission may be, a fraction: above it no advance is offered. */
  advance_cost_ceiling: z.number(),
  /** VAT on interest and commission, a fraction. */
  tax_rate: z.number(),
  /** Why the VAT is 0; null where it is not, and in companies from before the reason was asked for. */
  tax_exempt_reason: z.string().nullable(),
  /** True if the VAT is on top of a credit's interest; false if the price contains it, as that of an advance does. */
  tax_added: z.boolean(),
  /** Bank days after a due date until a loan is late. */
  grace_bank_days: z.int(),
  created_at: instant,
  /** Counts how often it was written. */
  version: z.int().positive(),
})
export type Company = z.infer<typeof company>

const REQUIRED = 'Este campo es obligatorio'
const website = z
  .string()
  .trim()
  .max(200, 'Formato de URL inválido')
  .regex(/^$|^https?:\/\/\S+$/i, 'Formato de URL inválido')
  .nullish()

const SHARE = 'Debe ser una fracción mayor a 0 y hasta 1'
const TAX = 'Debe ser una fracción entre 0 y 1'
const TAX_REASON = 'Escribe por qué no se cobra el impuesto'
const AMOUNT = 'Debe ser una cantidad mayor a cero con hasta 2 decimales'
const GRACE_DAYS_LIMIT = 30
const GRACE_DAYS = `Debe ser un número entero de días, de 0 a ${GRACE_DAYS_LIMIT}`

const common = {
  key: required(REQUIRED).pipe(
    z
      .string()
      .regex(/^[A-Z0-9]{1,7}$/, 'La clave debe ser alfanumérica, en mayúsculas y de máximo 7 caracteres'),
  ),
  name: required(REQUIRED, 120).pipe(
    z.string().regex(/^[\p{Letter}\p{Mark}0-9 .,&'()/_-]{3,}$/u, 'Ingrese un nombre de empresa válido'),
  ),
  other_industry: z.string().trim().optional(),
  website,
  email: required(REQUIRED, TEXT_LIMITS.email).pipe(email('Formato de correo electrónico inválido')),
  email_confirm: z.string().trim().toLowerCase().optional(),
  phone: required(REQUIRED).pipe(digits(10, 'El número debe tener exactamente 10 dígitos')),
  commission: commission.optional(),
  commission_steps: commissionStepsForm.nullish(),
  advance_share: fraction(SHARE).gt(0, SHARE).lte(1, SHARE).optional(),
  advance_cap: positiveMoney(AMOUNT).nullish(),
  advance_minimum: positiveMoney(AMOUNT).optional(),
  advance_cost_ceiling: fraction(SHARE).gt(0, SHARE).lte(1, SHARE).optional(),
  tax_exempt_reason: textUpTo(TEXT_LIMITS.reason).nullish(),
  tax_rate: fraction(TAX, REQUIRED).lte(1, TAX).optional(),
  tax_added: flag.optional(),
  grace_bank_days: z.int(GRACE_DAYS).min(0, GRACE_DAYS).max(GRACE_DAYS_LIMIT, GRACE_DAYS).optional(),
}

type Industry = { industry: string; other_industry?: string | undefined }

/** The industry meant: the text beside «Otro» where that is chosen. */
export function chosenIndustry({ industry, other_industry }: Industry): string {
  return industry === OTHER_INDUSTRY && other_industry ? other_industry : industry
}

function isListed(industry: string) {
  return INDUSTRIES.some((known) => known === industry)
}

function industryIssue(form: Industry, duplicate: string): string | null {
  if (isListed(form.industry) && form.industry !== OTHER_INDUSTRY) return null
  const other = chosenIndustry(form)
  if (other === OTHER_INDUSTRY) return 'Ingrese una industria válida'
  return industryProblem(other, duplicate)
}

interface AdvanceLimits {
  advance_minimum?: number | undefined
  advance_cap?: number | null | undefined
}

function minimumProblem({ advance_minimum, advance_cap }: AdvanceLimits): string | null {
  if (typeof advance_minimum !== 'number' || typeof advance_cap !== 'number') return null
  return advance_minimum > advance_cap ? 'El mínimo no puede ser mayor que el tope por anticipo' : null
}

interface Tax {
  tax_rate?: number | undefined
  tax_exempt_reason?: string | null | undefined
}

function exemptionProblem({ tax_rate, tax_exempt_reason }: Tax): string | null {
  return tax_rate === 0 && !tax_exempt_reason ? TAX_REASON : null
}

interface Commission extends AdvanceLimits {
  commission?: number | undefined
  commission_steps?: CommissionStep[] | null | undefined
}

/** Without steps there is one commission. The checks also run where a field is wrong, which has its own message then. */
function commissionProblem({ commission, commission_steps }: Commission): string | null {
  return commission === undefined && !commission_steps ? REQUIRED : null
}

const isStep = (step: CommissionStep | null) =>
  step !== null &&
  (step.up_to === null || typeof step.up_to === 'number') &&
  typeof step.commission === 'number'

function commissionStepsProblem({ commission_steps, advance_cap }: Commission): string | null {
  if (!Array.isArray(commission_steps) || !commission_steps.every(isStep)) return null
  return stepsProblem(commission_steps, advance_cap)?.text ?? null
}

interface Checked extends Industry, Commission, Tax {
  email: string
  email_confirm?: string | undefined
}

function confirmationProblem({ email, email_confirm }: Checked): string | null {
  if (email_confirm === undefined) return null
  if (email_confirm === '') return REQUIRED
  return email_confirm === email ? null : 'El correo electrónico no coincide'
}

/** The checks of the whole form also run where a field is not text, which has its own message then. */
const areTexts = ({ industry, other_industry = '' }: { industry: unknown; other_industry?: unknown }) =>
  typeof industry === 'string' && typeof other_industry === 'string'

const withSharedChecks = <Form extends z.ZodType<Checked>>(form: Form, duplicate: string) =>
  form.superRefine((value, context) => {
    const issue = (path: string, message: string | null) =>
      message !== null && context.addIssue({ code: 'custom', message, path: [path] })
    if (value.industry && areTexts(value))
      issue(
        value.other_industry === undefined ? 'industry' : 'other_industry',
        industryIssue(value, duplicate),
      )
    issue('email_confirm', confirmationProblem(value))
    issue('advance_minimum', minimumProblem(value))
    issue('commission', commissionProblem(value))
    issue('commission_steps', commissionStepsProblem(value))
    issue('tax_exempt_reason', exemptionProblem(value))
  }, always)

/** `POST /company/` and the form of a new company. */
export const companyForm = withSharedChecks(
  z.object({
    ...common,
    industry: required('Seleccione una industria', 60),
    headquarters_address: required('La dirección es obligatoria', 250),
    interest_rate: fraction('Debe ser un número positivo con hasta 3 decimales', REQUIRED),
  }),
  'La industria ya existe en la lista',
)
export type CompanyForm = z.infer<typeof companyForm>

/** `PUT /company/{id}` and the form of a known company. */
export const companyEditForm = withSharedChecks(
  z.object({
    ...common,
    industry: required('Seleccione una industria o escriba una nueva', 60),
    headquarters_address: optionalText(250),
    interest_rate: fraction(
      'La tasa de interés debe ser un número positivo con hasta tres decimales',
    ).nullable(),
    /** The one that was edited; where it is named and another was written meanwhile, nothing is (409). */
    version: z.int().positive().optional(),
  }),
  'La industria ya existe en la lista de opciones',
)
export type CompanyEditForm = z.infer<typeof companyEditForm>

/** The query of the list of companies, whose export has other fields for the page. `from` and `to` are days of creation. */
export const companyFilters = listQuery(
  ['created_at', 'key', 'name', 'industry', 'email', 'interest_rate', 'commission'],
  100,
).extend({
  ...dayRange,
  industry: z.string().optional(),
})

/** Query of `GET /company/`. */
export const companyQuery = inDayOrder(companyFilters)

/** True of text that the search over key, name and e-mail can find something with. */
export function isSearchable(text: string): boolean {
  return text === '' || /^(?=.*[\p{Letter}0-9])[\p{Letter}\p{Mark}0-9 .,&'()/@+_-]{1,100}$/u.test(text)
}

/** A rate above 1 is more than 100 % a year: rather a percentage written where a fraction is meant. */
export const isDoubtfulRate = (interest_rate: number) => interest_rate > 1
