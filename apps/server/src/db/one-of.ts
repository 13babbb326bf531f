import { type RawBuilder, sql } from 'kysely'

/**
 * SQL for a column that has one of some words that the program knows, such as states. They are written into the text: only
 * so may one plan for all times use an index of rows with these words, and know how many rows have them.
 */
export const isOneOf = (column: string, words: readonly string[]): RawBuilder<boolean> =>
  sql`${sql.ref(column)} in (${sql.join(words.map((word) => sql.lit(word)))})`
