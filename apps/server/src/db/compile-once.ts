import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Statement } from './outbox-writer.ts'
import type { Db, Trx } from './types.ts'

/** Stands in a compiled statement for a value that each call gives. */
class Place<Values> {
  readonly name: keyof Values
  constructor(name: keyof Values) {
    this.name = name
  }
}

/** SQL for a value by its name. */
export type Given<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>

/**
 * Makes a statement of one shape, for the few that come often: Kysely builds and compiles it at the first call alone,
 * which takes as long as sending it. `build` names the values, which each call gives.
 */
export const statementFor =
  <Values extends object>() =>
  <Row>(build: (db: Db | Trx, given: Given<Values>) => { compile: (db: Db | Trx) => CompiledQuery<Row> }) => {
    let compiled: CompiledQuery<Row> | undefined
    return (values: Values): Statement<Row> => ({
      compile(db) {
        compiled ??= build(db, (name) => sql`${new Place<Values>(name)}`).compile(db)
        const parameters = compiled.parameters.map((one) =>
          one instanceof Place ? Reflect.get(values, one.name) : one,
        )
        return { ...compiled, parameters }
      },
    })
  }

/** `statementFor` for a query that is sent by itself. */
export const compilerFor =
  <Values extends object>() =>
  <Row>(build: (db: Db | Trx, given: Given<Values>) => Compilable<Row>) => {
    const statement = statementFor<Values>()(build)
    return async (db: Db | Trx, values: Values): Promise<Row[]> => {
      const { rows } = await db.executeQuery(statement(values).compile(db))
      return rows
    }
  }
