import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { sendFile } from '../../../test/uploads.ts'
import { bookOf } from '../../../test/worker-sheet.ts'

let ctx: TestContext
let headers: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
})

const head = [
  ...['Clave', 'NOMBRE DE LA EMPRESA', 'giro', 'Domicilio', 'Página Web', 'Correo', 'Tel.'],
  ...['Tasa', 'Comisión por anticipo', 'Notas'],
]

function companyRow(key: string, values: Partial<Record<number, string | number>> = {}) {
  const row = [
    ...[key, `Aceros ${key}`, 'manufactura', 'Av. Fundidora 500', 'https://aceros.mx', `RH@${key}.mx`],
    ...['(81) 8345-6789', 0.18, '$1,150.50', 'nada'],
  ]
  return row.map((cell, index) => values[index] ?? cell)
}

type Row = (string | number)[]

async function upload(rows: Row[], book: 'xlsx' | 'biff8' = 'xlsx', more: Row = []) {
  const name = book === 'xlsx' ? 'empresas.xlsx' : 'empresas.xls'
  const bytes = bookOf([[...head, ...more], ...rows], book)
  const answer = await sendFile(ctx, { to: '/company/upload-company', headers, bytes, name })
  await ctx.drain(['take-import'])
  return (await ctx.app.inject({ url: `${ctx.api}/imports/${answer.json().job}`, headers })).json()
}

const company = (key: string) =>
  ctx.deps.db.selectFrom('company').selectAll().where('key', '=', key).executeTakeFirst()

test('creates companies from common header names, and normalizes their values [B3.13]', async () => {
  expect(await upload([companyRow('ACERO1')])).toMatchObject({ created: 1, rejected: [] })
  expect(await company('ACERO1')).toMatchObject({
    ...{ name: 'Aceros ACERO1', industry: 'Manufactura', email: 'rh@acero1.mx', phone: '8183456789' },
    ...{ interest_rate: 0.18, commission_cents: 115_050, advance_share: 0.5, website: 'https://aceros.mx' },
    ...{ advance_minimum_cents: 50_000, tax_rate: 0.16, tax_added: false, grace_bank_days: 5 },
  })
})

test('reads smallest advance, VAT and grace days from their columns, and rejects wrong ones at their field', async () => {
  const columns = ['Anticipo mínimo', 'Tasa de IVA', 'IVA añadido', 'Días de gracia']
  const { created, rejected } = await upload(
    [
      [...companyRow('TERMINO'), '$750.00', '8%', 'Sí', '3 días'],
      [...companyRow('MALOS'), 0, 16, 'quizá', 31],
    ],
    'xlsx',
    columns,
  )
  expect(created).toBe(1)
  expect(await company('TERMINO')).toMatchObject({
    ...{ advance_minimum_cents: 75_000, tax_rate: 0.08, tax_added: true, grace_bank_days: 3 },
  })
  expect(rejected).toEqual([
    {
      ...{ row: 3, field: 'advance_minimum' },
      message: 'Debe ser una cantidad mayor a cero con hasta 2 decimales',
    },
    { row: 3, field: 'tax_rate', message: 'Debe ser una fracción entre 0 y 1' },
    { row: 3, field: 'tax_added', message: 'Debe ser verdadero o falso' },
    { row: 3, field: 'grace_bank_days', message: 'Debe ser un número entero de días, de 0 a 30' },
  ])
})

test('matches companies by key, and changes nothing for an equal file [B7.21]', async () => {
  await upload([companyRow('REPITE')])
  expect(await upload([companyRow('REPITE')])).toMatchObject({ unchanged: 1, updated: 0, created: 0 })
  expect(await upload([companyRow('repite', { 7: '22.5%' })])).toMatchObject({ updated: 1 })
  expect(await company('REPITE')).toMatchObject({ interest_rate: 0.225 })
})

test('keeps advance limits, VAT and grace days if the file has no such columns', async () => {
  await upload([companyRow('QUEDA')])
  const terms = {
    ...{ advance_share: 0.3, advance_cap_cents: 500_000, advance_minimum_cents: 60_000 },
    ...{ tax_rate: 0.08, tax_added: true, grace_bank_days: 2 },
  }
  await ctx.deps.db.updateTable('company').set(terms).where('key', '=', 'QUEDA').execute()
  expect(await upload([companyRow('QUEDA')])).toMatchObject({ unchanged: 1 })
  expect(await upload([companyRow('QUEDA', { 6: '5512345678' })])).toMatchObject({ updated: 1 })
  expect(await company('QUEDA')).toMatchObject({ ...terms, phone: '5512345678' })
})

