import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fileOfBrand } from '@quincena/domain/brand/file'
import { contractPayload } from '@quincena/domain/contracts/schema'
import { businessDay } from '@quincena/domain/dates'
import { TEXT_DOCUMENTS } from '@quincena/domain/texts/content'
import { fileOfContent } from '@quincena/domain/texts/file'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { brandFields, logoPng } from '../../test/brand.ts'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { writtenText } from '../../test/contract-texts.ts'
import { signIn } from '../../test/factories.ts'
import { makeLoan } from '../../test/loans.ts'
import { pdfText } from '../../test/pdf-text.ts'
import { buildApp } from '../app.ts'
import { systemClock } from '../command/clock.ts'
import { signingCodeMessage } from '../lending/signing-codes/notices.ts'
import { listSamples } from '../office/mail-samples/queries.ts'
import { linkMail } from '../people/auth/commands/mail-link.ts'
import { getInForce } from '../people/texts/queries/versions.ts'

const commandOf = (name: string) => fileURLToPath(new URL(`./texts-${name}.ts`, import.meta.url))

let ctx: TestContext
let folder: string

function run(name: 'import' | 'export', ...values: string[]) {
  const { database_url, data_dir } = ctx.deps.env
  const env = { DATABASE_URL: database_url, DATA_DIR: data_dir }
  return promisify(execFile)(process.execPath, [commandOf(name), ...values], { env })
}

/** A folder with the brand of another lender, its logo, and terms of its own; the database is as migrations leave it. */
beforeAll(async () => {
  ctx = await createTestContext()
  const day = businessDay(systemClock())
  const { content } = await getInForce(ctx.deps.db, { document: 'terms', day })
  const facts = {
    document: 'terms',
    version: '3.0',
    effective_date: day,
    summary: 'Otra financiera.',
  } as const
  const terms = fileOfContent(content, facts)
  terms.sections[0]?.paragraphs.push('Prestaclara atiende en Monterrey.')
  folder = await mkdtemp(join(tmpdir(), 'quincena-lender-'))
  const brand = fileOfBrand(brandFields, { effective_date: day, summary: '', logo: 'logo.png' })
  await writeFile(join(folder, 'brand.json'), JSON.stringify(brand))
  await writeFile(join(folder, 'logo.png'), logoPng())
  await writeFile(join(folder, 'terms.json'), JSON.stringify(terms))
  await ctx.superuser.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await trx.deleteFrom('text_version').execute()
    await trx.deleteFrom('brand_version').execute()
  })
})

