import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
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
 * Makes a query of one shape, for the few that come with every request: Kysely builds and compiles it at the first call
 * alone, which takes as long as sending it. `build` names the values, which each call gives.
 */
export const compilerFor =
  <Values extends object>() =>
  <Row>(build: (db: Db | Trx, given: Given<Values>) => Compilable<Row>) => {
    let compiled: CompiledQuery<Row> | undefined
    return async (db: Db | Trx, values: Values): Promise<Row[]> => {
      compiled ??= build(db, (name) => sql`${new Place<Values>(name)}`).compile()
      const parameters = compiled.parameters.map((one) =>
        one instanceof Place ? Reflect.get(values, one.name) : one,
      )
      const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
      return rows
    }
  }