test('rejects each wrong cell with the form’s text, and a rate of 18 with advice to write 0.18 or 18%', async () => {
  const { rejected, created } = await upload([
    companyRow('TASA', { 7: 18 }),
    companyRow('MAL-CLAVE', { 1: 'A', 5: 'sin arroba', 6: '123', 8: '-5' }),
    companyRow('BUENA'),
    companyRow('BUENA'),
    companyRow('BUE-NA'),
  ])
  expect(created).toBe(1)
  expect(rejected).toEqual([
    { row: 2, field: 'interest_rate', message: 'La tasa es una fracción: escribe 0.18 o 18% para 18 %' },
    {
      ...{ row: 3, field: 'key' },
      message: 'La clave debe ser alfanumérica, en mayúsculas y de máximo 7 caracteres',
    },
    { row: 3, field: 'name', message: 'Ingrese un nombre de empresa válido' },
    { row: 3, field: 'email', message: 'Formato de correo electrónico inválido' },
    { row: 3, field: 'phone', message: 'El número debe tener exactamente 10 dígitos' },
    { row: 3, field: 'commission', message: 'Debe ser una cantidad positiva con hasta 3 decimales' },
    { row: 5, field: 'key', message: 'Repetido: ya está en la fila 4' },
    {
      ...{ row: 6, field: 'key' },
      message: 'La clave debe ser alfanumérica, en mayúsculas y de máximo 7 caracteres',
    },
  ])
})

test('reads an .xls file like an .xlsx file', async () => {
  expect(await upload([companyRow('VIEJO')], 'biff8')).toMatchObject({ created: 1, rejected: [] })
  expect(await company('VIEJO')).toMatchObject({ phone: '8183456789', commission_cents: 115_050 })
})

test('rejects company uploads of managers with 403 [B7.21]', async () => {
  const manager = await signIn(ctx, await makeStaff(ctx, 'U1'))
  const answer = await sendFile(ctx, {
    ...{ to: '/company/upload-company', headers: manager, bytes: bookOf([head]) },
  })
  expect(answer.statusCode).toBe(403)
})

test('rejects a row with IVA 0 that states no reason, and keeps the reason of one that does', async () => {
  const columns = ['IVA', 'Motivo sin IVA']
  const { created, rejected } = await upload(
    [
      [...companyRow('SINIVA'), 0, 'Opinión fiscal de marzo'],
      [...companyRow('SINMOT'), '0%', ''],
    ],
    'xlsx',
    columns,
  )
  expect(created).toBe(1)
  expect(await company('SINIVA')).toMatchObject({ tax_rate: 0, tax_exempt_reason: 'Opinión fiscal de marzo' })
  expect(rejected).toEqual([
    { row: 3, field: 'tax_exempt_reason', message: 'Escribe por qué no se cobra el impuesto' },
  ])
})

test('keeps a commission by steps under an equal commission, and rejects another one at its field', async () => {
  await upload([companyRow('MONTOS')])
  const steps = [
    { up_to: 100_000, commission: 115_050 },
    { up_to: null, commission: 200_000 },
  ]
  const commission_steps_cents = JSON.stringify(steps)
  await ctx.deps.db
    .updateTable('company')
    .set({ commission_steps_cents })
    .where('key', '=', 'MONTOS')
    .execute()
  expect(await upload([companyRow('MONTOS')])).toMatchObject({ unchanged: 1 })
  expect(await upload([companyRow('MONTOS', { 6: '5512345678' })])).toMatchObject({ updated: 1 })
  expect(await company('MONTOS')).toMatchObject({ commission_steps_cents: steps })
  expect(await upload([companyRow('MONTOS', { 8: 90 })])).toMatchObject({
    updated: 0,
    rejected: [
      {
        ...{ row: 2, field: 'commission' },
        message: 'La comisión va por montos: cámbiala en el formulario de la empresa.',
      },
    ],
  })
})
