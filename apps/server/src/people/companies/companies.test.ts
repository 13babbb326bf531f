import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'

type Headers = Record<string, string>
let ctx: TestContext
let admin: Headers
let manager: Headers
let serial = 0

beforeAll(async () => {
  ctx = await createTestContext()
  admin = await signIn(ctx, await makeStaff(ctx, 'U0'))
  manager = await signIn(ctx, await makeStaff(ctx, 'U1'))
})

interface Call {
  headers?: Headers
  payload?: object
}

function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { headers = manager, payload }: Call = {},
) {
  return ctx.app.inject({
    method,
    url: `${ctx.api}${path}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  })
}

function form(values: Record<string, unknown> = {}) {
  serial += 1
  return {
    key: `NUE${serial}`,
    name: `Compañía Ñ ${serial}`,
    industry: 'Salud',
    headquarters_address: 'Calle 1',
    website: 'https://empresa.mx',
    email: 'rh@empresa.mx',
    phone: '5512345678',
    interest_rate: 0.185,
    commission: '1,250.505',
    ...values,
  }
}

test('stores a new company’s commission in centavos, rounded half up from three decimals [B3.7 B7.18 E3.2]', async () => {
  const answer = await call('POST', '/company/', { payload: form() })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({
    ...{ interest_rate: 0.185, commission: 1250.51, advance_share: 0.5, advance_cap: null },
    ...{ advance_minimum: 500, tax_rate: 0.16, tax_added: false, grace_bank_days: 5 },
    ...{ commission_steps: null, advance_cost_ceiling: 0.3, tax_exempt_reason: null },
  })
  const { id } = answer.json()
  expect((await call('GET', `/company/${id}`)).json()).toEqual(answer.json())
})

test('stores a custom industry in one spelling', async () => {
  const payload = form({ industry: 'Otro', other_industry: '  MINERÍA y metales ' })
  expect((await call('POST', '/company', { payload })).json().industry).toBe('Minería y metales')
  const listed = await call('POST', '/company', {
    payload: form({ industry: 'Otro', other_industry: 'salud' }),
  })
  expect(listed.json().errors).toEqual({ other_industry: ['La industria ya existe en la lista'] })
})

test.each([
  ['key', 'abc'],
  ['name', 'x'],
  ['industry', ''],
  ['headquarters_address', ''],
  ['website', 'ftp://x'],
  ['email', 'no'],
  ['phone', '1'],
  ['interest_rate', 0.1234],
  ['interest_rate', -1],
  ['commission', '1.2345'],
  ['email_confirm', 'otro@empresa.mx'],
  ['advance_cap', -1],
  ['advance_share', 0.3333],
  ['advance_cost_ceiling', 0],
  ['commission_steps', 'x'],
  ['advance_minimum', 0],
  ['grace_bank_days', 31],
  ['tax_added', 'quizá'],
])('rejects a wrong %s (%s) with 422', async (field, value) => {
  const answer = await call('POST', '/company', { payload: form({ [field]: value }) })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toHaveProperty(field)
})

test.each([[-1], [[1]], [{}], [true], [null]])(
  'refuses the industry %j with 422 at its field, also where other fields are wrong',
  async (industry) => {
    const { id } = (await call('POST', '/company', { payload: form() })).json()
    for (const payload of [form({ industry }), { industry }, { industry: 'Otro', other_industry: industry }])
      for (const [method, path] of [
        ['POST', '/company'],
        ['PUT', `/company/${id}`],
      ] as const) {
        const answer = await call(method, path, { payload })
        expect(answer.statusCode).toBe(422)
        expect(answer.json().errors).toHaveProperty(
          'other_industry' in payload ? 'other_industry' : 'industry',
        )
      }
  },
)

test('rejects a used key with 409 at its field', async () => {
  const payload = form()
  expect((await call('POST', '/company', { payload })).statusCode).toBe(201)
  const again = await call('POST', '/company', { payload: { ...payload, name: 'Otra' } })
  expect([again.statusCode, again.json().errors]).toEqual([409, { key: ['La clave ya existe.'] }])
})

test('creates one company for an idempotency key, however often the request is sent', async () => {
  const headers = { ...manager, 'idempotency-key': 'doble-toque' }
  const payload = form()
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/company', { headers, payload })))
  const made = answers.filter(({ statusCode }) => statusCode === 201)
  expect(new Set(made.map((answer) => answer.json().id)).size).toBe(1)
  const again = await call('POST', '/company', { headers, payload })
  expect(again.headers['idempotent-replay']).toBe('true')
  expect(again.json()).toEqual(made[0]?.json())
  expect((await call('POST', '/company', { headers, payload: form() })).json().code).toBe(
    'idempotency_key_reused',
  )
})

test('keeps fields that an edit leaves out, and writes the edit to the audit trail [B7.18]', async () => {
  const kept = { advance_share: 0.4, tax_rate: 0.08, tax_added: true, grace_bank_days: 0 }
  const company = await makeCompany(ctx, {
    ...{ ...kept, advance_cap_cents: 300_000, advance_minimum_cents: 75_000 },
  })
  const payload = form({ key: company.key, name: 'Nombre nuevo', industry: 'Otro', other_industry: 'Textil' })
  const answer = await call('PUT', `/company/${company.id}`, { payload })
  expect(answer.json()).toMatchObject({
    name: 'Nombre nuevo',
    industry: 'Textil',
    ...{ ...kept, advance_cap: 3000, advance_minimum: 750 },
  })
  const cleared = await call('PUT', `/company/${company.id}`, { payload: { ...payload, advance_cap: null } })
  expect(cleared.json().advance_cap).toBeNull()
  const rows = await ctx.deps.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'company.updated')
    .where('subject_id', '=', company.id)
    .orderBy('id')
    .execute()
  expect(rows[0]).toMatchObject({ before: { name: company.name }, after: { name: 'Nombre nuevo' } })
})

test('rejects an edit of an older version with 409 and writes nothing', async () => {
  const { id, key } = await makeCompany(ctx)
  const { version } = (await call('GET', `/company/${id}`)).json()
  const save = (name: string, of?: number) =>
    call('PUT', `/company/${id}`, { payload: form({ key, name, ...(of !== undefined && { version: of }) }) })
  const answers = await Promise.all([save('La de una', version), save('La de otra', version)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    code: 'company.changed',
    detail: 'Otra persona guardó cambios en esta empresa mientras la editabas.',
  })
  const saved = answers.find(({ statusCode }) => statusCode === 200)?.json()
  expect((await call('GET', `/company/${id}`)).json()).toEqual(saved)
  expect((await save('La segunda', saved.version)).statusCode).toBe(200)
  // Clients that send no version can still write.
  expect((await save('Sin versión')).json()).toMatchObject({ name: 'Sin versión' })
})

test('returns to a worker only their own company', async () => {
  const worker = await makeWorker(ctx)
  const other = await makeCompany(ctx)
  const headers = await signIn(ctx, worker)
  expect((await call('GET', `/company/${worker.company_id}`, { headers })).statusCode).toBe(200)
  for (const id of [other.id, 999_999, 'abc']) {
    expect((await call('GET', `/company/${id}`, { headers })).statusCode).toBe(404)
  }
  expect((await call('GET', '/company/', { headers })).statusCode).toBe(403)
})

test('lets an admin delete a company without active users and frees its key [B7.20]', async () => {
  const worker = await makeWorker(ctx)
  const path = `/company/${worker.company_id}`
  const { key } = (await call('GET', path)).json()
  expect((await call('DELETE', path)).statusCode).toBe(403)
  const refused = await call('DELETE', path, { headers: admin })
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'company.has_users', detail: 'No se pudo eliminar la empresa. Tiene 1 usuario activo.' },
  ])
  const colleague = await makeWorker(ctx, { company_id: worker.company_id })
  expect((await call('DELETE', path, { headers: admin })).json().detail).toBe(
    'No se pudo eliminar la empresa. Tiene 2 usuarios activos.',
  )
  await ctx.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', colleague.id).execute()
  await ctx.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', worker.id).execute()
  expect((await call('DELETE', path, { headers: admin })).statusCode).toBe(204)
  expect((await call('GET', path)).statusCode).toBe(404)
  expect((await call('GET', `/company/?search=${key}`)).json().count).toBe(0)
  expect((await call('POST', '/company', { payload: form({ key }) })).statusCode).toBe(201)
})

test('searches, filters by industry, orders and pages the list [B7.19]', async () => {
  await makeCompany(ctx, { name: 'Zapatería León', industry: 'Comercio', interest_rate: 0.3 })
  await makeCompany(ctx, { name: 'Árbol y León', industry: 'Salud', interest_rate: null })
  const list = async (query: string) => (await call('GET', `/company/?${query}`)).json()
  expect((await list('search=leon')).count).toBe(2)
  expect((await list('search=leon&industry=Salud')).results).toMatchObject([
    { name: 'Árbol y León', interest_rate: null },
  ])
  expect((await list('search=leon&ordering=-name')).results[0].name).toBe('Zapatería León')
  await call('POST', '/company', { payload: form({ name: 'León Caro', commission: 9000 }) })
  expect((await list('search=leon&ordering=-commission')).results[0].name).toBe('León Caro')
  expect((await list('search=leon&page_size=1')).next).toContain('page=2')
  expect((await call('GET', '/company/?page_size=100000')).statusCode).toBe(422)
})

const steps = [
  { up_to: 1000, commission: 100 },
  { up_to: null, commission: 150 },
]

test('refuses a VAT of 0 without a reason with 422 at its field, and writes the reason to the audit trail', async () => {
  const { id, key } = await makeCompany(ctx, { tax_rate: 0.16 })
  for (const [method, path] of [
    ['POST', '/company'],
    ['PUT', `/company/${id}`],
  ] as const)
    for (const reason of [{}, { tax_exempt_reason: ' ' }, { tax_exempt_reason: null }]) {
      const answer = await call(method, path, { payload: form({ key, tax_rate: 0, ...reason }) })
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        { tax_exempt_reason: ['Escribe por qué no se cobra el impuesto'] },
      ])
    }
  const tax_exempt_reason = 'Opinión fiscal del 3 de marzo'
  const stated = await call('PUT', `/company/${id}`, {
    payload: form({ key, tax_rate: 0, tax_exempt_reason: ` ${tax_exempt_reason} ` }),
  })
  expect(stated.json()).toMatchObject({ tax_rate: 0, tax_exempt_reason })
  const entry = await ctx.deps.db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('action', '=', 'company.updated')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({
    before: { tax_rate: 0.16, tax_exempt_reason: null },
    after: { tax_rate: 0, tax_exempt_reason },
  })
  expect((await call('PUT', `/company/${id}`, { payload: form({ key }) })).json()).toMatchObject({
    ...{ tax_rate: 0, tax_exempt_reason },
  })
  const taxed = await call('PUT', `/company/${id}`, { payload: form({ key, tax_rate: 0.16 }) })
  expect(taxed.json()).toMatchObject({ tax_rate: 0.16, tax_exempt_reason: null })
})

test('a company that had no VAT before reasons were asked for can still be edited and deleted', async () => {
  const { id, key } = await makeCompany(ctx)
  await ctx.superuser.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update company set tax_exempt_reason = null where id = ${id}`.execute(trx)
  })
  const edited = await call('PUT', `/company/${id}`, { payload: form({ key, name: 'De antes' }) })
  expect(edited.json()).toMatchObject({ name: 'De antes', tax_rate: 0, tax_exempt_reason: null })
  expect((await call('DELETE', `/company/${id}`, { headers: admin })).statusCode).toBe(204)
})

