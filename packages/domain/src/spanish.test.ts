import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { spanish } from './spanish.ts'

const before = z.config()
beforeAll(() => {
  z.config(spanish)
})
afterAll(() => {
  z.config({ localeError: before.localeError })
})

test.each<[z.ZodType, unknown, string]>([
  [z.number(), '140', 'Valor inválido'],
  [z.coerce.number(), 'x', 'Valor inválido'],
  [z.object({}), undefined, 'Este campo es obligatorio'],
  [z.enum(['INA', 'APP']), 'zz', 'Opción inválida'],
  [z.union([z.number(), z.boolean()]), 'x', 'Valor inválido'],
  [z.string().max(2), 'abc', 'Demasiado grande: se esperaba que texto tuviera <=2 caracteres'],
])('the default message of schema %# is plain Spanish', (schema, value, message) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(message)
})
