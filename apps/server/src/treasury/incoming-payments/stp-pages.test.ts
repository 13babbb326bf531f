import { beforeEach, expect, test } from 'vitest'
import type { TestContext } from '../../../test/context.ts'
import { createQueryContext, findAbono, forgeAbono } from '../../../test/incoming.ts'
import { staffHeaders } from '../../../test/loans.ts'
import { checkWaitingPayments } from './commands/check-waiting-payments.ts'

let ctx: TestContext

/** Each test has its own STP, because its 1001 payments would lengthen the lists of all later tests. */
beforeEach(async () => {
  ctx = await createQueryContext()
  await staffHeaders(ctx, 'U1')
})

/** Uses up the hour's queries about single payments, so that only a day's list can confirm one. */
async function useUpSingleQueries() {
  const rows = Array.from({ length: 15 }, () => ({ purpose: 'received' as const }))
  await ctx.deps.db.insertInto('stp_query').values(rows).execute()
}

test('an incoming payment is confirmed from the second page of its day; one on no page is flagged', async () => {
  const day = { fechaOperacion: 20_261_119 }
  for (let number = 0; number < 1001; number += 1)
    ctx.simulator.receivePayment({ monto: 1 + number, empresa: 'QUINCENA' })
  const [first, last] = [ctx.simulator.payments().at(-1001), ctx.simulator.payments().at(-1)]
  const facts = (order: typeof first) => ({
    ...{ id: order?.idEF, claveRastreo: order?.cuerpo.claveRastreo, monto: order?.cuerpo.monto },
    cuentaBeneficiario: order?.cuerpo.cuentaBeneficiario,
  })
  const onFirst = await forgeAbono(ctx, facts(first))
  const onLast = await forgeAbono(ctx, facts(last))
  const otherDay = await forgeAbono(ctx, { ...facts(first), id: 4_100_001, ...day })
  await useUpSingleQueries()
  await ctx.drain(['ask-incoming-payment'])
  await checkWaitingPayments(ctx.deps)
  expect((await findAbono(ctx, onFirst.id)).stp_check).toBe('confirmed')
  expect((await findAbono(ctx, onLast.id)).stp_check).toBe('confirmed')
  expect((await findAbono(ctx, otherDay.id)).stp_check).toBe('not_found')
})

test('a list of two pages flags other facts on the first page as a mismatch, not as unknown', async () => {
  for (let number = 0; number < 1001; number += 1)
    ctx.simulator.receivePayment({ monto: 1 + number, empresa: 'QUINCENA' })
  const first = ctx.simulator.payments().at(-1001)
  const { id } = await forgeAbono(ctx, {
    ...{ id: first?.idEF, claveRastreo: first?.cuerpo.claveRastreo, monto: 5000 },
    cuentaBeneficiario: first?.cuerpo.cuentaBeneficiario,
  })
  await useUpSingleQueries()
  await ctx.drain(['ask-incoming-payment'])
  await checkWaitingPayments(ctx.deps)
  expect((await findAbono(ctx, id)).stp_check).toBe('mismatch')
  const notices = ctx.deps.db.selectFrom('notification').select('message')
  const [notice] = await notices.where('reason_key', 'like', `incoming-doubted:%:${id}:%`).execute()
  expect(notice?.message).toContain('STP lo reporta por')
})
