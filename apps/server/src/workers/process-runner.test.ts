import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startProcess } from './process-runner.ts'
import { createWorkQueue } from './work-queue.ts'

const script = new URL('../../test/runner-process.mjs', import.meta.url)
const idle_ms = 100

test('runs a job that arrives while an idle process is being ended', async () => {
  let starts = 0
  const { run } = createWorkQueue<'upload', { name: string }, string>({
    lanes: new Map([['upload', { waiting: 1, per_owner: 1 }]]),
    start: (events) => {
      starts += 1
      return startProcess(script, { heap_mb: 64, idle_ms }, events)
    },
    limit_ms: 20_000,
  })
  for (let after_ms = 0; after_ms <= 50; after_ms += 4) {
    const name = `${after_ms} ms after the idle time`
    expect(await run({ name }, { lane: 'upload', owner: 'user 1' })).toBe(name)
    await sleep(idle_ms + after_ms)
  }
  expect(starts).toBeGreaterThan(5)
})
