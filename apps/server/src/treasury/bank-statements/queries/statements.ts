import type { Readable } from 'node:stream'
import type { BankStatement, RejectedRow, rejectedQuery } from '@quincena/domain/bank-statements/schema'
import type { z } from 'zod'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { orderOf, readPage } from '../../../http/pagination.ts'
import { fetchRows } from '../../../spreadsheets/export/batches.ts'
import type { ExportColumn } from '../../../spreadsheets/export/table.ts'
import { sheetOf, writeBook } from '../../../spreadsheets/export/xlsx.ts'

function statementRows(db: Db | Trx) {
  return db
    .selectFrom('bank_statement as s')
    .innerJoin('user_summary as u', 'u.id', 's.uploaded_by')
    .select(['s.id', 's.bank_account_id as bank_account', 's.file_name', 'u.name as uploaded_by', 's.state'])
    .select(['s.rows_total', 's.rejected_count', 's.created_at', 's.finished_at'])
    .select(['s.added_count as added', 's.known_count as known', 's.matched_count as matched'])
    .select((eb) => eb.fn.coalesce('s.rows_done', eb.lit(0)).as('rows_done'))
}

/** One page of an account's statements, newest first. */
export async function listStatements(
  db: Db,
  { bank_account_id, ...page }: { bank_account_id: number; page: number; page_size: number },
): Promise<{ count: number; rows: BankStatement[] }> {
  const query = statementRows(db).where('s.bank_account_id', '=', bank_account_id).orderBy('s.id', 'desc')
  return readPage(query, page)
}

/** Reads a statement with its progress. Throws `statement.not_found` (404). */
export async function getStatement(db: Db | Trx, id: number): Promise<BankStatement> {
  const row = await statementRows(db).where('s.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('statement.not_found', 404)
  return row
}

/** One page of the rows that could not be read, in the order of the file. */
export async function listRejectedRows(
  db: Db,
  { statement_id, ...input }: { statement_id: number } & z.output<typeof rejectedQuery>,
): Promise<{ count: number; rows: RejectedRow[] }> {
  const query = db
    .selectFrom('bank_statement_row')
    .select(['number as row', 'problems'])
    .where('statement_id', '=', statement_id)
    .where('problems', 'is not', null)
    .orderBy('number', orderOf(input.ordering ?? 'row', ['row']).direction)
  const { count, rows } = await readPage(query, input)
  return { count, rows: rows.map(({ row, problems }) => ({ row, problems: problems ?? [] })) }
}

interface StoredRow {
  cells: (string | null)[]
  problems: { field: string; message: string }[] | null
}

/** Writes the rows of a statement that could not be read as they came, with the reason in a last column. */
export async function writeRejectedRows(snapshot: Trx, id: number): Promise<Readable> {
  const statement = snapshot.selectFrom('bank_statement').select('headers').where('id', '=', id)
  const { headers } = await statement.executeTakeFirstOrThrow()
  const columns = headers.map(
    (header, index): ExportColumn<StoredRow> => ({
      ...{ header, kind: 'text' },
      of: ({ cells }) => cells[index] ?? null,
    }),
  )
  const motive: ExportColumn<StoredRow> = {
    ...{ header: 'Motivo', kind: 'text', width: 60 },
    of: ({ problems }) => (problems ?? []).map(({ field, message }) => `${field}: ${message}`).join('; '),
  }
  const rows = snapshot
    .selectFrom('bank_statement_row')
    .select(['cells', 'problems'])
    .where('statement_id', '=', id)
    .where('problems', 'is not', null)
    .orderBy('number')
  return writeBook([
    sheetOf({ name: 'Filas rechazadas', columns: [...columns, motive] }, fetchRows(snapshot, rows)),
  ])
}
