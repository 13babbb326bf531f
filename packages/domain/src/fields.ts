import { z } from 'zod'
import { TEXT_LIMITS } from './text-limits.ts'

// Field schemas that several features share. The error texts are those of the specifications.

/** A database id. */
export const id = z.int().positive()

const ID_DIGITS = /^[1-9]\d{0,14}$/

/**
 * An id that arrives as text: in a path, a query or the value of a select. The text is decimal digits, at most 15, so that
 * an id has one spelling: `1e0`, `0x1` and `01` are refused. A number is accepted too, in JSON. `z.encode` fails for it.
 */
export const idText = z.preprocess(
  (value) => (typeof value === 'string' && ID_DIGITS.test(value) ? Number(value) : value),
  z.int('Identificador inválido').positive('Identificador inválido'),
)

/** How many ids a query may name. */
export const ID_LIST_LIMIT = 100

/** Codec that reads ids from a query, `7,12,30`: at least one and at most `ID_LIST_LIMIT`. */
export const idList = z.codec(
  z
    .string()
    .regex(
      new RegExp(`^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,${ID_LIST_LIMIT - 1}}$`),
      `Escribe de 1 a ${ID_LIST_LIMIT} identificadores separados por comas`,
    ),
  z.array(id),
  { decode: (text) => text.split(',').map(Number), encode: (ids) => ids.join(',') },
)

/** An instant, ISO 8601 with a time zone. */
export const instant = z.iso.datetime({ offset: true, error: 'Fecha y hora inválidas' })

/**
 * A calendar day, `YYYY-MM-DD`, from 0001-01-01 to 9998-12-31: PostgreSQL has no year 0, and the day after must be
 * valid too.
 */
export const day = z.iso
  .date({ error: 'Fecha inválida', abort: true })
  .refine((value) => value >= '0001-01-01' && value <= '9998-12-31', 'Fecha inválida')

/** Codec that reads `true`, `false`, `1` and `0`, also as text, and writes booleans. */
export const flag = z.codec(
  z.union(
    [z.boolean(), z.literal([0, 1]), z.enum(['true', 'false', '0', '1'])],
    'Debe ser verdadero o falso',
  ),
  z.boolean(),
  { decode: (value) => [true, 1, 'true', '1'].includes(value), encode: (value) => value },
)

/** A text of at most `limit` characters. */
export const textUpTo = (limit: number) => z.string().trim().max(limit, `Máximo ${limit} caracteres`)

/** A password as typed; `message` is the error of a missing one. */
export const typedPassword = (message?: string) =>
  z.string(message).max(TEXT_LIMITS.password, `Máximo ${TEXT_LIMITS.password} caracteres`)

/**
 * A text that must not be empty, at most `limit` characters. `message` is the error of a missing and of an empty value.
 * Add further rules with `pipe`, so that an empty value fails with `message` alone.
 */
export const required = (message: string, limit = 200) =>
  z.string(message).trim().min(1, message).max(limit, `Máximo ${limit} caracteres`)

/** A text of at most `limit` characters that may be missing, null or empty. */
export const optionalText = (limit = 200) => textUpTo(limit).nullish()

/** A text of exactly `count` digits. */
export const digits = (count: number, message: string) =>
  z.string(message).regex(new RegExp(`^[0-9]{${count}}$`), message)

/** An e-mail address in its basic shape, converted to lower case so that each address has one spelling. */
export const email = (message: string) =>
  z
    .string(message)
    .trim()
    .toLowerCase()
    .max(TEXT_LIMITS.email, message)
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, message)

/** True for a missing, null or empty value. */
export const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/**
 * A fraction such as an annual rate (0.18 is 18 %): from 0 to below 1000, with at most 3 decimals. `missing` is the
 * error of an empty value, `message` every other one.
 */
export const fraction = (message: string, missing = message) =>
  z
    .number({ error: ({ input }) => (isBlank(input) ? missing : message) })
    .min(0, message)
    .lt(1000, message)
    .refine((value) => Math.round(value * 1000) / 1000 === value, message)

/** Refinement option: checks of the whole form run even if a single field is wrong or missing. */
export const always = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}
