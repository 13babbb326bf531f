import type { ContractPayload } from '@quincena/domain/contracts/schema'
import {
  type CreditTerms,
  contractSchedule,
  levelPayment,
  periodRates,
} from '@quincena/domain/loans/amortization'
import { sumPayments } from '@quincena/domain/loans/position'
import { presentRow, quoteAdvance, scheduleCat } from '@quincena/domain/loans/schedule'
import { containedTax } from '@quincena/domain/money'

const parties = {
  borrower: {
    full_name: 'María Hernández Ruiz',
    curp: 'HERM900101MDFRZR09',
    rfc: 'HERM900101AB1',
    address: 'Calle Uno 1, Centro, Monterrey, Nuevo León, C.P. 64000',
    email: 'maria@ejemplo.mx',
    phone: '8112345678',
    company_name: 'Comercial del Norte',
  },
  lender: {
    name: 'Quincena Demo, S.A.P.I. de C.V., SOFOM, E.N.R.',
    address: 'Av. Reforma 1, Ciudad de México',
    phone: '55 1234 5678',
    email: 'une@ejemplo.mx',
    reca: '1234-567-890123/01-00001-0126',
  },
  receiving_account: {
    bank: '40012',
    bank_name: 'BBVA Mexico',
    account_last4: '1234',
    account_type: 40 as const,
  },
  business_day: '2026-11-20',
  texts: [{ document: 'contract', version: '2.0' }],
}

const shared = { id: 1, final_value: 0, grace_bank_days: 5 }

/** The contract of a credit of 10,000 pesos at 18 % in 12 installments, signed on 20 November 2026. */
export function creditPayload(changes: Partial<CreditTerms> = {}): ContractPayload {
  const start = changes.frequency === 'semimonthly' ? '2026-11-15' : '2026-11-20'
  const terms: CreditTerms = {
    ...{ amount: 1_000_000, annual_rate: 0.18, frequency: 'monthly', installments: 12, start },
    ...{ tax_rate: 0, tax_added: false, ...changes },
  }
  const schedule = contractSchedule(terms)
  const total_debt = sumPayments(schedule)
  const { tax_rate, tax_added, frequency, annual_rate: interest_rate, amount } = terms
  const added = schedule.reduce((sum, { tax }) => sum + tax, 0)
  return {
    ...parties,
    loan: {
      ...{ ...shared, folio: 'C-000001', type: 'credit', amount, total_debt, interest_rate, commission: 0 },
      ...{ frequency, tax_rate, tax_added, cat: scheduleCat(schedule, terms) },
      tax: tax_added ? added : containedTax(total_debt - amount, tax_rate),
      monthly_payment: levelPayment(amount, periodRates(terms), terms.installments),
      period: '12 meses',
      installments: schedule.length,
      payment_deadline: schedule.at(-1)?.due_date ?? start,
      schedule: schedule.map((row) => ({ ...presentRow(row), paid: false })),
    },
  }
}

/** The contract of an advance with a commission of 150 pesos, signed on 20 November 2026. */
export function advancePayload({ amount = 200_000, tax_rate = 0 } = {}): ContractPayload {
  const commission = 15_000
  const { cat, schedule, final_value, due_date } = quoteAdvance(
    { amount, commission, tax_rate },
    parties.business_day,
  )
  return {
    ...parties,
    loan: {
      ...{ ...shared, folio: 'A-000001', type: 'advance', amount, commission, interest_rate: 0 },
      ...{ frequency: 'monthly', tax_rate, tax_added: false, tax: containedTax(commission, tax_rate), cat },
      ...{ total_debt: final_value, monthly_payment: null, period: '10 días', installments: 1 },
      payment_deadline: due_date,
      schedule: schedule.map((row) => ({ ...presentRow(row), paid: false })),
    },
  }
}
