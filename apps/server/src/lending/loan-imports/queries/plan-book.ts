import { setImmediate } from 'node:timers/promises'
import type { Day } from '@quincena/domain/dates'
import { formatMoney } from '@quincena/domain/format'
import { changeOfFacts } from '@quincena/domain/loan-imports/change-of-facts'
import { headerOf } from '@quincena/domain/loan-imports/columns'
import type { LoanFacts } from '@quincena/domain/loan-imports/facts'
import { type PlannedLoan, planImportedLoan } from '@quincena/domain/loan-imports/plan-loan'
import type { ReadLoan } from '@quincena/domain/loan-imports/read-book'
import type { BalanceKind, ReconciledLoan, SheetProblem } from '@quincena/domain/loan-imports/schema'
import { OPEN_STATES } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'

/** What the admin typed: the day and the kind of the claimed balances, and the difference that needs no decision. */
export interface ImportTerms {
  cut_off_day: Day
  balance_kind: BalanceKind
  difference_limit: Cents
  accepts_differences: boolean
}

interface Company {
  id: number
  key: string
  name: string
  tax_rate: number
  tax_added: boolean
  grace_bank_days: number
}

interface Worker {
  id: number
  name: string
  company_id: number | null
  is_active: boolean
}

/** A loan of a workbook with its worker, and what the import would do with it. */
export interface BookLoan {
  planned: PlannedLoan
  worker: Worker
  company: Company
  outcome: 'created' | 'unchanged'
  /** The loan that the workbook brought before. */
  loan_id: number | null
  /** The worker has another open loan of the type. */
  beside_another: boolean
}

export interface BookPlan {
  loans: BookLoan[]
  problems: SheetProblem[]
}

const distinct = (values: readonly (string | undefined)[]) => [
  ...new Set(values.filter((value) => value !== undefined)),
]

async function readCompanies(db: Db | Trx, loans: readonly ReadLoan[]): Promise<Map<string, Company>> {
  const keys = distinct(loans.map(({ facts }) => facts.company.toUpperCase()))
  const rows = await db
    .selectFrom('company')
    .select(['id', 'key', 'name', 'tax_rate', 'tax_added', 'grace_bank_days'])
    .where(sql<boolean>`upper(key) = any(${keys}::text[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((company) => [company.key.toUpperCase(), company]))
}

interface Workers {
  byCurp: Map<string | null, Worker>
  /** By company and employee number, which companies give independently of each other. */
  byKey: Map<string, Worker>
}

async function readWorkers(db: Db | Trx, loans: readonly ReadLoan[]): Promise<Workers> {
  const curps = distinct(loans.map(({ facts }) => facts.curp))
  const keys = distinct(loans.map(({ facts }) => facts.employee_number))
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'company_id', 'is_active', 'curp', 'key'])
    .select(sql<string>`trim(concat_ws(' ', first_name, last_name))`.as('name'))
    .where('user_type', '=', 'U2')
    .where(sql<boolean>`(curp = any(${curps}::text[]) or key = any(${keys}::text[]))`)
    .execute()
  return {
    byCurp: new Map(rows.map((worker) => [worker.curp, worker])),
    byKey: new Map(rows.map((worker) => [`${worker.company_id} ${worker.key}`, worker])),
  }
}

/** The imported loans that have one of the former ids, with the facts that brought them. */
async function readImported(db: Db | Trx, loans: readonly ReadLoan[]) {
  const ids = loans.map(({ facts }) => facts.former_id.toLowerCase())
  const { rows } = await sql<{ id: number; former_id: string; facts: LoanFacts }>`
    select loan.id, lower(loan.former_id) as former_id, brought.facts
    from loan join loan_import_row as brought on brought.loan_id = loan.id and brought.outcome = 'created'
    where loan.former_id is not null and lower(loan.former_id) = any(${ids}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.former_id, row]))
}

/** `user_id type` of the open loans of some workers. */
async function readOpenLoans(db: Db | Trx, user_ids: readonly number[]): Promise<Set<string>> {
  const open = OPEN_STATES.map((state) => sql.lit(state))
  const { rows } = await sql<{ mark: string }>`
    select user_id || ' ' || type as mark from loan
    where user_id = any(${user_ids}::bigint[]) and state in (${sql.join(open)})`.execute(db)
  return new Set(rows.map(({ mark }) => mark))
}