test('imports nothing if one file is wrong, and says where', async () => {
  const wrong = await mkdtemp(join(tmpdir(), 'quincena-lender-'))
  const brand = JSON.parse(await readFile(join(folder, 'brand.json'), 'utf8'))
  await writeFile(join(wrong, 'brand.json'), JSON.stringify({ ...brand, color_dark: '#222222', logo: null }))
  await writeFile(join(wrong, 'terms.json'), await readFile(join(folder, 'terms.json')))
  await expect(run('import', wrong, '--publish')).rejects.toThrow(/brand\.json: color_dark: Un enlace/)
  await writeFile(join(wrong, 'brand.json'), JSON.stringify({ ...brand, logo: 'logo.svg' }))
  await writeFile(join(wrong, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await expect(run('import', wrong, '--publish')).rejects.toThrow(/logo\.svg: Ese archivo no es un PNG/)
  expect(await ctx.deps.db.selectFrom('brand_version').select('id').execute()).toEqual([])
})

test('an empty installation becomes another lender’s by one import', async () => {
  const { stdout } = await run('import', folder, '--publish')
  expect(stdout).toBe('brand.json is published\nterms.json is published\n')
  ctx.setNow(systemClock().toString())
  await ctx.deps.brand.reload()
  await ctx.deps.texts.refresh()

  const web_folder = await mkdtemp(join(tmpdir(), 'quincena-web-'))
  const page = fileURLToPath(new URL('../../../web/index.html', import.meta.url))
  await writeFile(join(web_folder, 'index.html'), await readFile(page, 'utf8'))
  const manifest = { id: 'app/', name: 'Quincena', short_name: 'Quincena', screenshots: [{ src: 'x.png' }] }
  await writeFile(join(web_folder, 'manifest.webmanifest'), JSON.stringify(manifest, null, 2))
  const app = await buildApp(ctx.deps, { web_folder })
  try {
    const shown = (await app.inject({ url: '/quincena/app/login' })).body
    expect(shown).toContain('<title>Prestaclara</title>')
    expect(shown).toContain('--first-jade:#7A1FA2')
    expect(shown).not.toContain('Quincena')
    const installed = (await app.inject({ url: '/quincena/manifest.webmanifest' })).json()
    expect(installed).toEqual({ id: '/quincena/app/', name: 'Prestaclara', short_name: 'Prestaclara' })
    const icon = await app.inject({ url: '/quincena/icon-192.png' })
    expect([icon.headers['content-type'], icon.rawPayload.subarray(1, 4).toString()]).toEqual([
      'image/png',
      'PNG',
    ])
  } finally {
    await app.close()
  }
})

test('its mails, contracts and terms name nobody else', async () => {
  const { loan, worker } = await makeLoan(ctx, { state: 'approved' })
  const headers = await signIn(ctx, worker)
  const call = (method: 'GET' | 'POST', path: string) =>
    ctx.app.inject({ method, url: `${ctx.api}${path}`, headers })

  const person = { email: 'a@b.mx', first_name: 'Ana' }
  await ctx.deps.mailer.send(linkMail(ctx.deps, { person, kind: 'invitation', url: 'https://b.mx/entrar' }))
  const outbox = join(ctx.deps.env.data_dir, 'outbox')
  const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')))
  const [html = '', text = ''] = [
    mails.find((mail) => mail.startsWith('<')),
    mails.find((mail) => mail.startsWith('From')),
  ]
  expect(text).toContain('From: "Prestaclara" <')
  expect(text).toContain('Te invitaron a usar Prestaclara.')
  expect(html).toContain('alt="Prestaclara"')
  expect(html).toContain('data:image/png;base64,')

  const shown = await call('POST', `/contract/${loan.id}`)
  const payload = contractPayload.parse(
    (await call('GET', `/loan/get-loan-contract-payload/${loan.id}`)).json(),
  )
  expect(payload.lender).toMatchObject({
    name: brandFields.name,
    trade_name: 'Prestaclara',
    color: '#7A1FA2',
  })
  const paper = await pdfText(shown.rawPayload)
  expect(paper).toContain('Crédito de nómina Prestaclara')
  const terms = (await ctx.app.inject({ url: `${ctx.api}/legal/terms` })).body
  expect(terms).toContain('Prestaclara es un servicio de Prestaclara, S.A. de C.V.')
  // The address of MAIL_FROM is a setting of the server.
  for (const part of [html, text.replace(/@quincena\.mx/g, ''), JSON.stringify(payload), paper, terms])
    expect(part).not.toMatch(/Quincena(?!\/)/)
  expect(shown.rawPayload.toString('latin1')).not.toMatch(/\((?:þÿ)?Quincena\)/)
})

test('every kind of mail and message names it', () => {
  const samples = listSamples(ctx.deps)
  expect(JSON.stringify(samples)).not.toContain('Quincena')
  const code = samples.find(({ kind }) => kind === 'signing-code')
  expect(code?.mail.paragraphs[0]).toContain('firmar tu contrato en Prestaclara es')
  expect(signingCodeMessage({ code: '482915', trade_name: 'Prestaclara' })).toContain('en Prestaclara es')
})

test('the contract of an advance has its own RECA number and the UNE', async () => {
  const written = await mkdtemp(join(tmpdir(), 'quincena-lender-'))
  const day = businessDay(systemClock())
  const facts = { version: '3.0', effective_date: day, summary: 'Formato de la CONDUSEF.' }
  const file = fileOfContent(writtenText('advance_contract'), { document: 'advance_contract', ...facts })
  await writeFile(join(written, 'advance_contract.json'), JSON.stringify(file))
  // The text of the program is its draft.
  await run('import', written, '--publish', '--replace')
  const { loan, worker } = await makeLoan(ctx, {
    ...{ state: 'approved', type: 'advance', amount_cents: 200_000, term: 5 },
  })
  const headers = await signIn(ctx, worker)
  const url = `${ctx.api}/contract/${loan.id}`
  const shown = await ctx.app.inject({ method: 'POST', url, headers })
  const paper = await pdfText(shown.rawPayload)
  const { reca, reca_advance, une_email, une_phone, une_hours } = brandFields
  for (const part of [reca_advance, une_email, une_phone, une_hours]) expect(paper).toContain(part)
  expect(paper).not.toContain(reca)
})

test('the export gives the same files back', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'quincena-lender-'))
  await run('export', copy)
  const read = async (from: string) => JSON.parse(await readFile(join(from, 'brand.json'), 'utf8'))
  expect(await read(copy)).toEqual(await read(folder))
  expect((await readFile(join(copy, 'logo.png'))).equals(logoPng())).toBe(true)
  const names = ['brand', ...TEXT_DOCUMENTS]
  expect((await readdir(copy)).filter((name) => name.endsWith('.json')).sort()).toEqual(
    names.map((name) => `${name}.json`).sort(),
  )
  const { stdout } = await run('import', copy)
  expect(stdout.split('\n').sort()).toEqual(
    ['', ...names.map((name) => `${name}.json is in force already`)].sort(),
  )
})
