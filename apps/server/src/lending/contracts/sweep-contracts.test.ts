import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { acceptCall, makeActiveLoan, makeLoan, signIn, whileSending } from '../../../test/loans.ts'
import { signContract } from '../../../test/signed-contract.ts'
import { sealContract } from './commands/seal-contract.ts'
import { sweepContracts } from './commands/sweep-contracts.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

/** Removes the waiting jobs that seal a contract, as if they were lost; returns the ids of their loans. */
async function takeJobs(): Promise<number[]> {
  const loans: number[] = []
  await ctx.deps.queue.drain('seal-contract', async ({ loan_id }) => {
    loans.push(loan_id)
  })
  return loans
}

async function sealedAt(loan_id: number) {
  const query = ctx.deps.db.selectFrom('signed_contract').select('sealed_at').where('loan_id', '=', loan_id)
  return (await query.executeTakeFirstOrThrow()).sealed_at
}

test('seals a contract whose job was lost, with one job for any number of sweeps', async () => {
  const { loan, worker } = await makeLoan(ctx, { state: 'approved' })
  const headers = await signIn(ctx, worker)
  const shown = await ctx.app.inject({ method: 'POST', url: `${ctx.api}/contract/${loan.id}`, headers })
  const contract_sha256 = String(shown.headers.etag).replaceAll('"', '')
  await whileSending(ctx, () => acceptCall(ctx, { loan, worker, headers, contract_sha256 }))
  expect(await takeJobs()).toEqual([loan.id])

  await sweepContracts(ctx.deps)
  expect(await takeJobs()).toEqual([])
  ctx.setNow('2026-11-20T16:11:00Z')
  await sweepContracts(ctx.deps)
  await sweepContracts(ctx.deps)
  expect(await ctx.drain(['seal-contract'])).toBe(1)
  expect(await sealedAt(loan.id)).toBe('2026-11-20T16:11:00.000Z')
})

test('leaves contracts of the demo’s history without a file to their own job', async () => {
  const { loan } = await makeActiveLoan(ctx)
  await takeJobs()
  ctx.setNow('2026-11-20T17:00:00Z')
  await sweepContracts(ctx.deps)
  expect(await takeJobs()).toEqual([])
  expect(await sealedAt(loan.id)).toBeNull()
})

test('issues a lost constancia of a sealed contract, and requests none without an authority', async () => {
  const lost = async (): Promise<number[]> => {
    const loans: number[] = []
    await ctx.deps.queue.drain('issue-constancia', async ({ loan_id }) => {
      loans.push(loan_id)
    })
    return loans
  }
  await lost()
  ctx.setNow('2026-11-20T18:00:00Z')
  const { loan } = await signContract(ctx)
  await sealContract(ctx.deps, { loan_id: loan.id })
  expect(await lost()).toEqual([loan.id])
  await sweepContracts(ctx.deps)
  expect(await lost()).not.toContain(loan.id)

  ctx.setNow('2026-11-20T18:11:00Z')
  const noAuthority = { url: undefined, user: undefined, password: undefined, stand_in: false }
  await sweepContracts({ ...ctx.deps, env: { ...ctx.deps.env, constancia: noAuthority } })
  expect(await lost()).toEqual([])
  await sweepContracts(ctx.deps)
  await sweepContracts(ctx.deps)
  await ctx.drain(['issue-constancia'])
  const issued = await ctx.deps.db
    .selectFrom('signed_contract')
    .select('constancia_issued_at')
    .where('loan_id', '=', loan.id)
    .executeTakeFirstOrThrow()
  expect(issued.constancia_issued_at).toBe('2026-11-20T18:11:00.000Z')
})
