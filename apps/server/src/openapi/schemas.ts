import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { readDomainModules } from './domain-modules.ts'

const named = new Set(['object', 'enum', 'union'])

/** `saved-views` -> `SavedViews`, `loanDetail` -> `LoanDetail`. */
export const pascal = (text: string) =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase())

const isNamed = (schema: unknown): schema is z.ZodType =>
  schema instanceof z.ZodType && named.has(schema.def.type)

/** A schema of query fields or of a path, with the parts of a union and the schema that it refines. */
export function parametersIn(schema: unknown): z.core.$ZodType[] {
  if (!(schema instanceof z.core.$ZodType)) return []
  const options = schema instanceof z.ZodUnion ? schema.options : []
  return [schema, ...options.flatMap(parametersIn), ...parametersIn(schema._zod.parent)]
}

let isDone = false

/**
 * Gives each schema that the domain exports its name in the OpenAPI document: `loanDetail` is `LoanDetail`. Where two
 * files export the same name, the second one's has its folder before it. Those of `parameters` get none: their fields
 * become the parameters of calls.
 */
export async function nameSchemas(parameters: ReadonlySet<unknown>): Promise<void> {
  if (isDone) return
  isDone = true
  const names = new Set<string>()
  for (const [file, module] of await readDomainModules()) {
    for (const [name, schema] of Object.entries(module)) {
      if (!isNamed(schema) || parameters.has(schema) || z.globalRegistry.get(schema)?.id !== undefined)
        continue
      // The converter adds `Input` to the names of schemas in bodies.
      const own = name.replace(/Input$/, 'Entry')
      const id = names.has(pascal(own)) ? pascal(`${basename(dirname(file))}-${own}`) : pascal(own)
      names.add(id)
      z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })
    }
  }
}
