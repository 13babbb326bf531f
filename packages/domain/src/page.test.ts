import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { flag, idText, instant } from './fields.ts'
import { isMessageCode, messageOf, messages } from './messages.ts'
import { listQuery, pageOf } from './page.ts'

describe('the query of a list', () => {
  const query = listQuery(['created_at', 'amount'])

  it('defaults to page 1 and 5 rows [B9.6]', () => {
    expect(query.parse({})).toEqual({ page: 1, page_size: 5 })
    expect(query.parse({ page: '3', page_size: '200', ordering: '-amount', search: ' ana ' })).toEqual({
      page: 3,
      page_size: 200,
      ordering: '-amount',
      search: 'ana',
    })
    expect(listQuery(['id'], 10).parse({}).page_size).toBe(10)
  })

  it.each([
    [{ page_size: '100000' }, 'El tamaño de página no puede pasar de 200'],
    [{ page_size: '0' }, 'El tamaño de página debe ser al menos 1'],
    [{ page: '0' }, 'La página empieza en 1'],
    [{ page: 'dos' }, 'La página debe ser un número'],
    [{ page: '1.5' }, 'La página debe ser un número entero'],
    [{ page: '1000001' }, 'La página no puede pasar de 1,000,000'],
    [{ ordering: 'password' }, 'No se puede ordenar por ese campo'],
  ])('rejects %o with «%s»', (wrong, message) => {
    expect(query.safeParse(wrong).error?.issues[0]?.message).toBe(message)
  })
})

it('pageOf accepts a page with its rows', () => {
  const page = { count: 1, next: null, previous: null, results: [{ id: 1 }] }
  const schema = pageOf(z.object({ id: z.int() }))
  expect(schema.parse(page)).toEqual(page)
  const capped = { ...page, count: 10_000, count_capped: true }
  expect(schema.parse(capped)).toEqual(capped)
})

it.each([
  [true, true],
  ['true', true],
  ['1', true],
  [1, true],
  [false, false],
  ['false', false],
  ['0', false],
  [0, false],
])('flag reads %j as %s', (wire, value) => expect(flag.parse(wire)).toBe(value))

it('flag writes booleans and rejects other texts', () => {
  expect(z.encode(flag, true)).toBe(true)
  expect(flag.safeParse('sí').success).toBe(false)
})

it.each(['42', 42, '999999999999999'])('idText accepts %j', (value) => {
  expect(idText.parse(value)).toBe(Number(value))
})

it.each([
  'abc',
  '-1',
  '1.5',
  '0',
  '',
  '1e0',
  '0x1',
  '+1',
  '01',
  ' 1',
  '1\n',
  '1000000000000000',
  1.5,
  0,
  -1,
  null,
  true,
])('idText rejects %j', (value) => {
  const { error } = idText.safeParse(value)
  expect(error?.issues.map(({ message }) => message)).toEqual(['Identificador inválido'])
})

it('idText is an integer in JSON Schema', () => {
  expect(z.toJSONSchema(idText, { io: 'input' })).toMatchObject({ type: 'integer', exclusiveMinimum: 0 })
})

it('instant rejects a time without a zone', () => {
  expect(instant.safeParse('2026-11-20T10:00:00.123Z').success).toBe(true)
  expect(instant.safeParse('2026-11-20T10:00:00').success).toBe(false)
})

it('every message is a Spanish sentence without the typing errors of the specifications', () => {
  for (const text of Object.values(messages)) expect(text).toMatch(/^[A-ZÁÉÍÓÚ¿¡].{5,}[.a-záéíóú]$/u)
  expect(Object.values(messages).join(' ')).not.toMatch(/accesso|Mìnimo/)
  expect(messageOf('offer_expired')).toBe('La oferta venció')
  expect(isMessageCode('offer_expired')).toBe(true)
  expect(isMessageCode('toString')).toBe(false)
})
