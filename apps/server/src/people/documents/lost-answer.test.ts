import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeWorker } from '../../../test/factories.ts'
import { uploadDocument } from './commands.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

/** Uploads a worker's INE in a transaction that `run` controls; returns the file's storage key and the error. */
async function upload(owner: (id: number) => number, run: (work: Promise<unknown>) => Promise<unknown>) {
  const { id, company_id } = await makeWorker(ctx, { has_all_documents: false })
  const keys: string[] = []
  const put: typeof ctx.deps.storage.put = (key, ...rest) => {
    keys.push(key)
    return ctx.deps.storage.put(key, ...rest)
  }
  const execute = (work: Parameters<ReturnType<typeof ctx.deps.db.transaction>['execute']>[0]) =>
    run(ctx.deps.db.transaction().execute(work))
  const db = new Proxy(ctx.deps.db, {
    get: (target, name) => (name === 'transaction' ? () => ({ execute }) : Reflect.get(target, name)),
  })
  const actor = { id, user_type: 'U2', company_id } as const
  const error: unknown = await uploadDocument(
    { ...ctx.deps, db, storage: { ...ctx.deps.storage, put } },
    { user: actor, session_id: null, ip: null, user_agent: null },
    { user: owner(id), kind: 'INE', loan: null, bytes: Buffer.from('%PDF-1.7') },
  ).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return { id, key: keys[0] ?? '', error }
}

test('keeps the file if the connection broke after the commit', async () => {
  const { id, key, error } = await upload(
    (own) => own,
    async (work) => {
      await work
      throw new Error('Connection terminated unexpectedly')
    },
  )
  expect(error).toMatchObject({ message: 'Connection terminated unexpectedly' })
  const row = await ctx.deps.db
    .selectFrom('document')
    .select('storage_key')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.storage_key).toBe(key)
  expect(Buffer.from(await ctx.deps.storage.get(key)).toString()).toBe('%PDF-1.7')
})

test('removes the file if the command was refused', async () => {
  const { key, error } = await upload(
    (own) => own + 1_000_000,
    (work) => work,
  )
  expect(error).toMatchObject({ code: 'user.not_found' })
  await expect(ctx.deps.storage.get(key)).rejects.toThrow()
})
