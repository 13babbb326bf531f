import { serializerCompiler as compileByZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type $ZodCheck, $ZodCodec, $ZodType, type $ZodTypes } from 'zod/v4/core'

/** Turns a value of the program into the value that JSON carries; throws a `TypeError` for one that does not fit. */
type Encoder = (value: unknown) => unknown

const fault = (expected: string) => new TypeError(`expected ${expected}`)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** zod itself, for the kinds of schemas that are not compiled. */
const byZod =
  (schema: $ZodType): Encoder =>
  (value) =>
    z.encode(schema, value)

function scalar(type: 'string' | 'number' | 'boolean'): Encoder {
  return (value) => {
    if (typeof value !== type) throw fault(type)
    return value
  }
}

function oneOf(values: Iterable<unknown>): Encoder {
  const known = new Set(values)
  return (value) => {
    if (!known.has(value)) throw fault('one of the listed values')
    return value
  }
}

const finite: Encoder = (value) => {
  if (!Number.isFinite(value)) throw fault('number')
  return value
}

const unlessNull =
  (encode: Encoder): Encoder =>
  (value) =>
    value === null ? null : encode(value)

const unlessUndefined =
  (encode: Encoder): Encoder =>
  (value) =>
    value === undefined ? undefined : encode(value)

function listOf(encode: Encoder): Encoder {
  return (value) => {
    if (!Array.isArray(value)) throw fault('array')
    return value.map(encode)
  }
}

/** Only the declared fields go out, so that a column that a query selects too much is never sent. */
function objectOf(fields: readonly (readonly [string, Encoder])[]): Encoder {
  return (value) => {
    if (!isObject(value)) throw fault('object')
    const encoded: Record<string, unknown> = {}
    for (const [name, encode] of fields) {
      const field = encode(value[name])
      if (field !== undefined) encoded[name] = field
    }
    return encoded
  }
}

/** A check that changes the value, such as `trim`. */
const changes = (check: $ZodCheck<never>) => check._zod.def.check === 'overwrite'

/** A codec such as that of money. One that reports issues by itself needs zod. */
function codecOf({ in: inside, out, reverseTransform }: $ZodCodec['_zod']['def']): Encoder | undefined {
  if (reverseTransform.length > 1) return undefined
  const [before, after] = [compileAnswer(out), compileAnswer(inside)]
  const unused: never[] = []
  return (value) => after(reverseTransform(before(value), { value, issues: unused }))
}

/** Undefined for a kind that only zod encodes. */
function compileKind(schema: $ZodTypes): Encoder | undefined {
  const { def } = schema._zod
  switch (def.type) {
    case 'string':
    case 'boolean':
      return scalar(def.type)
    case 'number':
      return finite
    case 'enum':
      return oneOf(Object.values(def.entries))
    case 'literal':
      return oneOf(def.values)
    case 'nullable':
      return unlessNull(compileAnswer(def.innerType))
    case 'optional':
      return unlessUndefined(compileAnswer(def.innerType))
    case 'array':
      return listOf(compileAnswer(def.element))
    case 'object':
      return def.catchall === undefined
        ? objectOf(Object.entries(def.shape).map(([name, field]) => [name, compileAnswer(field)] as const))
        : undefined
    case 'pipe':
      return schema instanceof $ZodCodec ? codecOf(schema._zod.def) : undefined
    default:
      return undefined
  }
}

const compiled = new WeakMap<$ZodType, Encoder>()

/**
 * Compiles a schema of answers: the encoder gives what `z.encode` gives for a value that fits, but checks only the kinds
 * of values, not their formats and limits.
 */
export function compileAnswer(schema: $ZodType): Encoder {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  // A schema that contains itself finds this while it is compiled.
  compiled.set(schema, (value) => compileAnswer(schema)(value))
  const hasChanges = schema._zod.def.checks?.some(changes) === true
  const encode = (hasChanges ? undefined : compileKind(schema as $ZodTypes)) ?? byZod(schema)
  compiled.set(schema, encode)
  return encode
}

/**
 * Serialises answers by compiled schemas. An answer that does not fit goes to zod, which says what is wrong with it, and
 * the request fails.
 */
export const serializerCompiler: typeof compileByZod = (route) => {
  const slow = compileByZod(route)
  const { schema } = route
  if (!(schema instanceof $ZodType)) return slow
  const encode = compileAnswer(schema)
  return (answer) => {
    let encoded: unknown
    try {
      encoded = encode(answer)
    } catch {
      return slow(answer)
    }
    return JSON.stringify(encoded)
  }
}
