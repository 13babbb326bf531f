import { businessDay } from '@quincena/domain/dates'
import { writeSchedule } from '../src/lending/loans/commands/move-loan.ts'
import { planLoan } from '../src/lending/loans/queries/terms.ts'
import type { TestContext } from './context.ts'
import { type makeWorker, signIn } from './factories.ts'
import { acceptCall, makeLoan, whileSending } from './loans.ts'
import { signatureUrl } from './png.ts'

const evidence = {
  signature_png: Buffer.from(signatureUrl.split(',')[1] ?? '', 'base64'),
  strokes: JSON.stringify([
    {
      points: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ],
    },
  ]),
  latitude: 25.6866,
  longitude: -100.3161,
  accuracy: 12,
  ip: '189.203.10.4',
  user_agent: 'Mozilla/5.0 (Linux; Android 15)',
  session_id: null,
  accepted_at: '2026-11-20T16:00:00Z',
}

/** Inserts the acceptance of a contract and the loan's schedule, without an order. */
export async function recordAcceptance(ctx: TestContext, signed: { loan_id: number; contract_id: number }) {
  await ctx.deps.db.transaction().execute(async (trx) => {
    const { id, accepted_at } = await trx
      .insertInto('acceptance')
      .values({ ...evidence, ...signed })
      .returning(['id', 'accepted_at'])
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('signed_contract')
      .values({ loan_id: signed.loan_id, acceptance_id: id, accepted_at })
      .execute()
    const loan = await trx
      .updateTable('loan')
      .set({ state: 'disbursing' })
      .where('id', '=', signed.loan_id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await writeSchedule(trx, loan.id, planLoan(loan, businessDay(ctx.clock.now)).schedule)
  })
}

/** Reads the contract row of a loan; throws if there is none. */
export const contractOf = (ctx: TestContext, loan_id: number) =>
  ctx.deps.db.selectFrom('contract').selectAll().where('loan_id', '=', loan_id).executeTakeFirstOrThrow()

/** Reads the signed contract of a loan, with its seal and its constancia; throws if there is none. */
export const signedContractOf = (ctx: TestContext, loan_id: number) =>
  ctx.deps.db
    .selectFrom('signed_contract')
    .selectAll()
    .where('loan_id', '=', loan_id)
    .executeTakeFirstOrThrow()

/** Makes a loan with a shown and signed contract, without an order, because sealing does not use the order. */
export async function signContract(
  ctx: TestContext,
  type: 'credit' | 'advance' = 'credit',
  signer?: Awaited<ReturnType<typeof makeWorker>>,
) {
  const term = type === 'credit' ? 6 : 10
  const { loan, worker } = await makeLoan(ctx, {
    type,
    term,
    state: 'approved',
    ...(signer === undefined ? {} : { worker: signer }),
  })
  const headers = await signIn(ctx, worker)
  const shown = await ctx.app.inject({ method: 'POST', url: `${ctx.api}/contract/${loan.id}`, headers })
  const { id } = await contractOf(ctx, loan.id)
  await recordAcceptance(ctx, { loan_id: loan.id, contract_id: id })
  return { loan, worker, headers, unsigned: shown.rawPayload }
}

/** Makes a loan that was signed and paid out while the sealing job has not run; returns the loan's id. */
export async function payOutWithoutSeal(ctx: TestContext): Promise<number> {
  const { loan, worker } = await makeLoan(ctx, { state: 'approved' })
  const headers = await signIn(ctx, worker)
  const shown = await ctx.app.inject({ method: 'POST', url: `${ctx.api}/contract/${loan.id}`, headers })
  const contract_sha256 = String(shown.headers.etag).replaceAll('"', '')
  const accepted = await whileSending(ctx, () => acceptCall(ctx, { loan, worker, headers, contract_sha256 }))
  if (accepted.statusCode !== 200) throw new Error(accepted.body)
  return loan.id
}

interface Owner {
  loan_id: number
  headers: Record<string, string>
}

/** The answer of `GET /documents/` for a loan. */
export async function documentsOf(ctx: TestContext, { loan_id, headers }: Owner) {
  return (await ctx.app.inject({ url: `${ctx.api}/documents/?loan__id=${loan_id}`, headers })).json()
}

/** Downloads a document of a loan by its link. */
export async function download(ctx: TestContext, owner: Owner, kind: 'contract' | 'constancia' = 'contract') {
  const { results } = await documentsOf(ctx, owner)
  const { pathname, search } = new URL(results.find((one: { kind: string }) => one.kind === kind).file)
  return ctx.app.inject({ url: pathname + search })
}
