import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { oldBookWith, rowXml, workbookOf, zipOf } from '../../../test/hostile-files.ts'
import { sendFile } from '../../../test/uploads.ts'
import { bookOf } from '../../../test/worker-sheet.ts'

let ctx: TestContext
let headers: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
})

const head = [
  ...['Clave', 'Nombre', 'Industria', 'Dirección', 'Correo electrónico', 'Teléfono'],
  ...['Tasa de interés', 'Comisión por anticipo'],
]
const good = ['FORMULA', 'Fórmulas S.A.', 'Salud', 'Calle 1', 'rh@formula.mx', '5512345678', 0.18, 150]

async function send(bytes: Buffer, name = 'datos.xlsx') {
  const answer = await sendFile(ctx, { to: '/company/upload-company', headers, bytes, name })
  return { status: answer.statusCode, body: answer.json() }
}

/** The error text for the file; checks that nothing was stored. */
async function refusal(bytes: Buffer, name?: string) {
  const { status, body } = await send(bytes, name)
  expect({ status, ok: body.ok, job: body.job }).toEqual({ status: 200, ok: false, job: undefined })
  expect(await ctx.drain(['take-import'])).toBe(0)
  return body.error
}

const big = Buffer.alloc(160 * 1024 * 1024, ' ')

test('rejects a zip bomb before it is inflated, whatever sizes its headers declare', async () => {
  const bomb = workbookOf(big)
  expect(bomb.length).toBeLessThan(1_000_000)
  const text = 'El archivo ocupa demasiado al abrirse. Copia solo tus datos a la plantilla.'
  expect(await refusal(bomb)).toBe(text)
  const liar = workbookOf('', [{ name: 'xl/sharedStrings.xml', text: big, declared_bytes: 10 }])
  expect(await refusal(liar)).toBe(text)
  const boaster = workbookOf('', [
    { name: 'xl/sharedStrings.xml', text: '<sst/>', declared_bytes: 4_000_000_000 },
  ])
  expect(await refusal(boaster)).toBe(text)
})

test('rejects a zip whose two counts of entries differ', async () => {
  const file = workbookOf(`${rowXml(1, head)}${rowXml(2, good)}`)
  file.writeUInt16LE(1, file.length - 22 + 10)
  expect(await refusal(file)).toBe(await refusal(Buffer.from('PK\u0003\u0004 and nothing more', 'latin1')))
})

