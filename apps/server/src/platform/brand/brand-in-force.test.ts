import { businessDay } from '@quincena/domain/dates'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { brandFields } from '../../../test/brand.ts'
import { createTestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { openBrand } from './queries/brand-in-force.ts'

/** A plugin that hands a result over only when the returned function is called, once it is closed. */
function createGate() {
  let opened = Promise.resolve()
  let arrived = () => {}
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      arrived()
      await opened
      return result
    },
  }
  /** Holds the next results back; `held` resolves when the database has answered. */
  const close = () => {
    const gate = Promise.withResolvers<void>()
    const held = new Promise<void>((resolve) => {
      arrived = resolve
    })
    opened = gate.promise
    const letNextPass = () => {
      opened = Promise.resolve()
    }
    return { held, letNextPass, open: gate.resolve }
  }
  return { plugin, close }
}

test('a reading that began before a publication and ends after the next one does not show the old brand', async () => {
  const ctx = await createTestContext()
  ctx.setNow('2026-11-20T16:00:00Z')
  const headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const { clock } = ctx.deps
  const gate = createGate()
  const events = { subscribe: () => () => {}, onGap: () => () => {} }
  const brand = await openBrand({ db: ctx.deps.db.withPlugin(gate.plugin), clock, events })
  const before = brand.current().trade_name

  const { held, letNextPass, open } = gate.close()
  const older = brand.reload()
  await held
  letNextPass()
  const draft = { ...brandFields, summary: 'Cambia la marca.' }
  const send = (method: 'PUT' | 'POST', path: string, payload: object) =>
    ctx.app.inject({ method, url: `${ctx.api}/brand/${path}`, headers, payload })
  expect((await send('PUT', 'draft', draft)).statusCode).toBe(200)
  const published = await send('POST', 'publish', { effective_date: businessDay(clock()) })
  expect(published.statusCode).toBe(200)
  const newer = brand.reload()
  setTimeout(open, 300)
  await Promise.all([older, newer])
  expect([before, brand.current().trade_name]).toEqual(['Quincena', 'Prestaclara'])
})
