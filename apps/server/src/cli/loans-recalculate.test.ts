import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { findLoan, makeActiveLoan } from '../../test/loans.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

const command = fileURLToPath(new URL('./loans-recalculate.ts', import.meta.url))

/** Runs the command on this file's database, as `npm run loans:recalculate` does. */
function recalculate(...options: string[]): Promise<{ code: number; lines: string[] }> {
  const env = { DATABASE_URL: ctx.deps.env.database_url }
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...options], { env }, (error, output, problems) => {
      const lines = `${output}${problems}`.split('\n').filter((line) => line !== '')
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, lines })
    })
  })
}

test('reports without a change, changes with --apply, and finds nothing the second time', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const earlier = { booked_day: null, late_from: null }
  await ctx.deps.db.updateTable('loan').set(earlier).where('id', '=', loan.id).execute()

  const report = await recalculate()
  expect(report.code).toBe(0)
  expect(report.lines.slice(0, 3)).toEqual([
    'Simulación: no se cambió nada.',
    'Préstamos por recalcular: 1',
    'Su deuda baja: 0 ($0.00)',
  ])
  expect((await findLoan(ctx, loan.id)).booked_day).toBeNull()

  const applied = await recalculate('--apply')
  expect(applied.lines.slice(0, 2)).toEqual(['Hecho.', 'Préstamos recalculados: 1'])
  const after = await findLoan(ctx, loan.id)
  expect(after.booked_day).not.toBeNull()
  expect(after.late_from).not.toBeNull()
  expect((await recalculate('--apply')).lines).toContain('Préstamos recalculados: 0')
})

test('refuses another option with its usage', async () => {
  const refused = await recalculate('--aply')
  expect(refused.code).not.toBe(0)
  expect(refused.lines.join('\n')).toContain('Usage: npm run loans:recalculate [-- --apply]')
})
