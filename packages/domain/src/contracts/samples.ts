import { formatPeriod } from '../format.ts'
import type { Lender } from '../lender/schema.ts'
import { type CreditTerms, contractSchedule, levelPayment, periodRates } from '../loans/amortization.ts'
import { installmentsOfMonths } from '../loans/frequency.ts'
import { DEFAULT_ADVANCE_MINIMUM, DEFAULT_TAX_RATE, maxAdvance, maxCredit } from '../loans/limits.ts'
import { sumPayments } from '../loans/position.ts'
import { presentRow, quoteAdvance, scheduleCat } from '../loans/schedule.ts'
import { type Cents, cents, containedTax } from '../money.ts'
import type { ContractTextName } from '../texts/content.ts'
import type { ContractPayload } from './schema.ts'

/** The lender of the samples. */
const sampleLender: Lender = {
  name: 'Financiera Ejemplo, S.A. de C.V., SOFOM, E.N.R.',
  address: 'Av. Ejemplo 100, Centro, 64000 Monterrey, Nuevo León',
  phone: '81 5555 0100',
  email: 'hola@ejemplo.mx',
  reca: '1234-567-890123/01-00001-0125',
  reca_advance: '1234-567-890123/01-00002-0125',
  website: 'https://www.ejemplo.mx',
  une_email: 'une@ejemplo.mx',
  une_hours: 'lunes a viernes de 9:00 a 18:00',
  representative: 'Laura Treviño Garza',
}

const sampleBorrower = {
  full_name: 'María Hernández Ruiz',
  curp: 'HERM900101MDFRZR09',
  rfc: 'HERM900101AB1',
  address: 'Calle Uno 1, Centro, Monterrey, Nuevo León, C.P. 64000',
  email: 'maria@ejemplo.mx',
  phone: '8112345678',
  company_name: 'Comercial del Norte, S.A. de C.V.',
}

/** Data as long as its fields take: how a contract reads when it is hardest to set. */
const longBorrower = {
  ...sampleBorrower,
  full_name: 'María Guadalupe de los Ángeles Montemayor de la Garza y Villarreal Santos',
  address:
    'Privada de las Bugambilias Sur 1450 interior 12-B, Residencial Hacienda Los Cedros Segundo Sector, General Escobedo, Nuevo León, C.P. 66062',
  email: 'maria.guadalupe.montemayor.delagarza@correo.ejemplo.com.mx',
  company_name: 'Servicios Integrales de Manufactura y Logística del Noreste, S.A.P.I. de C.V.',
}

const business_day = '2026-11-20'

const shared = {
  borrower: sampleBorrower,
  lender: sampleLender,
  receiving_account: {
    ...{ bank: '40012', bank_name: 'BBVA Mexico', account_last4: '1234', account_type: 40 as const },
  },
  business_day,
  texts: [],
}

const sharedLoan = { id: 1, grace_bank_days: 5 }

interface CreditWish extends Partial<Omit<CreditTerms, 'start' | 'installments'>> {
  months?: number
}

/** The contract of a credit of 10,000 pesos at 18 % in 12 months, with the wished terms. */
function credit({ months = 12, ...wish }: CreditWish): ContractPayload {
  const { frequency = 'monthly' } = wish
  const start = frequency === 'semimonthly' ? '2026-11-15' : business_day
  const terms: CreditTerms = {
    ...{ amount: cents(10_000), annual_rate: 0.18, tax_rate: DEFAULT_TAX_RATE, tax_added: false },
    ...{ ...wish, frequency, start, installments: installmentsOfMonths(months, frequency) },
  }
  const schedule = contractSchedule(terms)
  const total_debt = sumPayments(schedule)
  const { amount, annual_rate: interest_rate, tax_rate, tax_added } = terms
  const added = schedule.reduce((sum, { tax }) => sum + tax, 0)
  return {
    ...shared,
    business_day: start,
    loan: {
      ...{ ...sharedLoan, folio: 'C-000001', type: 'credit', amount, total_debt, final_value: total_debt },
      ...{ interest_rate, commission: 0, frequency, tax_rate, tax_added, cat: scheduleCat(schedule, terms) },
      tax: tax_added ? added : containedTax(total_debt - amount, tax_rate),
      monthly_payment: levelPayment(amount, periodRates(terms), terms.installments),
      ...{ period: formatPeriod('credit', months), installments: schedule.length },
      payment_deadline: schedule.at(-1)?.due_date ?? start,
      schedule: schedule.map((row) => ({ ...presentRow(row), paid: false })),
    },
  }
}