function problemAt(loan: ReadLoan, field: string, message: string): SheetProblem {
  return { sheet: 'loans', row: loan.row, column: headerOf('loans', field), message }
}

/** Finds the worker and the company that a loan names, or says what is wrong with them. */
function partiesOf(
  loan: ReadLoan,
  companies: ReadonlyMap<string, Company>,
  workers: Workers,
): SheetProblem | { worker: Worker; company: Company } {
  const { curp, employee_number, company: key } = loan.facts
  const company = companies.get(key.toUpperCase())
  if (company === undefined)
    return problemAt(loan, 'company', `No hay una empresa con la clave ${key}: regístrala o corrígela`)
  const field = curp === undefined ? 'employee_number' : 'curp'
  const numbered = workers.byKey.get(`${company.id} ${employee_number}`)
  const worker = curp === undefined ? numbered : workers.byCurp.get(curp)
  if (worker === undefined)
    return problemAt(
      loan,
      field,
      `No hay un trabajador de ${company.name} con este dato: súbelo primero en «Usuarios»`,
    )
  if (worker.company_id !== company.id)
    return problemAt(
      loan,
      'company',
      `El trabajador ${worker.name} es de otra empresa: corrige una de las dos`,
    )
  if (employee_number !== undefined && numbered?.id !== worker.id)
    return problemAt(loan, 'employee_number', 'El número de empleado no es el del trabajador de la CURP')
  if (!worker.is_active)
    return problemAt(loan, field, `${worker.name} está desactivado: reactívalo antes de importar su préstamo`)
  return { worker, company }
}

const isProblem = <Other extends object>(one: Other | SheetProblem): one is SheetProblem => 'message' in one

interface Found {
  companies: ReadonlyMap<string, Company>
  workers: Workers
  imported: Awaited<ReturnType<typeof readImported>>
}

/** Plans one loan: its parties, its figures, and whether it is new. */
function planOne(
  loan: ReadLoan,
  found: Found,
  terms: ImportTerms,
): Omit<BookLoan, 'beside_another'> | SheetProblem {
  const parties = partiesOf(loan, found.companies, found.workers)
  if (isProblem(parties)) return parties
  const planned = planImportedLoan(loan, { ...terms, company: parties.company })
  if (isProblem(planned)) return planned
  const known = found.imported.get(loan.facts.former_id.toLowerCase())
  if (known === undefined) return { planned, ...parties, outcome: 'created', loan_id: null }
  const change = changeOfFacts(known.facts, loan.facts)
  if (change === null) return { planned, ...parties, outcome: 'unchanged', loan_id: known.id }
  const message = `Ya se importó con otros datos (${change}). Quita la fila: lo que cambió se corrige en el préstamo`
  return problemAt(loan, 'former_id', message)
}

/** True if the difference of a new loan is above the limit. */
function isAboveLimit({ planned, outcome }: BookLoan, { difference_limit }: ImportTerms): boolean {
  return outcome === 'created' && Math.abs(planned.calculated - planned.loan.facts.claimed) > difference_limit
}

/** So many loans take some tens of milliseconds to plan. */
const LOANS_PER_TURN = 20
/** A transaction that sends nothing for 60 s is ended. */
const LOANS_PER_SIGN = 500

/** Lets requests run between the loans, and shows the database that the transaction is in use. */
async function letOthersRun(db: Db | Trx, index: number): Promise<void> {
  if (index % LOANS_PER_TURN === 0) await setImmediate()
  if (index % LOANS_PER_SIGN === LOANS_PER_SIGN - 1) await sql`select 1`.execute(db)
}

/**
 * Plans the loans of a workbook with the present data: the product's balance of each, the balance that the former system
 * claims, and every problem. Few queries, whatever the number of loans; it writes nothing.
 */
