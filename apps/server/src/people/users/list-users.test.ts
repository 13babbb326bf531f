import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'

let ctx: TestContext
let admin: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  admin = await signIn(ctx, await makeStaff(ctx, 'U0'))
})

function call(path: string) {
  return ctx.app.inject({ url: `${ctx.api}${path}`, headers: admin })
}

test('searches without accents, filters, orders and pages the list [B7.3]', async () => {
  const company = await makeCompany(ctx)
  for (const last_name of ['Zúñiga', 'Álvarez', 'Méndez']) {
    await makeWorker(ctx, { company_id: company.id, last_name, has_all_documents: last_name !== 'Méndez' })
  }
  const list = async (query: string) => (await call(`/auth/users/?company=${company.id}&${query}`)).json()
  const names = (page: { results: { last_name: string }[] }) => page.results.map(({ last_name }) => last_name)
  expect(names(await list('search=zuniga'))).toEqual(['Zúñiga'])
  expect(names(await list('search=%25'))).toEqual([])
  expect(names(await list('ordering=last_name'))).toContain('Álvarez')
  expect(names(await list('has_all_documents=false'))).toEqual(['Méndez'])
  expect((await list('user_type=U1')).count).toBe(0)
  const first = await list('page_size=2&ordering=created_at')
  expect([first.count, first.results.length, first.previous]).toEqual([3, 2, null])
  const second = await ctx.app.inject({ url: first.next, headers: admin })
  expect(second.json().results).toHaveLength(1)
  expect(second.json().next).toBeNull()
})

test('finds a person by words in any order, phone, CURP, RFC, account and its last digits', async () => {
  const worker = await makeWorker(ctx, {
    ...{ first_name: 'Ricardo', last_name: 'Cruz Toledano', phone: '5514873980', key: 'ZX81' },
    ...{ curp: 'CUTR981028HNLRLC06', rfc: 'CUTR981028MU3' },
  })
  const clabe = worker.debit_card_number ?? ''
  const find = async (search: string) => {
    const { results } = (await call(`/auth/users?search=${encodeURIComponent(search)}`)).json()
    return results.map(({ id }: { id: number }) => id)
  }
  for (const search of [
    ...[
      'toledano ricardo',
      'ricardo toledano',
      'CRUZ  zx81',
      '5514873980',
      '55 1487 3980',
      '+52 55-1487-3980',
    ],
    ...['cutr981028hnlrlc06', 'CUTR981028MU3', 'cutr-981028-mu3', 'cutr981028'],
    ...[clabe, `${clabe.slice(0, 6)} ${clabe.slice(6)}`, clabe.slice(-4), worker.bank_account_number ?? ''],
  ])
    expect([search, await find(search)]).toEqual([search, expect.arrayContaining([worker.id])])
  for (const search of ['toledano ricarda', 'ricardo %', '5514873981'])
    expect([search, await find(search)]).toEqual([search, []])
})

test('filters by days of registration in Mexico City, both included', async () => {
  const company = await makeCompany(ctx)
  const ids = []
  for (const created_at of ['2026-11-01T06:00:00Z', '2026-12-01T05:59:59Z', '2026-12-01T06:00:00Z'])
    ids.push((await makeWorker(ctx, { company_id: company.id, created_at })).id)
  const query = `company=${company.id}&ordering=created_at&from=2026-11-01&to=2026-11-30`
  const { results } = (await call(`/auth/users?${query}`)).json()
  expect(results.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2))
})

test.each([
  'page_size=100000',
  'page_size=0',
  'page=0',
  'page=x',
  'ordering=password_hash',
  'user_type=U9',
  'company=x',
])('rejects ?%s with 422', async (query) => {
  const answer = await call(`/auth/users?${query}`)
  expect([answer.statusCode, answer.json().status]).toEqual([422, 422])
  expect(Object.keys(answer.json().errors)).toEqual([query.split('=')[0]])
})