interface AdvanceWish {
  amount?: Cents
  commission?: Cents
  tax_rate?: number
}

/** The contract of an advance of 2,000 pesos for 150 pesos, with the wished terms. */
function advance(wish: AdvanceWish): ContractPayload {
  const { amount = cents(2000), commission = cents(150), tax_rate = DEFAULT_TAX_RATE } = wish
  const { days, cat, schedule, final_value, due_date } = quoteAdvance(
    { amount, commission, tax_rate },
    business_day,
  )
  return {
    ...shared,
    loan: {
      ...{ ...sharedLoan, folio: 'A-000001', type: 'advance', amount, commission, interest_rate: 0 },
      ...{ frequency: 'monthly', tax_rate, tax_added: false, tax: containedTax(commission, tax_rate), cat },
      ...{ total_debt: final_value, final_value, monthly_payment: final_value, installments: 1 },
      ...{ period: formatPeriod('advance', days), payment_deadline: due_date },
      schedule: schedule.map((row) => ({ ...presentRow(row), paid: false })),
    },
  }
}

/** A contract to look at a text with: a name, what it shows in Spanish, and its data. */
interface ContractSample {
  name: string
  label: string
  make: () => ContractPayload
}

/** The highest biweekly salary that the samples have. */
const HIGH_SALARY = cents(150_000)
const largestAdvance = { biweekly_salary: HIGH_SALARY, advance_share: 1, advance_cap: null }

const samples: Record<ContractTextName, readonly ContractSample[]> = {
  credit_contract: [
    { name: 'usual', label: 'Crédito usual', make: () => credit({}) },
    {
      name: 'smallest',
      label: 'El más chico: $1.00 a 3 meses',
      make: () => credit({ amount: cents(1), months: 3 }),
    },
    {
      name: 'largest',
      label: 'El más grande',
      make: () => credit({ amount: maxCredit(2 * HIGH_SALARY), annual_rate: 1.2, tax_added: true }),
    },
    { name: 'weekly', label: '52 pagos semanales', make: () => credit({ frequency: 'weekly' }) },
    {
      name: 'weekly_added',
      label: '52 pagos semanales, IVA aparte',
      make: () => credit({ frequency: 'weekly', tax_added: true }),
    },
    { name: 'semimonthly', label: '24 pagos quincenales', make: () => credit({ frequency: 'semimonthly' }) },
    { name: 'tax_added', label: 'IVA aparte', make: () => credit({ tax_added: true }) },
    { name: 'tax_free', label: 'Sin IVA', make: () => credit({ tax_rate: 0 }) },
    {
      name: 'long',
      label: 'Nombres y domicilios largos',
      make: () => ({ ...credit({}), borrower: longBorrower }),
    },
  ],
  advance_contract: [
    { name: 'usual', label: 'Anticipo usual', make: () => advance({}) },
    {
      name: 'smallest',
      label: 'El más chico',
      make: () => advance({ amount: DEFAULT_ADVANCE_MINIMUM, commission: cents(50) }),
    },
    {
      name: 'largest',
      label: 'El más grande',
      make: () => advance({ amount: maxAdvance(largestAdvance), commission: cents(9_999.99) }),
    },
    { name: 'tax_free', label: 'Sin IVA', make: () => advance({ tax_rate: 0 }) },
    {
      name: 'long',
      label: 'Nombres y domicilios largos',
      make: () => ({ ...advance({}), borrower: longBorrower }),
    },
  ],
}

/** The contracts with which a text can be looked at, the usual one first. */
export const contractSamples = (document: ContractTextName): readonly ContractSample[] => samples[document]

/** The data of a sample; of an unknown name, or without one, that of the usual contract. */
export function sampleContract(document: ContractTextName, name?: string): ContractPayload {
  const [usual] = samples[document]
  const sample = samples[document].find((one) => one.name === name) ?? usual
  if (sample === undefined) throw new Error(`${document} has no sample`)
  return sample.make()
}

/** The contract whose values are the examples of the fields. */
export const usualContract = (document: ContractTextName): ContractPayload => sampleContract(document)
