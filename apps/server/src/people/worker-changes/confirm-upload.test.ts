import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, signIn } from '../../../test/factories.ts'
import { sendFile } from '../../../test/uploads.ts'
import { bookOf, workerCells, workersSheet } from '../../../test/worker-sheet.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

async function makeUploader() {
  const [manager, company] = [await makeStaff(ctx, 'U1'), await makeCompany(ctx)]
  const headers = await signIn(ctx, manager)
  const upload = async (rows: Parameters<typeof bookOf>[0]) => {
    await sendFile(ctx, {
      ...{ to: '/auth/upload-users/', headers, bytes: bookOf(rows), company_name: company.name },
    })
    await ctx.drain(['take-import'])
  }
  return { manager, upload }
}

async function makeColleague() {
  const headers = await signIn(ctx, await makeStaff(ctx))
  const read = async (path: string) => (await ctx.app.inject({ url: `${ctx.api}${path}`, headers })).json()
  const approve = (id = 0) =>
    ctx.app.inject({ method: 'POST', url: `${ctx.api}/approvals/${id}/approve`, headers })
  return { read, approve }
}

const openRequests = (requested_by: number) =>
  ctx.deps.db
    .selectFrom('approval')
    .select(['id', 'action', 'lines'])
    .where('requested_by', '=', requested_by)
    .where('state', '=', 'open')
    .execute()

test('asks once for the confirmation of all that an upload changed, and of nothing that stayed equal', async () => {
  const { manager, upload } = await makeUploader()
  const [kept, raised, fresh] = [workerCells(7001), workerCells(7002), workerCells(7003)]
  await upload(workersSheet([kept, raised]))
  const [first] = await openRequests(manager.id)
  const { read, approve } = await makeColleague()
  expect((await approve(first?.id)).statusCode).toBe(200)

  await upload(workersSheet([kept, { ...raised, 'Sueldo quincenal': 12_000 }, fresh]))
  const requests = await openRequests(manager.id)
  expect(requests).toMatchObject([
    {
      action: 'worker.confirm_upload',
      lines: [{ label: 'Archivo' }, { value: '1' }, { value: '1' }],
    },
  ])
  const { results } = await read('/auth/users?is_unconfirmed=true')
  const details = await Promise.all(results.map(({ id }: { id: number }) => read(`/auth/user/${id}`)))
  const approval = { id: requests[0]?.id, requested_by: manager.id }
  expect(details.toSorted((one, two) => one.id - two.id)).toMatchObject([
    { unconfirmed_changes: [{ field: 'salary', approval }] },
    { unconfirmed_changes: [{ field: 'created', approval }] },
  ])

  expect((await approve(requests[0]?.id)).statusCode).toBe(200)
  const changes = ctx.deps.db.selectFrom('worker_change').select(['field', 'after_text', 'confirmed_by'])
  const rows = await changes.where('changed_by', '=', manager.id).orderBy('id').execute()
  expect(rows.map(({ field }) => field).toSorted()).toEqual(['created', 'created', 'created', 'salary'])
  expect(rows.every(({ confirmed_by }) => confirmed_by !== null)).toBe(true)
  expect((await read('/auth/users?is_unconfirmed=true')).count).toBe(0)
})
