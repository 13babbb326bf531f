import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeLoan } from '../../../test/loans.ts'

let ctx: TestContext
let staff: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  staff = await signIn(ctx, await makeStaff(ctx))
})

const find = (search: string) =>
  ctx.app.inject({ url: `${ctx.api}/search?search=${encodeURIComponent(search)}`, headers: staff })

test('finds people by name without accents, loans by folio, companies by name', async () => {
  const company = await makeCompany(ctx, { name: 'Zapatería Ñu' })
  const worker = await makeWorker(ctx, { company_id: company.id, first_name: 'Íñigo', last_name: 'Zúñiga' })
  const { loan } = await makeLoan(ctx, { worker })
  expect((await find('inigo zuni')).json()).toEqual({
    people: [{ id: worker.id, name: 'Íñigo Zúñiga', email: worker.email, company_name: 'Zapatería Ñu' }],
    loans: [{ id: loan.id, folio: loan.folio, type: 'credit', situation: 'requested', name: 'Íñigo Zúñiga' }],
    companies: [],
    orders: [],
    more: [],
  })
  expect((await find(loan.folio.toLowerCase())).json()).toMatchObject({
    loans: [{ id: loan.id, folio: loan.folio, type: 'credit', name: 'Íñigo Zúñiga' }],
  })
  expect((await find('zapateria')).json()).toMatchObject({
    companies: [{ id: company.id, key: company.key }],
    people: [],
  })
})

test('returns the newest five of a kind, without deactivated people; % is a plain character', async () => {
  const all = []
  for (let n = 0; n < 7; n += 1) all.push(await makeWorker(ctx, { first_name: 'Repetida' }))
  await makeWorker(ctx, { first_name: 'Repetida', is_active: false })
  const { people, more } = (await find('repetida')).json()
  expect(more).toEqual(['people'])
  expect(people.map(({ id }: { id: number }) => id)).toEqual(
    all
      .slice(2)
      .map(({ id }) => id)
      .reverse(),
  )
  expect((await find('%%%')).json()).toEqual({
    ...{ people: [], loans: [], companies: [], orders: [], more: [] },
  })
})

test('finds a person and their loans by phone, CURP, RFC or CLABE, and a loan by its folio without zeros', async () => {
  const worker = await makeWorker(ctx, {
    ...{ first_name: 'Paola', last_name: 'Chan Uitz', phone: '9981234567' },
    ...{ curp: 'CAUP950505MQRHTL02', rfc: 'CAUP950505QX1' },
  })
  const { loan } = await makeLoan(ctx, { worker, state: 'approved' })
  const clabe = worker.debit_card_number ?? ''
  for (const search of [
    ...['998 123 4567', 'CAUP950505MQRHTL02', 'caup950505qx1', clabe, 'uitz paola', worker.email],
    `${clabe.slice(0, 10)} ${clabe.slice(10)}`,
  ])
    expect([search, (await find(search)).json()]).toMatchObject([
      search,
      { people: [{ id: worker.id }], loans: [{ id: loan.id, situation: 'offer' }] },
    ])
  expect((await find(`c-${loan.id}`)).json().loans).toContainEqual(
    expect.objectContaining({ id: loan.id, folio: loan.folio }),
  )
})

test('refuses fewer than 3 characters with 422', async () => {
  const answer = await find('ab ')
  expect([answer.statusCode, answer.json().errors.search]).toEqual([422, ['Escribe al menos 3 caracteres']])
})
