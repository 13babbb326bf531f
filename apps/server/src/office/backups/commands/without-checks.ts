import { sql } from 'kysely'
import type { Trx } from '../../../db/types.ts'

/** Runs the statements that a query over the catalogue puts together. */
async function runAll(trx: Trx, statements: readonly string[]) {
  for (const statement of statements) await sql.raw(statement).execute(trx)
}

const ourSchemas = sql`('public', 'months')`

const isBroken = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23503'

interface ForeignKey {
  name: string
  drop: string
  add: string
}

/**
 * Adds a foreign key, which checks every row. Where rows lack their counterpart it is added for later rows alone, and
 * false is the answer: such rows were in the original too, and are no reason to have no database at all.
 */
async function addKey(trx: Trx, { add }: ForeignKey): Promise<boolean> {
  await sql`savepoint foreign_key`.execute(trx)
  try {
    await sql.raw(add).execute(trx)
    return true
  } catch (error) {
    if (!isBroken(error)) throw error
    await sql`rollback to savepoint foreign_key`.execute(trx)
    await sql.raw(`${add} not valid`).execute(trx)
    return false
  }
}

/** The foreign keys of our tables, as statements that drop them and add them again; those of a month follow its whole. */
async function listForeignKeys(trx: Trx) {
  const { rows } = await sql<ForeignKey>`
    select format('%s of %s', conname, conrelid::regclass) as name,
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)) as add
    from pg_constraint join pg_namespace on pg_namespace.oid = connamespace
    where contype = 'f' and conparentid = 0 and nspname in ${ourSchemas}
    order by conrelid::regclass::text, conname`.execute(trx)
  return rows
}

/** The enabled triggers of our tables, as statements that disable them and enable them as they were. */
async function listTriggers(trx: Trx) {
  const { rows } = await sql<{ disable: string; enable: string }>`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as disable,
      format('alter table %s enable %s trigger %I', tgrelid::regclass,
        case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as enable
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
    where not tgisinternal and tgenabled <> 'D' and tgparentid = 0 and nspname in ${ourSchemas}
    order by tgrelid::regclass::text, tgname`.execute(trx)
  return rows
}

/**
 * Runs work that fills tables in any order, without their triggers and foreign keys, which need no superuser: the tables'
 * owner disables the former and drops the latter. Adding these again checks every row; returned are the names of those
 * that rows break. Nobody else sees the tables meanwhile, because the transaction holds their locks.
 */
export async function withoutChecks(trx: Trx, work: () => Promise<void>): Promise<string[]> {
  // PostgreSQL changes no table that has checks to make at the end of the transaction.
  await sql`set constraints all immediate`.execute(trx)
  const keys = await listForeignKeys(trx)
  const triggers = await listTriggers(trx)
  await runAll(trx, [...keys.map(({ drop }) => drop), ...triggers.map(({ disable }) => disable)])
  await work()
  const broken: string[] = []
  for (const key of keys) if (!(await addKey(trx, key))) broken.push(key.name)
  await runAll(
    trx,
    triggers.map(({ enable }) => enable),
  )
  return broken
}
