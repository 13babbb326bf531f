import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startBundledSimulator } from './bundled.ts'
import { testKey } from './fixtures/harness.ts'
import { bankHours, readClock, simulatorHours } from './hours.ts'

const sunday = Temporal.Instant.from('2026-11-22T05:57:00Z')

test('bankHours applies bank days to our own clock', async () => {
  expect(await bankHours.at(sunday)).toEqual({ now: sunday, bank_days: true })
})

test('the bundled simulator keeps plain days until its clock is set, also after a restart', async () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'quincena-hours-'))
  const options = { data_dir, public_key: testKey.publicKey, company: 'PRUEBA' }
  const start = () => startBundledSimulator({ ...options, payer_account: '646180110400000007' })
  const simulator = await start()
  const hours = simulatorHours(simulator.url)
  expect(await hours.at(sunday)).toEqual({ now: sunday, bank_days: false })

  const set = { method: 'PUT', body: JSON.stringify({ now: '2026-11-20T23:59:00Z' }) }
  const before = performance.now()
  expect((await fetch(`${simulator.url}/admin/clock`, set)).status).toBe(200)
  const { now, bank_days } = await hours.at(sunday)
  const passed_ms = Math.ceil(performance.now() - before) + 1
  expect(bank_days).toBe(true)
  // The clock runs on from the time that was set.
  const since_ms = now.since('2026-11-20T23:59:00Z').total('milliseconds')
  expect(since_ms).toBeGreaterThanOrEqual(0)
  expect(since_ms).toBeLessThanOrEqual(passed_ms)
  await simulator.stop()

  // Stopped: it takes no orders, and its hours do not matter.
  expect(await readClock(simulator.url)).toBeNull()
  expect(await hours.at(sunday)).toEqual({ now: sunday, bank_days: false })

  const again = await start()
  expect(await readClock(again.url)).toMatchObject({ mode: 'set' })
  await again.stop()
  rmSync(data_dir, { recursive: true, force: true })
})