test('rejects a zip with a second directory (ZIP64), and one with more than 2,000 entries', async () => {
  const content = await refusal(Buffer.from('PK\u0003\u0004 and nothing more', 'latin1'))
  const file = workbookOf(`${rowXml(1, head)}${rowXml(2, good)}`)
  const [directory, end] = [file.subarray(0, -22), file.subarray(-22)]
  const record = Buffer.alloc(56)
  record.write('PK\u0006\u0006', 'latin1')
  record.writeUInt32LE(end.readUInt16LE(10), 32)
  record.writeUInt32LE(end.readUInt32LE(16), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\u0006\u0007', 'latin1')
  locator.writeUInt32LE(directory.length, 8)
  expect(await refusal(Buffer.concat([directory, record, locator, end]))).toBe(content)
  const parts = Array.from({ length: 2000 }, (_, index) => ({ name: `xl/media/${index}.xml`, text: 'x' }))
  expect(await refusal(workbookOf(`${rowXml(1, head)}${rowXml(2, good)}`, parts))).toBe(content)
})

const million = Array.from({ length: 1_000_000 }, (_, index) => index + 3)

test('ignores a million empty rows after the data', async () => {
  const empty = million.map((row) => `<row r="${row}"/>`).join('')
  const { body } = await send(workbookOf(`${rowXml(1, head)}${rowXml(2, good)}${empty}`))
  await ctx.drain(['take-import'])
  const job = (await ctx.app.inject({ url: `${ctx.api}/imports/${body.job}`, headers })).json()
  expect(job).toMatchObject({ state: 'finished', rows_total: 1, created: 1 })
})

test('rejects a million formatted empty rows, with advice', async () => {
  const empty = million.map((row) => `<row r="${row}"><c r="A${row}" s="0"/></row>`).join('')
  expect(await refusal(workbookOf(`${rowXml(1, head)}${rowXml(2, good)}${empty}`))).toBe(
    'El archivo tiene más de 50,000 filas. Divídelo en varios; si las últimas están vacías, bórralas.',
  )
})

test('reads the saved value of a formula and never evaluates it', async () => {
  const formulas = [
    '=UPPER("formula")|FORMULA',
    '=1+1|Fórmulas S.A.',
    ...good.slice(2, 7),
    '=WEBSERVICE("x")|',
  ]
  const { body } = await send(workbookOf(`${rowXml(1, head)}${rowXml(2, formulas)}`))
  await ctx.drain(['take-import'])
  const job = (await ctx.app.inject({ url: `${ctx.api}/imports/${body.job}`, headers })).json()
  expect(job.rejected).toMatchObject([{ row: 2, field: 'commission' }])
  const file = await ctx.app.inject({ url: `${ctx.api}/imports/${body.job}/rejected.xlsx`, headers })
  expect(file.rawPayload.includes('WEBSERVICE')).toBe(false)
})

test('rejects macros in .xlsx and .xls files', async () => {
  const text = 'El archivo contiene macros. Guárdalo como libro de Excel sin macros (.xlsx).'
  const macros = workbookOf(rowXml(1, head), [{ name: 'xl/vbaProject.bin', text: 'macros' }])
  expect(await refusal(macros)).toBe(text)
  expect(await refusal(macros, 'datos.xlsm')).toBe('Solo se admiten archivos .xls y .xlsx.')
  expect(await refusal(oldBookWith('_VBA_PROJECT_CUR'), 'datos.xls')).toBe(text)
})

test('rejects a file with a password', async () => {
  const text = 'El archivo está protegido con contraseña. Quítasela y vuelve a subirlo.'
  expect(await refusal(oldBookWith('EncryptedPackage'))).toBe(text)
  const zip = zipOf([{ name: 'xl/workbook.xml', text: 'x', is_encrypted: true }])
  expect(await refusal(zip)).toBe(text)
})

test('rejects a file that is not Excel by its content and by its extension [B5.42]', async () => {
  const names = 'Solo se admiten archivos .xls y .xlsx.'
  const content =
    'El contenido del archivo no es de Excel, aunque su nombre lo diga. Ábrelo y guárdalo como libro de Excel (.xlsx).'
  expect(await refusal(bookOf([head, good]), 'datos.pdf')).toBe(names)
  expect(await refusal(Buffer.from('Clave,Nombre\n1,2'), 'datos.csv')).toBe(names)
  expect(await refusal(Buffer.from('<html><table><tr><td>Clave</td></tr></table></html>'), 'datos.xls')).toBe(
    content,
  )
  expect(await refusal(Buffer.from('Clave,Nombre\n1,2'))).toBe(content)
  expect(await refusal(zipOf([{ name: 'word/document.xml', text: 'x' }]))).toBe(content)
  expect(await refusal(bookOf([head, good]).subarray(0, 900))).toBe(content)
  expect(await refusal(Buffer.alloc(0))).toBe(content)
})

test('rejects a file that lacks data rows, headers or columns, or repeats a column, with the reason', async () => {
  expect(await refusal(bookOf([head]))).toBe('El archivo no tiene filas con datos.')
  expect(
    await refusal(
      bookOf([
        ['a', 'b'],
        [1, 2],
      ]),
    ),
  ).toBe('No encontramos los encabezados. Usa los de la plantilla.')
  expect(await refusal(bookOf([head.slice(0, 5), good.slice(0, 5)]))).toBe(
    'Faltan columnas: Teléfono, Tasa de interés, Comisión por anticipo. Usa la plantilla para no olvidar ninguna.',
  )
  expect(
    await refusal(
      bookOf([
        [...head, 'Tel.'],
        [...good, '1'],
      ]),
    ),
  ).toBe('Hay más de una columna para: Teléfono.')
})

test('rejects a file above 25 MB', async () => {
  const { body } = await send(Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(26 * 1024 * 1024)]))
  expect(body).toEqual({ ok: false, error: 'El archivo pesa más de 25 MB. Divídelo en varios.' })
})

test('rejects a form without a file with 422', async () => {
  const nothing = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/company/upload-company`, payload: '--x--\r\n' },
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect(nothing.statusCode).toBe(422)
  expect(nothing.json().errors).toEqual({ excel_file: ['Selecciona un archivo .xls o .xlsx.'] })
})

test('rejects a form with two files with its own code, not as too large', async () => {
  const part = (name: string) =>
    `--x\r\ncontent-disposition: form-data; name="excel_file"; filename="${name}.xlsx"\r\n\r\ndatos\r\n`
  const two = await ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/company/upload-company`,
    payload: `${part('a')}${part('b')}--x--\r\n`,
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect([two.statusCode, two.json().code, two.json().detail]).toEqual([
    ...[422, 'request.one_file', 'Elige un solo archivo.'],
  ])
})
