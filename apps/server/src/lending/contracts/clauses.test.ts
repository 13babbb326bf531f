import { createHash } from 'node:crypto'
import { annualRates } from '@quincena/domain/contracts/product'
import { type ContractPayload, contractPayload } from '@quincena/domain/contracts/schema'
import { addDays } from '@quincena/domain/dates'
import { lateFrom } from '@quincena/domain/loans/delinquency'
import { openLoan } from '@quincena/domain/loans/position'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { advancePayload, creditPayload } from '../../../test/contract-payload.ts'
import { clausesOf } from '../../../test/contract-texts.ts'
import { contentHash } from './queries/draft.ts'

/** The paragraphs of the clause with this heading. */
function clause(payload: ContractPayload, heading: string): string {
  const found = clausesOf(payload).find((article) => article.heading === heading)
  if (found === undefined) throw new Error(`no clause «${heading}»`)
  return found.paragraphs.join('\n')
}

const headings = (payload: ContractPayload) => clausesOf(payload).map(({ heading }) => heading)
const wholeText = (payload: ContractPayload) =>
  clausesOf(payload)
    .flatMap(({ paragraphs }) => paragraphs)
    .join('\n')

const monthly = {
  frequency: 'monthly',
  installments: 12,
  periods: 'doce',
  payments: '11 mensualidades de $916.80 y una última de $916.81',
  days: 'el día 20 de cada mes, a partir del 20 de diciembre',
} as const
const semimonthly = {
  frequency: 'semimonthly',
  installments: 24,
  periods: 'veinticuatro',
  payments: '23 quincenas de $456.85 y una última de $456.79',
  days: 'el día 15 y el último de cada mes, a partir del 30 de noviembre',
} as const
const fourteenDays = {
  frequency: 'fourteen_days',
  installments: 26,
  periods: 'veintiséis',
  payments: '25 catorcenas de $421.59 y una última de $421.76',
  days: 'cada catorce días, a partir del 4 de diciembre',
} as const
const weekly = {
  frequency: 'weekly',
  installments: 52,
  periods: 'cincuenta y dos',
  payments: '51 semanas de $210.47 y una última de $210.27',
  days: 'cada siete días, a partir del 27 de noviembre',
} as const

describe('the rhythm of a credit', () => {
  test.each([monthly, semimonthly, fourteenDays, weekly])(
    'that is $frequency names its $installments payments, their days and the rate of a period',
    ({ periods, payments, days, ...terms }) => {
      const payload = creditPayload(terms)
      const text = clause(payload, 'Plazo y pagos')
      expect(text).toContain(`El Cliente pagará ${payments}`)
      expect(text).toContain(days)
      expect(clause(payload, 'Intereses ordinarios')).toContain(`es la anual dividida entre ${periods}.`)
      const noun = payments.split(' ')[1]
      expect(clause(payload, 'Instrucción de descuento de nómina')).toContain(`de las ${noun} de la Tabla`)
      expect(wholeText(payload).includes('mensualidad')).toBe(terms.frequency === 'monthly')
    },
  )
})

describe('the deduction from the salary', () => {
  const heading = 'Instrucción de descuento de nómina'

  test('of a monthly installment is half of it on each of two pay dates, the rest on the second', () => {
    const payload = creditPayload()
    expect(clause(payload, heading)).toContain('De una mensualidad de $916.80 son $458.40 y $458.40.')
    const odd = { ...payload, loan: { ...payload.loan, monthly_payment: 91_681 } }
    expect(clause(odd, heading)).toContain('De una mensualidad de $916.81 son $458.41 y $458.40.')
  })

  test('of a shorter period is the whole installment', () => {
    const text = clause(creditPayload({ frequency: 'semimonthly', installments: 24 }), heading)
    expect(text).toContain('Cada quincena se descuenta completa de un solo pago de salario.')
  })

  test('of an advance names its pay date and the total', () => {
    const text = clause(advancePayload(), heading)
    expect(text).toContain(
      'del pago de su salario correspondiente al 30 de noviembre la cantidad de $2,150.00',
    )
  })
})

describe('VAT', () => {
  test('that the price contains is a part of the interest', () => {
    const payload = creditPayload({ tax_rate: 0.16 })
    const text = clause(payload, 'Impuestos')
    expect(text).toContain('los intereses pactados ya incluyen')
    expect(text).toContain('de los $1,001.61 por intereses, $138.15 corresponden al impuesto')
    expect(wholeText(payload)).not.toContain('y su IVA')
  })

  test('that is added is stated apart from the interest, which excludes it', () => {
    const payload = creditPayload({ tax_rate: 0.16, tax_added: true })
    const { total_debt, amount, tax, schedule } = payload.loan
    const interest = schedule.reduce((sum, row) => sum + row.interest, 0)
    expect(total_debt).toBe(amount + interest + tax)
    expect(clause(payload, 'Impuestos')).toContain('A los intereses pactados se suma')
    expect(clause(payload, 'Impuestos')).toContain('$160.94 en total')
    expect(clause(payload, 'Intereses ordinarios')).toContain('El total de intereses es de $1,005.83')
    expect(clause(payload, 'Aplicación de los pagos')).toContain(
      'los intereses y su IVA antes que el capital',
    )
  })
})

