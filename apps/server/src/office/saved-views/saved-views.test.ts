import { MAX_SAVED_VIEWS } from '@quincena/domain/saved-views/schema'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

async function manager() {
  const headers = await signIn(ctx, await makeStaff(ctx))
  return async (method: Method, path: string, payload?: object) => {
    const answer = await ctx.app.inject({ method, url: ctx.api + path, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
  }
}

const late = { list: 'credits', name: 'Retrasados del norte', search: { status: 'APP', company: 7 } }

test('saves, renames and deletes a view, which only its owner can see and change', async () => {
  const [send, sendOther] = [await manager(), await manager()]
  const saved = await send('POST', '/saved-views', late)
  expect(saved).toEqual({ status: 201, body: { ...late, id: expect.any(Number) } })
  const path = `/saved-views/${saved.body.id}`
  expect((await sendOther('GET', '/saved-views?list=credits')).body).toEqual({ results: [] })
  expect((await sendOther('PATCH', path, { name: 'Mía' })).status).toBe(404)
  expect((await sendOther('DELETE', path)).status).toBe(404)

  expect((await send('PATCH', path, { name: 'Norte' })).body).toEqual({ ...saved.body, name: 'Norte' })
  const search = { status: 'REJ' }
  expect((await send('PATCH', path, { search })).body).toMatchObject({ name: 'Norte', search })
  expect((await send('GET', '/saved-views?list=advances')).body).toEqual({ results: [] })
  expect((await send('DELETE', path)).status).toBe(204)
  expect((await send('GET', '/saved-views?list=credits')).body).toEqual({ results: [] })
})

test('refuses a change of nothing with 422', async () => {
  const send = await manager()
  const { id } = (await send('POST', '/saved-views', late)).body
  const refused = await send('PATCH', `/saved-views/${id}`, {})
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('Indica un nombre o filtros nuevos'),
  ])
})

test('refuses a name that the list has, also in other letters, and more than 20 views of a list', async () => {
  const send = await manager()
  await send('POST', '/saved-views', late)
  const again = await send('POST', '/saved-views', { ...late, name: 'RETRASADOS del norte' })
  expect([again.status, again.body.code]).toEqual([409, 'saved_view.name_taken'])
  for (let count = 1; count < MAX_SAVED_VIEWS; count += 1)
    await send('POST', '/saved-views', { ...late, name: `Vista ${count}` })
  const more = await send('POST', '/saved-views', { ...late, name: 'Una más' })
  expect([more.status, more.body.code]).toEqual([409, 'saved_view.too_many'])
  expect((await send('POST', '/saved-views', { ...late, list: 'advances' })).status).toBe(201)
})

test.each([
  ['CURP', 'RANA900514MNLMXN09'],
  ['RFC', 'RANA900514AB7'],
  ['CLABE', '0141 8010 0004 7514 04'],
  ['telephone', '5514873980'],
])('refuses a searched %s at the filters with 422, also in a change', async (_, text) => {
  const send = await manager()
  const search = { status: 'APP', search: text }
  const refusal = {
    search: ['Una vista no guarda una CURP, un RFC, un teléfono, una cuenta ni otro número largo'],
  }
  const refused = await send('POST', '/saved-views', { ...late, search })
  expect([refused.status, refused.body.errors]).toEqual([422, refusal])
  const { id } = (await send('POST', '/saved-views', { ...late, search: { search: 'Ruiz' } })).body
  const changed = await send('PATCH', `/saved-views/${id}`, { search })
  expect([changed.status, changed.body.errors]).toEqual([422, refusal])
})

test.each([
  ['an unknown list', { ...late, list: 'secrets' }],
  ['no name', { ...late, name: ' ' }],
  ['nested filters', { ...late, search: { status: { not: 'APP' } } }],
])('refuses %s with 422', async (_, payload) => {
  const send = await manager()
  expect((await send('POST', '/saved-views', payload)).status).toBe(422)
})