test('stores a commission by steps, which a client that knows none keeps, and null removes them', async () => {
  const { commission: _, ...rest } = form()
  const made = await call('POST', '/company', { payload: { ...rest, commission_steps: steps } })
  expect(made.json()).toMatchObject({ commission: 100, commission_steps: steps })
  const { id, key } = made.json()
  const put = (values: object) => call('PUT', `/company/${id}`, { payload: { ...form({ key }), ...values } })
  expect((await put({ commission: 100 })).json()).toMatchObject({ commission_steps: steps })
  const other = await put({ commission: 120 })
  expect([other.statusCode, other.json()]).toMatchObject([
    422,
    {
      code: 'company.commission_by_amount',
      errors: {
        commission: ['La comisión va por montos: cámbiala en el formulario de la empresa.'],
      },
    },
  ])
  const single = await put({ commission: 120, commission_steps: null })
  expect(single.json()).toMatchObject({ commission: 120, commission_steps: null })
})

test('refuses steps that do not rise or leave an amount without commission with 422 at their field', async () => {
  const company = await makeCompany(ctx, { advance_cap_cents: 500_000 })
  const put = (values: object) =>
    call('PUT', `/company/${company.id}`, { payload: form({ key: company.key, ...values }) })
  const open = 'El último renglón debe quedar abierto o llegar al tope por anticipo'
  for (const [values, text] of [
    [{ commission_steps: [] }, 'Escribe de 1 a 10 renglones'],
    [{ commission_steps: steps.toReversed() }, /^Solo el último renglón puede quedar abierto/],
    [{ commission_steps: [{ up_to: 1000, commission: 100 }] }, open],
    [{ commission_steps: [{ up_to: 1000, commission: 100 }], advance_cap: null }, open],
  ] as const) {
    const answer = await put(values)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors.commission_steps[0]).toMatch(text)
  }
  const bounded = await put({ commission_steps: [{ up_to: 5000, commission: 100 }] })
  expect(bounded.json().commission_steps).toEqual([{ up_to: 5000, commission: 100 }])
  const higher = await put({ commission: 100, advance_cap: 5000.01 })
  expect([higher.statusCode, higher.json().errors]).toEqual([422, { commission_steps: [open] }])
})

