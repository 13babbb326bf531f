import { z } from 'zod'

/** Field shapes that several nouns share. Texts are those of the specifications. */

export const id = z.int().positive()

/** An id in a path, a query or a select's value, where everything arrives as text. */
export const idText = z.coerce
  .number('Identificador inválido')
  .int('Identificador inválido')
  .positive('Identificador inválido')

/** An instant, ISO 8601. */
export const instant = z.iso.datetime({ offset: true, error: 'Fecha y hora inválidas' })

/** A calendar day of the business, `YYYY-MM-DD`: one that the database has, and the day after it too. */
export const day = z.iso
  .date({ error: 'Fecha inválida', abort: true })
  .refine((value) => value >= '0001-01-01' && value <= '9998-12-31', 'Fecha inválida')

/** Booleans out; `true`, `false`, `1`, `0`, as text too, in. */
export const flag = z.codec(
  z.union(
    [z.boolean(), z.literal([0, 1]), z.enum(['true', 'false', '0', '1'])],
    'Debe ser verdadero o falso',
  ),
  z.boolean(),
  { decode: (value) => [true, 1, 'true', '1'].includes(value), encode: (value) => value },
)

/** Text that must hold something: the message serves for a missing and for an empty value; further rules follow by `pipe`. */
export const required = (message: string, limit = 200) =>
  z.string(message).trim().min(1, message).max(limit, `Máximo ${limit} caracteres`)

export const optionalText = (limit = 200) =>
  z.string().trim().max(limit, `Máximo ${limit} caracteres`).nullish()

/** Exactly `count` digits. */
export const digits = (count: number, message: string) =>
  z.string(message).regex(new RegExp(`^[0-9]{${count}}$`), message)

/** The basic shape of an address, kept in lower case: one person, one spelling. */
export const email = (message: string) =>
  z
    .string(message)
    .trim()
    .toLowerCase()
    .max(254, message)
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, message)

/** True of a field that nobody filled in. */
export const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** Annual rates and the like: fractions with up to 3 integer digits and 3 decimals. */
export const fraction = (message: string, missing = message) =>
  z
    .number({ error: ({ input }) => (isBlank(input) ? missing : message) })
    .min(0, message)
    .lt(1000, message)
    .refine((value) => Math.round(value * 1000) / 1000 === value, message)

/** Checks that see the whole form also run where a single field is wrong or missing. */
export const always = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}