describe('payments of a credit', () => {
  const payload = creditPayload()

  test('cover what is due, then the next one on account, then the principal', () => {
    const text = clause(payload, 'Aplicación de los pagos')
    const parts = [
      '(1) lo vencido',
      '(2) a cuenta, lo que falte del siguiente pago',
      '(3) como pago anticipado',
    ]
    const places = parts.map((part) => text.indexOf(part))
    expect(places.every((place, index) => place > (places[index - 1] ?? 0))).toBe(true)
  })

  test('count from the pay date of a deduction, not from the day of the remittance', () => {
    const deduction = 'el día de pago del sueldo del que se descontó, aunque la Empresa lo entregue después'
    expect(clause(payload, 'Aplicación de los pagos')).toContain(`en un descuento de nómina, ${deduction}`)
    expect(clause(payload, 'Instrucción de descuento de nómina')).toContain(deduction)
  })

  test('above the next one lower the later payments, or their number on request; ahead only in writing', () => {
    const text = clause(payload, 'Pagos anticipados, pagos adelantados y liquidación')
    expect(text).toContain('en igual número y por un monto menor o, si el Cliente lo pide al pagar')
    expect(text).toContain('Solo si el Cliente autoriza por escrito')
    expect(text).toContain('Para el siguiente pago no se necesita ese escrito')
  })
})

describe('lateness', () => {
  test('begins on the day that the model says: bank day, courtesy, no default interest', () => {
    const payload = creditPayload()
    const text = clause(payload, 'Atraso y cobranza')
    expect(text).toContain('o, si es inhábil, el siguiente día hábil bancario')
    expect(text).toContain('mientras no transcurren 5 días hábiles bancarios después de ese último día')
    expect(text).toContain('El atraso no causa intereses, comisiones ni gastos.')
    const { type, interest_rate: annual_rate, schedule } = payload.loan
    const rows = schedule.map(({ tax = 0, paid: _paid, ...row }) => ({ ...row, tax }))
    const terms = { type, annual_rate, frequency: 'monthly' as const, tax_rate: 0, tax_added: false }
    const loan = openLoan({ ...terms, start: '2026-11-20', rows })
    // Due on Sunday 20 December, so payable on Monday; five bank days without Christmas end on Tuesday 29.
    expect(lateFrom(loan, 5)).toBe(addDays('2026-12-29', 1))
    expect(lateFrom(loan, 0)).toBe('2026-12-22')
  })

  test('has no courtesy in the contract of a company without grace days', () => {
    const payload = creditPayload()
    const text = clause({ ...payload, loan: { ...payload.loan, grace_bank_days: 0 } }, 'Atraso y cobranza')
    expect(text).not.toContain('cortesía')
    expect(text).toContain('siguiente día hábil bancario. Hay atraso desde el día siguiente')
  })
})

test('an advance may be paid in parts, and its commission is not returned', () => {
  const payload = advancePayload({ tax_rate: 0.16 })
  const text = clause(payload, 'Aplicación de los pagos y pagos anticipados')
  expect(text).toContain('antes de su fecha y en partes, en cualquier cantidad')
  expect(text).toContain('primero la comisión y después el capital')
  expect(text).toContain('no se devuelve ni se reduce por pagar antes')
  expect(text).toContain('cuando lo pagado suma $2,150.00')
  expect(headings(payload)).not.toContain('Pagos anticipados, pagos adelantados y liquidación')
})

test('an advance of one peso states no CAT with an exponent', () => {
  const text = clause(advancePayload({ amount: 100 }), 'Costo Anual Total (CAT)')
  expect(text).toContain('es de más de 999.9 % sin IVA')
})

describe('a stored payload of text version 1.0', () => {
  const { frequency, tax_added, grace_bank_days, ...loan } = creditPayload({ tax_rate: 0.16 }).loan
  const stored = z.encode(contractPayload, {
    ...creditPayload(),
    ...{ loan, texts: [{ document: 'contract', version: '1.0' }] },
  })

  test('keeps the hash that it had before its new fields existed', () => {
    expect(Object.keys(contractPayload.parse(stored).loan)).not.toContain('frequency')
    expect(contentHash(contractPayload.parse(stored))).toBe(
      createHash('sha256').update(JSON.stringify(stored)).digest('hex'),
    )
    expect(contentHash(contractPayload.parse(stored))).toBe(
      '9fc22ef642fb49a5ce149cee0333d1f1ded5de6d18ec26b2d34169ad96657690',
    )
  })

  test('still gives clauses: monthly, VAT contained', () => {
    const payload = contractPayload.parse(stored)
    expect(clause(payload, 'Plazo y pagos')).toContain('11 mensualidades de $916.80')
    expect(clause(payload, 'Impuestos')).toContain('ya incluyen')
  })
})

test.each([
  [{ tax_rate: 0.16 }, '15.52\u00A0% y 18.00\u00A0%'],
  [{ tax_rate: 0.16, tax_added: true }, '18.00\u00A0% y 20.88\u00A0%'],
])('the annual rate of a credit with %j is stated without and with its VAT', (tax, text) => {
  expect(annualRates(creditPayload(tax).loan).join(' y ')).toBe(text)
})
