import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** A column that only the database writes: an identity or a generated column. */
export type Always<T> = GeneratedAlways<T>
/** A column with a default: an insert may leave it out. */
export type Filled<T> = Generated<T>
/** A JSON column: reads as a parsed value, is written as JSON text. */
export type Json<T> = ColumnType<T, string, string>
