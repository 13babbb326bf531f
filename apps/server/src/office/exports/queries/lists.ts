import { businessDay } from '@quincena/domain/dates'
import type {
  auditExport,
  bankLineExport,
  collectionExport,
  companyExport,
  ExportFormat,
  loanExport,
  movementExport,
  openPaymentExport,
  paymentExport,
  transferExport,
  trialBalanceExport,
  userExport,
  workerBalanceExport,
} from '@quincena/domain/exports/schema'
import type { SelectQueryBuilder } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../command/context.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { countRows } from '../../../http/pagination.ts'
import {
  bankPaymentsOf,
  lineIds,
  linesOf,
  openPaymentIds,
} from '../../../lending/bank-matches/queries/lines.ts'
import { collectionIds, collectionsOf } from '../../../lending/collections/queries.ts'
import { loanIds } from '../../../lending/loans/queries/loan-order.ts'
import { exportedLoans } from '../../../lending/loans/queries/loans.ts'
import { exportedPayments, paymentIds } from '../../../lending/payments/queries/payments.ts'
import { resolveTransfers } from '../../../lending/payouts/queries/found-transfers.ts'
import { transferIds } from '../../../lending/payouts/queries/transfer-order.ts'
import { transfersOf } from '../../../lending/payouts/queries/transfers.ts'
import { exportedUsers } from '../../../people/accounts/queries.ts'
import { companiesOf, companyIds } from '../../../people/companies/queries.ts'
import { userIds } from '../../../people/users/queries/users.ts'
import { readAhead, readInBatches } from '../../../spreadsheets/export/batches.ts'
import { writeCsv } from '../../../spreadsheets/export/csv.ts'
import type { ExportTable } from '../../../spreadsheets/export/table.ts'
import { writeXlsx } from '../../../spreadsheets/export/xlsx.ts'
import { movementIds, movementsOf } from '../../../treasury/daily-totals/queries/movements.ts'
import { readTrialBalance } from '../../../treasury/daily-totals/queries/trial-balance.ts'
import { balanceIds, balancesOf } from '../../../treasury/worker-balances/queries/worker-balances.ts'
import { auditIds, auditOf } from '../../audit/queries.ts'
import { auditTable } from '../tables/audit.ts'
import { bankLineTable, openPaymentTable } from '../tables/banks.ts'
import { collectionTable } from '../tables/collections.ts'
import { companyTable } from '../tables/companies.ts'
import { loanTable } from '../tables/loans.ts'
import { movementTable } from '../tables/movements.ts'
import { paymentTable } from '../tables/payments.ts'
import { transferTable } from '../tables/transfers.ts'
import { trialBalanceLines, trialBalanceTable } from '../tables/trial-balance.ts'
import { userTable } from '../tables/users.ts'
import { workerBalanceTable } from '../tables/worker-balances.ts'

/** Who exports and when; another thread gets it, so it holds plain data. */
interface Caller {
  user: Actor
  /** Instant in ISO 8601. */
  now: string
  /** The lender's name at STP. */
  lender: string
}

/** A list or report to export. */
interface ExportList {
  /** The name of its table. */
  name: string
  /** Counts the rows, which only the server needs: the thread that writes them does not. */
  count: () => Promise<number>
  /** The file's bytes or text, which are made while they are read. */
  write: (format: ExportFormat) => AsyncIterable<Uint8Array | string>
}

type Write = ExportList['write']

const writer =
  <Row>(table: ExportTable<Row>, batches: () => AsyncGenerator<Row[], void>): Write =>
  (format) =>
    format === 'csv' ? writeCsv(table, batches()) : writeXlsx(table, batches())

/** A list with the query of its ids and the reader of a batch of rows, all in one snapshot. */
function listOf<Tables, Table extends keyof Tables, Row>(
  db: Db,
  ids: SelectQueryBuilder<Tables, Table, { id: number }>,
  { table, rows }: { table: ExportTable<Row>; rows: (trx: Trx, ids: readonly number[]) => Promise<Row[]> },
): ExportList {
  const write = writer(table, () => readAhead(readInBatches(db, { ids, rows })))
  return { name: table.name, count: () => countRows(ids), write }
}

