import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeClabe } from '../../../test/factories.ts'
import {
  acceptCall,
  lastOrder,
  makeOffer,
  sendState,
  staffHeaders,
  whileSending,
} from '../../../test/loans.ts'
import {
  answerVerification,
  centavosOf,
  makeAccountHolder,
  setMode,
  verificationOf,
  verificationsOf,
} from '../../../test/verifications.ts'
import { claimTransfer } from '../../treasury/transfers/commands/send-transfer.ts'
import { sweepTransfers } from '../../treasury/transfers/commands/sweep-transfers.ts'
import { startVerification } from '../../treasury/verifications/commands/ensure-verification.ts'

let ctx: TestContext
let manager: Record<string, string>
let admin: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
  admin = await staffHeaders(ctx, 'U0')
})
beforeEach(async () => {
  ctx.simulator.faults.set([{ on: 'settle', action: 'hold' }])
  ctx.setNow('2026-11-20T16:00:00Z')
  await setMode(ctx, 'block')
})

async function makeWorkersOffer() {
  const worker = await makeAccountHolder(ctx)
  return { ...(await makeOffer(ctx, { worker })), clabe: worker.clabe }
}

const accept = (offer: Awaited<ReturnType<typeof makeOffer>>) =>
  whileSending(ctx, () => acceptCall(ctx, offer))

const post = (path: string, headers: Record<string, string>, payload: object = {}) =>
  ctx.app.inject({ method: 'POST', url: `${ctx.api}${path}`, headers, payload })

const loanOf = async ({ loan, headers }: Awaited<ReturnType<typeof makeOffer>>) =>
  (await ctx.app.inject({ url: `${ctx.api}/loan/${loan.id}`, headers })).json()

test('waits for the result, and is accepted once the bank confirms the account', async () => {
  const offer = await makeWorkersOffer()
  expect((await accept(offer)).json()).toMatchObject({ status: 409, code: 'account.verifying' })
  expect((await loanOf(offer)).account_check).toMatchObject({ state: 'pending', obstacle: 'verifying' })
  await answerVerification(ctx, { ...offer.worker, clabe: offer.clabe })
  expect((await loanOf(offer)).account_check).toMatchObject({ state: 'verified', obstacle: null })
  expect((await accept(offer)).statusCode).toBe(200)
})

test('is refused where the bank names somebody else, until two people accept the account', async () => {
  const offer = await makeWorkersOffer()
  await startVerification(ctx.deps, offer.worker.id)
  const { id } = await answerVerification(
    ctx,
    { ...offer.worker, clabe: offer.clabe },
    { name: 'ROSA GARCIA' },
  )
  expect((await accept(offer)).json()).toMatchObject({ status: 409, code: 'account.mismatch' })
  expect((await loanOf(offer)).account_check).toMatchObject({ obstacle: 'mismatch', holder: 'R••• G•••' })

  const path = `/account-verifications/${id}/accept`
  const requested = await post(path, manager, { reason: 'Es la cuenta de su esposa; firmó una carta' })
  expect(requested.statusCode).toBe(202)
  const { approval } = requested.json()
  expect(approval.lines).toContainEqual({ label: 'Nombre según el banco', value: 'ROSA GARCIA' })
  expect((await accept(offer)).json()).toMatchObject({ code: 'account.mismatch' })
  expect((await post(path, admin, { reason: 'Otra vez' })).json()).toMatchObject({
    code: 'approval.already_open',
  })
  expect((await post(`/approvals/${approval.id}/approve`, manager)).json()).toMatchObject({
    code: 'approval.own',
  })
  expect((await post(`/approvals/${approval.id}/approve`, admin)).statusCode).toBe(200)
  expect(await verificationOf(ctx, offer.worker.id)).toMatchObject({
    ...{ state: 'mismatch', accepted_reason: 'Es la cuenta de su esposa; firmó una carta' },
  })
  expect((await accept(offer)).statusCode).toBe(200)
})

test('makes an approval stale once the worker registered another account', async () => {
  const offer = await makeWorkersOffer()
  await startVerification(ctx.deps, offer.worker.id)
  const { id } = await answerVerification(
    ctx,
    { ...offer.worker, clabe: offer.clabe },
    { name: 'ROSA GARCIA' },
  )
  const { approval } = (
    await post(`/account-verifications/${id}/accept`, manager, { reason: 'Carta' })
  ).json()
  const changes = { debit_card_number: makeClabe(800_000 + offer.worker.id) }
  await ctx.deps.db.updateTable('app_user').set(changes).where('id', '=', offer.worker.id).execute()
  const approved = await post(`/approvals/${approval.id}/approve`, admin)
  expect(approved.json()).toMatchObject({ status: 409, code: 'approval.subject_changed' })
  expect((await post(`/account-verifications/${id}/repeat`, manager)).json()).toMatchObject({
    code: 'account_verification.not_current',
  })
})

test.each(['off', 'warn'] as const)('is accepted without a result where the setting is %s', async (mode) => {
  await setMode(ctx, mode)
  const offer = await makeWorkersOffer()
  expect((await accept(offer)).statusCode).toBe(200)
  expect(await centavosOf(ctx, offer.worker.id)).toHaveLength(mode === 'off' ? 0 : 1)
})

test('counts an account with a settled payout as verified, until that payout comes back', async () => {
  await setMode(ctx, 'off')
  const offer = await makeWorkersOffer()
  await accept(offer)
  const order = await lastOrder(ctx, offer.loan.id)
  await setMode(ctx, 'block')
  ctx.simulator.act(order.tracking_key, 'settle')
  await sendState(ctx, order, { estado: 'LQ' })
  await startVerification(ctx.deps, offer.worker.id)
  expect(await verificationsOf(ctx, offer.worker.id)).toMatchObject([
    { state: 'verified', source: 'payout', transfer_id: order.id },
  ])
  expect(await centavosOf(ctx, offer.worker.id)).toEqual([])

  ctx.simulator.act(order.tracking_key, 'return')
  await sendState(ctx, order, { estado: 'D', causaDevolucion: 1 })
  await ctx.drain(['ask-transfer'])
  expect(await verificationOf(ctx, offer.worker.id)).toMatchObject({ state: 'failed', failure: 'returned' })
  const resend = {
    method: 'PUT',
    url: `${ctx.api}/stp/dispersion`,
    payload: { data: { loan: offer.loan.id } },
  } as const
  const resent = await ctx.app.inject({
    ...resend,
    headers: { ...admin, 'idempotency-key': 'resend-unverified' },
  })
  expect(resent.json()).toMatchObject({ status: 409, code: 'resend.account_verifying' })
})

test('sends the centavo once when the process ended after the commit, or after its claim', async () => {
  for (const isClaimed of [false, true]) {
    ctx.setNow('2026-11-20T16:00:00Z')
    const worker = await makeAccountHolder(ctx)
    await startVerification(ctx.deps, worker.id)
    await ctx.deps.queue.drain('send-transfer', async () => undefined)
    const [order] = await centavosOf(ctx, worker.id)
    if (order === undefined) throw new Error('no order')
    if (isClaimed) await claimTransfer(ctx.deps, order.id)
    ctx.setNow('2026-11-20T16:00:31Z')
    await sweepTransfers(ctx.deps)
    expect(await answerVerification(ctx, worker)).toMatchObject({ state: 'verified', orders: 1 })
    const sent = ctx.simulator.orders().filter(({ cuerpo }) => cuerpo.cuentaBeneficiario === worker.clabe)
    expect(sent).toHaveLength(1)
  }
})
