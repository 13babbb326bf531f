import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'

/** An imported loan and the hashes of its files of the former system. */
export interface LoanOfFile {
  id: number
  user_id: number
  former_id: string
  files: string[]
}

/** The imported loans with some former ids, by the id in lower case. */
export async function findLoansOfFiles(
  db: Db,
  former_ids: readonly string[],
): Promise<Map<string, LoanOfFile>> {
  const ids = former_ids.map((former_id) => former_id.toLowerCase())
  const { rows } = await sql<LoanOfFile>`
    select loan.id, loan.user_id, loan.former_id, coalesce((
      select json_agg(document.sha256) from document
      where document.loan_id = loan.id and document.kind = 'former_file'), '[]') as files
    from loan where loan.former_id is not null and lower(loan.former_id) = any(${ids}::text[])`.execute(db)
  return new Map(rows.map((loan) => [loan.former_id.toLowerCase(), loan]))
}
