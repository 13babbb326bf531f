import { expect, test } from 'vitest'
import { startThread } from './thread-runner.ts'
import { createWorkQueue, JobCrashError, JobTimeError } from './work-queue.ts'

const script = new URL('../../test/runner-thread.mjs', import.meta.url)

interface Job {
  name: string
  does?: 'crash' | 'hang'
}

type Lane = 'contract' | 'paper'

/** A queue on a real thread, with the names of its jobs in the order in which they ended. */
function open(file = script) {
  const { run, waiting } = createWorkQueue<Lane, Job, string>({
    lanes: new Map([
      ['contract', { waiting: 2, per_owner: 2 }],
      ['paper', { waiting: 5, per_owner: 3 }],
    ]),
    start: (events) => startThread(file, events),
    limit_ms: 300,
  })
  const ended: string[] = []
  const submit = (lane: Lane, job: Job, signal?: AbortSignal) =>
    run(job, { lane, owner: job.name[0] ?? '', signal }).finally(() => ended.push(job.name))
  return { submit, ended, waiting }
}

test('runs a contract before statements that came earlier', async () => {
  const { submit, ended } = open()
  const papers = ['a1', 'b1', 'b2'].map((name) => submit('paper', { name }))
  await Promise.all([...papers, submit('contract', { name: 'c1' })])
  expect(ended).toEqual(['a1', 'c1', 'b1', 'b2'])
})

test.each([
  ['hangs', 'hang', JobTimeError],
  ['crashes the thread', 'crash', JobCrashError],
] as const)('fails only the job that %s and runs the waiting ones', async (_, does, failure) => {
  const { submit, ended } = open()
  const bad = submit('paper', { name: 'a1', does })
  const others = ['b1', 'c1', 'd1'].map((name) => submit('paper', { name }))
  await expect(bad).rejects.toBeInstanceOf(failure)
  expect(await Promise.all(others)).toEqual(['b1', 'c1', 'd1'])
  expect(ended).toEqual(['a1', 'b1', 'c1', 'd1'])
})

test('does not count the waiting time in the time limit', async () => {
  const { submit } = open()
  const jobs = ['a1', 'b1', 'c1', 'd1'].map((name) =>
    submit('paper', name === 'd1' ? { name } : { name, does: 'hang' }),
  )
  const outcomes = await Promise.allSettled(jobs)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled'])
})

test('rejects jobs with 503 for a full lane and 429 for an owner with too many, with a time to retry', async () => {
  const { submit } = open()
  const taken = ['a0', 'a1', 'a2', 'a3', 'b1', 'b2'].map((name) => submit('paper', { name }))
  await expect(submit('paper', { name: 'a4' })).rejects.toMatchObject({
    ...{ status: 429, code: 'files.too_many', retry_after_s: 3 },
  })
  await expect(submit('paper', { name: 'c1' })).rejects.toMatchObject({
    ...{ status: 503, code: 'files.busy', retry_after_s: 3 },
  })
  expect(await submit('contract', { name: 'c1' })).toBe('c1')
  await Promise.all(taken)
})

test('drops a waiting job whose caller leaves, and finishes a running one', async () => {
  const { submit, ended, waiting } = open()
  const leaving = new AbortController()
  const [running, waits] = [
    submit('paper', { name: 'a1' }, leaving.signal),
    submit('paper', { name: 'a2' }, leaving.signal),
  ]
  const other = submit('paper', { name: 'b1' })
  leaving.abort()
  expect(waiting('paper')).toBe(1)
  await expect(waits).rejects.toMatchObject({ code: 'request.abandoned' })
  expect(await Promise.all([running, other])).toEqual(['a1', 'b1'])
  expect(ended).toEqual(['a2', 'a1', 'b1'])
})

test('fails the job with the thread’s own error if the thread cannot start', async () => {
  const { submit } = open(new URL('no-such-thread.mjs', script))
  await expect(submit('paper', { name: 'a1' })).rejects.toThrow('Cannot find module')
})
