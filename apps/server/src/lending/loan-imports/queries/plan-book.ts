import type { Day } from '@quincena/domain/dates'
import { formatMoney } from '@quincena/domain/format'
import { changeOfFacts } from '@quincena/domain/loan-imports/change-of-facts'
import { headerOf } from '@quincena/domain/loan-imports/columns'
import type { LoanFacts } from '@quincena/domain/loan-imports/facts'
import { type PlannedLoan, planImportedLoan } from '@quincena/domain/loan-imports/plan-loan'
import type { ReadLoan } from '@quincena/domain/loan-imports/read-book'
import type { BalanceKind, SheetProblem } from '@quincena/domain/loan-imports/schema'
import { OPEN_STATES } from '@quincena/domain/loans/rules'
import { type Cents, MONEY_LIMIT } from '@quincena/domain/money'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'
import { inTurns } from '../../../workers/turns.ts'

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
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((company) => [company.key, company]))
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
  const workers: Workers = { byCurp: new Map(), byKey: new Map() }
  await inTurns(rows, (worker) => {
    workers.byCurp.set(worker.curp, worker)
    workers.byKey.set(`${worker.company_id} ${worker.key}`, worker)
  })
  return workers
}

/** An imported loan as its workbook brought it, whatever became of its worker and company since. */
interface ImportedBefore {
  id: number
  former_id: string
  facts: LoanFacts
  worker: Worker
  /** With the VAT of the loan. */
  company: Company
}

/** The imported loans that have one of the former ids, with the facts that brought them. */
async function readImported(db: Db | Trx, loans: readonly ReadLoan[]): Promise<Map<string, ImportedBefore>> {
  const ids = loans.map(({ facts }) => facts.former_id.toLowerCase())
  const { rows } = await sql<ImportedBefore>`
    select loan.id, lower(loan.former_id) as former_id, brought.facts,
      json_build_object('id', person.id, 'name', trim(concat_ws(' ', person.first_name, person.last_name)),
        'company_id', person.company_id, 'is_active', person.is_active) as worker,
      json_build_object('id', company.id, 'key', company.key, 'name', company.name, 'tax_rate', loan.tax_rate,
        'tax_added', loan.tax_added, 'grace_bank_days', loan.grace_bank_days) as company
    from loan join loan_import_row as brought on brought.loan_id = loan.id and brought.outcome = 'created'
      join app_user as person on person.id = loan.user_id join company on company.id = loan.company_id
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

/** A problem of a loan at its row of the sheet of loans. */
export function problemAt(loan: ReadLoan, field: string, message: string): SheetProblem {
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

type PlannedOne = Omit<BookLoan, 'beside_another'>

/** Plans a loan that an earlier import brought: it stays as it is, whatever became of its worker since. */
function planKnown(loan: ReadLoan, known: ImportedBefore, terms: ImportTerms): PlannedOne | SheetProblem {
  const { id: loan_id, facts, worker, company } = known
  const change = changeOfFacts(facts, loan.facts)
  if (change !== null) {
    const message = `Ya se importó con otros datos (${change}). Quita la fila: lo que cambió se corrige en el préstamo`
    return problemAt(loan, 'former_id', message)
  }
  const planned = planImportedLoan(loan, { ...terms, company })
  return isProblem(planned) ? planned : { planned, worker, company, outcome: 'unchanged', loan_id }
}

/** Plans one loan: its parties, its figures, and whether it is new. */
function planOne(loan: ReadLoan, found: Found, terms: ImportTerms): PlannedOne | SheetProblem {
  const known = found.imported.get(loan.facts.former_id.toLowerCase())
  if (known !== undefined) return planKnown(loan, known, terms)
  const parties = partiesOf(loan, found.companies, found.workers)
  if (isProblem(parties)) return parties
  const planned = planImportedLoan(loan, { ...terms, company: parties.company })
  return isProblem(planned) ? planned : { planned, ...parties, outcome: 'created', loan_id: null }
}

/** Adds up what an import shows and posts, in centavos. A loan with which a sum is no amount any more is refused. */
function createSums() {
  let sums = [0, 0, 0, 0]
  return ({ planned: { loan, calculated, terms } }: PlannedOne): SheetProblem | null => {
    const amounts = [loan.facts.amount, loan.facts.claimed, calculated, terms.total_debt]
    const next = amounts.map((amount, index) => amount + (sums[index] ?? 0))
    if (next.some((sum) => sum > MONEY_LIMIT)) {
      const most = formatMoney(MONEY_LIMIT)
      const message = `Con este préstamo la carga suma más de ${most}: revisa las cantidades o divide el libro`
      return problemAt(loan, 'amount', message)
    }
    sums = next
    return null
  }
}

/** A transaction that sends nothing for 60 s is ended. */
const SIGN_MS = 10_000

/**
 * Plans the loans of a workbook with the present data: the product's balance of each, the balance that the former system
 * claims, and every problem. Few queries, whatever the number of loans; it writes nothing. Requests run meanwhile.
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
  const addUp = createSums()
  let signed_ms = performance.now()
  await inTurns(book.loans, (loan) => {
    const one = planOne(loan, { companies, workers, imported }, terms)
    const problem = isProblem(one) ? one : addUp(one)
    if (problem !== null) problems.push(problem)
    else if (!isProblem(one)) loans.push({ ...one, beside_another: false })
    if (performance.now() - signed_ms < SIGN_MS) return
    signed_ms = performance.now()
    // Shows the database that the transaction is in use.
    return sql`select 1`.execute(db).then(() => undefined)
  })
  const open = await readOpenLoans(db, [...new Set(loans.map(({ worker }) => worker.id))])
  await inTurns(loans, (one) => {
    if (one.outcome === 'unchanged') return
    const mark = `${one.worker.id} ${one.planned.loan.facts.type}`
    one.beside_another = open.has(mark)
    open.add(mark)
  })
  return { loans, problems }
}