export async function planBook(
  db: Db | Trx,
  book: { loans: readonly ReadLoan[]; problems: readonly SheetProblem[] },
  terms: ImportTerms,
): Promise<BookPlan> {
  const companies = await readCompanies(db, book.loans)
  const workers = await readWorkers(db, book.loans)
  const imported = await readImported(db, book.loans)
  const problems = [...book.problems]
  const loans: BookLoan[] = []
  for (const [index, loan] of book.loans.entries()) {
    await letOthersRun(db, index)
    const one = planOne(loan, { companies, workers, imported }, terms)
    if (isProblem(one)) problems.push(one)
    else loans.push({ ...one, beside_another: false })
  }
  const open = await readOpenLoans(db, [...new Set(loans.map(({ worker }) => worker.id))])
  for (const one of loans) {
    if (one.outcome === 'unchanged') continue
    const mark = `${one.worker.id} ${one.planned.loan.facts.type}`
    one.beside_another = open.has(mark)
    open.add(mark)
  }
  return { loans, problems }
}

/** A planned loan as the reconciliation shows it. */
export function reconcile(one: BookLoan, terms: ImportTerms): ReconciledLoan {
  const { planned, worker, company, outcome, loan_id } = one
  const { row, facts } = planned.loan
  return {
    ...{ row, former_id: facts.former_id, type: facts.type, worker: worker.name, company: company.name },
    ...{ amount: facts.amount, payments_count: facts.payments.length, claimed: facts.claimed },
    ...{ calculated: planned.calculated, difference: planned.calculated - facts.claimed },
    ...{ is_above_limit: isAboveLimit(one, terms), outcome, loan: loan_id },
  }
}

/** The counts and sums of planned loans, in centavos. */
export function sumUp(loans: readonly BookLoan[], terms: ImportTerms) {
  const sum = (of: (one: BookLoan) => number) => loans.reduce((total, one) => total + of(one), 0)
  const claimed = sum(({ planned }) => planned.loan.facts.claimed)
  const calculated = sum(({ planned }) => planned.calculated)
  return {
    loans_total: loans.length,
    created: sum(({ outcome }) => (outcome === 'created' ? 1 : 0)),
    unchanged: sum(({ outcome }) => (outcome === 'unchanged' ? 1 : 0)),
    payments_total: sum(({ planned }) => planned.loan.facts.payments.length),
    ...{ claimed, calculated, difference: calculated - claimed },
    above_limit: sum((one) => (isAboveLimit(one, terms) ? 1 : 0)),
  }
}

function differenceText(calculated: Cents, claimed: Cents): string {
  const difference = formatMoney(Math.abs(calculated - claimed))
  const figures = `El sistema anterior reporta ${formatMoney(claimed)} y sus pagos dan ${formatMoney(calculated)}`
  return `${figures}: ${difference} de diferencia. Corrige el préstamo, sus pagos o el saldo, o pide que la segunda persona acepte el ajuste`
}

/** The problem of each loan whose difference is above the limit, unless the second person is asked to accept them. */
export function differenceProblems(loans: readonly BookLoan[], terms: ImportTerms): SheetProblem[] {
  if (terms.accepts_differences) return []
  return loans.flatMap((one) => {
    if (!isAboveLimit(one, terms)) return []
    const { loan, calculated } = one.planned
    const message = differenceText(calculated, loan.facts.claimed)
    return [
      { sheet: 'balances' as const, row: loan.balance_row, column: headerOf('balances', 'claimed'), message },
    ]
  })
}

/** A loan as the second person saw it. */
interface SeenLoan {
  row: number
  user_id: number
  calculated_cents: Cents
}

/** The problem of each new loan that is another worker's, or has another balance, than the second person saw. */
export function changeProblems(seen: readonly SeenLoan[], loans: readonly BookLoan[]): SheetProblem[] {
  const rows = new Map(seen.map((one) => [one.row, one]))
  return loans.flatMap(({ planned: { loan, calculated }, worker, outcome }) => {
    const before = rows.get(loan.row)
    if (before === undefined || outcome === 'unchanged') return []
    if (before.user_id !== worker.id)
      return [problemAt(loan, 'curp', 'Ahora es de otro trabajador que al pedir la carga: pídela de nuevo')]
    if (before.calculated_cents === calculated) return []
    const figures = `su saldo era ${formatMoney(before.calculated_cents)} y ahora es ${formatMoney(calculated)}`
    return [problemAt(loan, 'amount', `Cambió desde que se pidió la carga: ${figures}. Pídela de nuevo`)]
  })
}
