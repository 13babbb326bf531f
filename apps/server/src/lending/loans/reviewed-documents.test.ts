import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { acceptCall, findLoan, makeLoan, makeOffer, staffHeaders, whileSending } from '../../../test/loans.ts'

let ctx: TestContext
let manager: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
})

/** Sets the review of one of a worker's documents in the database; returns its id. */
async function setReview(user_id: number, review: 'refused' | null): Promise<number> {
  const { id } = await ctx.deps.db
    .updateTable('document')
    .set({ review })
    .where('user_id', '=', user_id)
    .where('kind', '=', 'CIF')
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const patch = (path: string, payload: object) =>
  ctx.app.inject({ method: 'PATCH', url: `${ctx.api}${path}`, headers: manager, payload })
const read = async (path: string) =>
  (await ctx.app.inject({ url: `${ctx.api}${path}`, headers: manager })).json()
const accept = (id: number) => patch(`/documents/${id}`, { review: 'accepted' })

test.each([
  ['waits for review', null],
  ['was refused', 'refused'],
] as const)('a credit is not approved while a document %s; its reviewer may approve', async (_, review) => {
  const { loan, worker } = await makeLoan(ctx)
  const document = await setReview(worker.id, review)
  const early = await patch(`/loan/${loan.id}`, { status: 'APP' })
  expect([early.statusCode, early.json().code]).toEqual([409, 'loan.documents_unreviewed'])
  expect((await findLoan(ctx, loan.id)).state).toBe('requested')
  expect((await read(`/loan/${loan.id}`)).documents_unreviewed).toBe(true)

  await accept(document)
  expect(await read(`/loan/${loan.id}`)).not.toHaveProperty('documents_unreviewed')
  expect((await patch(`/loan/${loan.id}`, { status: 'APP' })).statusCode).toBe(200)
})

test.each(['credit', 'advance'] as const)(
  'a rejected %s says which documents keep it from being approved again, and its approval is refused',
  async (type) => {
    const { loan, worker } = await makeOffer(ctx, { type })
    expect((await patch(`/loan/${loan.id}`, { status: 'REJ' })).statusCode).toBe(200)
    expect(await read(`/loan/${loan.id}`)).not.toHaveProperty('documents_unreviewed')

    const document = await setReview(worker.id, null)
    const rejected = await read(`/loan/${loan.id}`)
    expect([rejected.state, rejected.documents_unreviewed]).toEqual(['rejected', true])
    expect(rejected.background.documents).toContainEqual({ kind: 'CIF', review: 'pending' })
    const early = await patch(`/loan/${loan.id}`, { status: 'APP' })
    expect([early.statusCode, early.json().code]).toEqual([409, 'loan.documents_unreviewed'])

    await accept(document)
    expect((await patch(`/loan/${loan.id}`, { status: 'APP' })).statusCode).toBe(200)
  },
)

test('a declined loan, which nobody can approve, asks for no documents', async () => {
  const { loan, worker } = await makeLoan(ctx, { state: 'declined' })
  await setReview(worker.id, null)
  expect(await read(`/loan/${loan.id}`)).not.toHaveProperty('documents_unreviewed')
})

test('an advance is not signed before its documents are accepted; the worker is notified once', async () => {
  const offer = await makeOffer(ctx, { type: 'advance' })
  const document = await setReview(offer.worker.id, null)
  const early = await acceptCall(ctx, offer)
  expect([early.statusCode, early.json().code]).toEqual([409, 'documents_unreviewed'])

  for (let count = 0; count < 2; count += 1) await accept(document)
  const notices = ctx.deps.db.selectFrom('notification').select('title')
  expect(await notices.where('recipient_id', '=', offer.worker.id).execute()).toEqual([
    { title: 'Documentos aceptados' },
  ])
  const sent = await whileSending(ctx, () => acceptCall(ctx, offer))
  expect(sent.statusCode, sent.body).toBe(200)
})

test('an approved credit is signed although its worker sent a new document since', async () => {
  const offer = await makeOffer(ctx)
  await setReview(offer.worker.id, null)
  expect(await read(`/loan/${offer.loan.id}`)).not.toHaveProperty('documents_unreviewed')
  const sent = await whileSending(ctx, () => acceptCall(ctx, offer))
  expect(sent.statusCode, sent.body).toBe(200)
})

test('lists the loans that wait for documents, and the others', async () => {
  const [waiting, ready] = [await makeLoan(ctx), await makeLoan(ctx)]
  await setReview(waiting.worker.id, null)
  const ids = async (filter: boolean) => {
    const { results } = await read(`/loan?status=INA&documents_unreviewed=${filter}&page_size=100`)
    return results.map(({ id }: { id: number }) => id)
  }
  expect(await ids(true)).toEqual([waiting.loan.id])
  expect(await ids(false)).toContain(ready.loan.id)
  expect(await ids(false)).not.toContain(waiting.loan.id)
})
