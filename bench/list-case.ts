/**
 * A call of the HTTP API, and SQL that reads the same rows: a page and the count. WORKER, COMPANY, DAY and YEAR are
 * placeholders.
 */
export interface ListCase {
  name: string
  path: string
  sql: readonly string[]
}

/** SQL of the count and of the first page of a table. */
export const page = (table: string, where: string, order: string) => [
  `select count(*) from ${table} where ${where}`,
  `select * from ${table} where ${where} order by ${order} limit 20`,
]
/** The order of most lists. */
export const newest = 'created_at desc, id desc'
