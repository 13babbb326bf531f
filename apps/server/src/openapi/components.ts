/** The named schemas of a document. */
export type Schemas = Record<string, Record<string, unknown>>

/** The names of the schemas that a part of the document refers to. */
export const refsIn = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '')

/** Names a schema that only this call has; a reference stays as it is. */
export function nameSchema(schemas: Schemas, name: string, schema: Schemas[string] | undefined) {
  if (
    schema === undefined ||
    '$ref' in schema ||
    !('properties' in schema || 'anyOf' in schema || 'oneOf' in schema)
  )
    return schema
  const text = JSON.stringify(schema)
  const same = Object.keys(schemas).find((one) => JSON.stringify(schemas[one]) === text)
  if (same === undefined) schemas[name] = schema
  return { $ref: `#/components/schemas/${same ?? name}` }
}

type Paths = [string, object][]

/** The paths with each error answer replaced. */
function replaceErrors(paths: Paths, replace: (status: string, answer: object) => object): Paths {
  const answerOf = ([status, answer]: [string, unknown]) => [
    status,
    /^[45]/.test(status) ? replace(status, Object(answer)) : answer,
  ]
  const operationOf = ([method, operation]: [string, unknown]) => {
    const { responses } = Object(operation)
    const replaced = Object.fromEntries(Object.entries(responses).map(answerOf))
    return [method, { ...Object(operation), responses: replaced }]
  }
  return paths.map(([path, methods]) => [path, Object.fromEntries(Object.entries(methods).map(operationOf))])
}

/** Names the error answers that several calls share: `Problem401`, `Problem403Of2`. */
export function shareAnswers(paths: Paths) {
  const counts = new Map<string, number>()
  replaceErrors(paths, (_status, answer) => {
    const text = JSON.stringify(answer)
    counts.set(text, (counts.get(text) ?? 0) + 1)
    return answer
  })
  const names = new Map<string, string>()
  const shared: Record<string, object> = {}
  const replaced = replaceErrors(paths, (status, answer) => {
    const text = JSON.stringify(answer)
    if ((counts.get(text) ?? 0) < 2) return answer
    const others = Object.keys(shared).filter((name) => name.startsWith(`Problem${status}`)).length
    const name = names.get(text) ?? `Problem${status}${others === 0 ? '' : `Of${others + 1}`}`
    names.set(text, name)
    shared[name] = answer
    return { $ref: `#/components/responses/${name}` }
  })
  return { paths: Object.fromEntries(replaced), shared }
}

/** Leaves out schemas that nothing refers to. */
export function usedSchemas(document: object, schemas: Schemas): Schemas {
  const used = new Set<string>()
  const waiting = refsIn(document)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue
    used.add(name)
    waiting.push(...refsIn(schemas[name] ?? {}))
  }
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => used.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Shortens the names of schemas that only bodies use: `AcceptBodyInput` -> `AcceptBody`. */
export function shortenNames<Named extends { components: { schemas: Schemas } }>(document: Named): Named {
  const { schemas } = document.components
  const short = (name: string) => {
    const base = name.replace(/Input$/, '')
    return base in schemas ? name : base
  }
  const renamed: Named = JSON.parse(
    JSON.stringify(document).replace(
      /"#\/components\/schemas\/(\w+)"/g,
      (_all, name: string) => `"#/components/schemas/${short(name)}"`,
    ),
  )
  const named = Object.entries(renamed.components.schemas).map(([name, schema]) => [short(name), schema])
  return { ...renamed, components: { ...renamed.components, schemas: Object.fromEntries(named) } }
}

/** Where a body's schema is the answer's too, both are that of the answer: `CompanyInput` -> `Company`. */
export function joinEqual(text: string, schemas: Schemas): string {
  const withoutInput = (value: unknown) => JSON.stringify(value).replace(/Input"/g, '"')
  const equal = new Set(
    Object.keys(schemas).filter(
      (name) =>
        name.endsWith('Input') && withoutInput(schemas[name]) === withoutInput(schemas[name.slice(0, -5)]),
    ),
  )
  // A schema whose parts differ is different too.
  for (let before = -1; before !== equal.size; ) {
    before = equal.size
    for (const name of equal)
      if (refsIn(schemas[name]).some((one) => one.endsWith('Input') && !equal.has(one))) equal.delete(name)
  }
  return text.replace(/"#\/components\/schemas\/(\w+)Input"/g, (all, name) =>
    equal.has(`${name}Input`) ? `"#/components/schemas/${name}"` : all,
  )
}