test.each([
  ['[]', 0],
  ['[{"up_to": 100, "commission": 5}]', 5],
  ['[{"up_to": null, "commission": 5}, {"up_to": 100, "commission": 6}]', 5],
  ['[{"up_to": 200, "commission": 5}, {"up_to": 100, "commission": 6}]', 5],
  ['[{"up_to": 100, "commission": 5}, {"up_to": null, "commission": 5}]', 5],
  ['[{"up_to": 100}, {"up_to": null, "commission": 5}]', 0],
  ['[{"up_to": null, "commission": -1}]', -1],
  ['[{"up_to": null, "commission": 5}]', 6],
  ['{"up_to": null, "commission": 5}', 5],
  ['7', 5],
])(
  'the database refuses the steps %s with the commission %d',
  async (commission_steps_cents, commission_cents) => {
    await expect(makeCompany(ctx, { commission_steps_cents, commission_cents })).rejects.toThrow()
  },
)

test('the database refuses a VAT of 0 without a reason, and a ceiling of 0 or above 1', async () => {
  await expect(makeCompany(ctx, { tax_rate: 0, tax_exempt_reason: null })).rejects.toThrow(/states why/)
  await expect(makeCompany(ctx, { tax_rate: 0.16, tax_exempt_reason: 'x' })).rejects.toThrow()
  for (const advance_cost_ceiling of [0, 1.001])
    await expect(makeCompany(ctx, { advance_cost_ceiling })).rejects.toThrow()
})
