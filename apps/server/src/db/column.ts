import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** A column only the database writes. */
export type Always<T> = GeneratedAlways<T>
/** A column with a default. */
export type Filled<T> = Generated<T>
/** A numeric column that reads as a number. */
export type Json<T> = ColumnType<T, string, string>
