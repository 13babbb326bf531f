import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { businessDay } from '@quincena/domain/dates'
import { formatDate } from '@quincena/domain/format'
import { call, signInByHttp } from './http.ts'

/** The current business day, and as a bank writes it. */
export const bankDay = businessDay(Temporal.Now.instant())

/** Adds an account of the lender over HTTP; returns its id. */
export async function addAccount(name: string): Promise<number> {
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const answer = await call('/treasury/bank-accounts', { method: 'POST', token, body: { name } })
  expect(answer.status, answer.bytes.toString()).toBe(201)
  return answer.json.id
}

interface Deposit {
  loan: { id: number }
  account: number
  /** In pesos. */
  amount: number
  reference: string
}

/** The manager registers over HTTP a payment that reached an account of the lender; it is to be proved. */
export async function registerDeposit({ loan, account, amount, reference }: Deposit) {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const { amount_due } = (await call(`/loan/${loan.id}`, { token })).json
  const body = {
    ...{ loan_request: loan.id, amount_paid: amount, previous_amount_due: amount_due, channel: 'deposit' },
    ...{ value_date: bankDay, reference, bank_account: account },
  }
  const answer = await call('/loan/payment', { method: 'POST', token, key: randomUUID(), body })
  expect(answer.status, answer.bytes.toString()).toBe(201)
}

/** A line of a statement as its bank writes it: description, reference, deposit and withdrawal in pesos. */
type Row = readonly [
  description: string,
  reference: string,
  deposit: string,
  withdrawal: string,
  date?: string,
]

/** A CSV statement with a title above its headers, as banks write it; today's lines unless a row has a date. */
export function statementFile(rows: readonly Row[]) {
  const lines = rows.map(([description, reference, deposit, withdrawal, date = formatDate(bankDay)]) =>
    [date, description, reference, deposit, withdrawal].map((cell) => `"${cell}"`).join(','),
  )
  const head = ['Estado de cuenta,,,,', 'Fecha,Concepto,Referencia,Abonos,Cargos']
  const buffer = Buffer.from([...head, ...lines].join('\r\n'))
  return { name: 'estado-de-cuenta.csv', mimeType: 'text/csv', buffer }
}
