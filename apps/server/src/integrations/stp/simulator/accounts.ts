import { z } from 'zod'
import type { Answer } from './answers.ts'
import { type Bank, type Call, signed } from './bank.ts'
import { type TextBody, wireBody } from './order.ts'
import { accountTexts } from './texts.ts'

type AccountAnswer = { id: number; descripcion: string }

const personFields = ['nombre', 'apellidoPaterno', 'fechaNacimiento'] as const
const companyFields = ['nombre', 'pais', 'fechaConstitucion'] as const
const always = ['empresa', 'cuenta', 'rfcCurp', 'firma'] as const

/** The formats that STP documents. A field that is not sent is not checked. */
const forms: Readonly<Record<string, RegExp>> = {
  cuenta: /^\d{18}$/,
  nombre: /^.{1,150}$/,
  apellidoPaterno: /^.{1,50}$/,
  apellidoMaterno: /^.{1,50}$/,
  genero: /^[HM]$/,
  fechaNacimiento: /^\d{8}$/,
  fechaConstitucion: /^\d{8}$/,
  entidadFederativa: /^([1-9]|[12]\d|3[0-2])$/,
  actividadEconomica: /^(2[89]|[3-6]\d|7[0-4])$/,
  calle: /^.{1,60}$/,
  numeroExterior: /^.{1,10}$/,
  numeroInterior: /^.{1,5}$/,
  colonia: /^.{1,50}$/,
  cp: /^\d{5}$/,
  email: /^.{1,150}$/,
  telefono: /^\d{10}$/,
}
const rfcOrCurp = /^([A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}|[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d)$/

/** The first problem of an account's data; null: none. */
function accountProblem(bank: Bank, body: TextBody, obligatory: readonly string[]): AccountAnswer | null {
  const missing = obligatory.find((field) => !body[field])
  if (missing) return accountTexts.missing(missing)
  if (!signed(bank, 'account', body)) return accountTexts.field('firma')
  if (!rfcOrCurp.test(body.rfcCurp ?? '')) return accountTexts.rfcCurp
  const wrong = Object.entries(forms).find(([field, form]) => body[field] && !form.test(body[field]))
  return wrong ? accountTexts.field(wrong[0]) : null
}

function keyOf(body: TextBody): string {
  return `${body.empresa}:${body.cuenta}`
}

function open(bank: Bank, body: TextBody, fields: readonly string[]): AccountAnswer {
  const problem = accountProblem(bank, body, [...always, ...fields])
  if (problem) return problem
  const { accounts } = bank.state.value
  if (accounts[keyOf(body)]) return accountTexts.duplicate
  const { firma, ...data } = body
  bank.state.change({ accounts: { ...accounts, [keyOf(body)]: data } })
  return accountTexts.taken
}

function answer(json: AccountAnswer | AccountAnswer[]): Answer {
  return { status: 200, json }
}

/** PUT `cuentaModule/fisica`: opens an account of a person under the company. */
export function openPerson(bank: Bank, { body }: Call): Answer {
  return answer(open(bank, body, personFields))
}

/** PUT `cuentaModule/moral`: opens an account of a company. */
export function openCompany(bank: Bank, { body }: Call): Answer {
  return answer(open(bank, body, companyFields))
}

const lotLimit = 100
const lots = z
  .object({ cuentasFisicas: z.array(wireBody) })
  .or(z.object({ cuentasMorales: z.array(wireBody) }))

/**
 * PUT `cuentaModule/fisicas` and `morales`: opens up to 100 accounts; the answer is a list with one result for each.
 */
export function openLot(bank: Bank, { json }: Call): Answer {
  const lot = lots.safeParse(json)
  if (!lot.success) return answer(accountTexts.missing('cuentasFisicas'))
  const [rows, fields] =
    'cuentasFisicas' in lot.data
      ? [lot.data.cuentasFisicas, personFields]
      : [lot.data.cuentasMorales, companyFields]
  if (rows.length > lotLimit) return answer(accountTexts.tooMany)
  return answer(rows.map((row) => open(bank, row, fields)))
}

/** DELETE `cuentaModule/fisica` and `moral`: closes an account. */
export function close(bank: Bank, { body }: Call): Answer {
  const problem = accountProblem(bank, body, always)
  if (problem) return answer(problem)
  const { [keyOf(body)]: account, ...rest } = bank.state.value.accounts
  if (!account) return answer(accountTexts.unknown)
  bank.state.change({ accounts: rest })
  return answer(accountTexts.taken)
}