type Filters<Schema extends z.ZodType> = Omit<z.output<Schema>, 'format'>

/** The filters of each list. */
export interface ListFilters {
  loans: Filters<typeof loanExport>
  payments: Filters<typeof paymentExport>
  users: Filters<typeof userExport>
  companies: Filters<typeof companyExport>
  transfers: Filters<typeof transferExport>
  balances: Filters<typeof workerBalanceExport>
  audit: Filters<typeof auditExport>
  movements: Filters<typeof movementExport>
  trial_balance: Filters<typeof trialBalanceExport>
  bank_lines: Filters<typeof bankLineExport>
  open_payments: Filters<typeof openPaymentExport>
  collections: Filters<typeof collectionExport>
}

export type ListName = keyof ListFilters

type ListOpener<Name extends ListName> = (
  db: Db,
  filters: ListFilters[Name],
  caller: Caller,
) => ExportList | Promise<ExportList>

const openers: { [Name in ListName]: ListOpener<Name> } = {
  loans(db, filters, { user, now }) {
    const today = businessDay(now)
    const rows = (trx: Trx, ids: readonly number[]) => exportedLoans(trx, ids, today)
    return listOf(db, loanIds(db, user, filters), { table: loanTable, rows })
  },
  payments: (db, filters, { user }) =>
    listOf(db, paymentIds(db, user, filters), { table: paymentTable, rows: exportedPayments }),
  users: (db, filters) => listOf(db, userIds(db, filters), { table: userTable, rows: exportedUsers }),
  companies: (db, filters) => listOf(db, companyIds(db, filters), { table: companyTable, rows: companiesOf }),
  async transfers(db, filters, { now, lender }) {
    const all = { ...filters, lender, now: Temporal.Instant.from(now) }
    const texts = await resolveTransfers(db, all)
    const rows = (trx: Trx, ids: readonly number[]) => transfersOf(trx, ids, lender)
    return listOf(db, transferIds(db, all, texts), { table: transferTable, rows })
  },
  balances(db, filters, { user }) {
    const rows = (trx: Trx, ids: readonly number[]) => balancesOf(trx, user, ids)
    return listOf(db, balanceIds(db, filters), { table: workerBalanceTable, rows })
  },
  audit: (db, filters) => listOf(db, auditIds(db, filters), { table: auditTable, rows: auditOf }),
  movements(db, filters) {
    const rows = (trx: Trx, ids: readonly number[]) => movementsOf(trx, ids, filters.set)
    return listOf(db, movementIds(db, filters), { table: movementTable, rows })
  },
  trial_balance(db, filters) {
    const lines = async () => trialBalanceLines(await readTrialBalance(db, filters))
    async function* all() {
      yield await lines()
    }
    const count = async () => (await lines()).length
    return { name: trialBalanceTable.name, count, write: writer(trialBalanceTable, all) }
  },
  bank_lines: (db, filters) => listOf(db, lineIds(db, filters), { table: bankLineTable, rows: linesOf }),
  open_payments: (db, filters) =>
    listOf(db, openPaymentIds(db, filters), { table: openPaymentTable, rows: bankPaymentsOf }),
  collections(db, filters, { now }) {
    const today = businessDay(now)
    const rows = (trx: Trx, ids: readonly number[]) => collectionsOf(trx, ids, today)
    return listOf(db, collectionIds(db, today, filters), { table: collectionTable(today), rows })
  },
}

/** What to export: a list with its filters, for a caller. */
export interface ListQuery<Name extends ListName = ListName> {
  list: Name
  filters: ListFilters[Name]
  caller: Caller
}

/** Opens a list with its filters and order. */
export const openList = async <Name extends ListName>(
  db: Db,
  { list, filters, caller }: ListQuery<Name>,
): Promise<ExportList> => openers[list](db, filters, caller)
