import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileThreads } from './file-threads.ts'

interface Task {
  parts: number
  /** The number of the part that fails. */
  fails_at?: number
  /** A file that gets a letter for each part that was made. */
  traces?: string
}

const partBytes = 100_000

let folder: string
let openFile: ReturnType<typeof createFileThreads<Task>>
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-threads-'))
  const script = join(folder, 'parts.ts')
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs'
    import { threadId } from 'node:worker_threads'
    import { serveFiles } from '${new URL('./serve-files.ts', import.meta.url).href}'
    serveFiles(async function* ({ parts, fails_at, traces }) {
      yield \`thread \${threadId}\\n\`
      for (let part = 0; part < parts; part += 1) {
        if (part === fails_at) throw Object.assign(new Error('no part'), { code: '57P01' })
        if (traces !== undefined) appendFileSync(traces, 'x')
        yield String(part % 10).repeat(${partBytes})
        await new Promise(setImmediate)
      }
    })`,
  )
  openFile = createFileThreads<Task>(pathToFileURL(script))
})
afterAll(() => rmSync(folder, { recursive: true }))

const { signal } = new AbortController()
const read = async (task: Task) => {
  const content = await text(await openFile(task, signal))
  const [thread = '', parts = ''] = content.split('\n')
  return { thread, parts }
}

test('gives the bytes of a file in their order, and reuses a thread that finished', async () => {
  const first = await read({ parts: 25 })
  expect(first.parts).toBe(Array.from({ length: 25 }, (_, n) => String(n % 10).repeat(partBytes)).join(''))
  const second = await read({ parts: 0 })
  expect(second).toEqual({ thread: first.thread, parts: '' })
})

test('gives two files at once from two threads', async () => {
  const [one, other] = await Promise.all([read({ parts: 5 }), read({ parts: 7 })])
  expect(one.thread).not.toBe(other.thread)
  expect([one.parts.length, other.parts.length]).toEqual([5 * partBytes, 7 * partBytes])
})

test('rejects with an error before the first bytes, and keeps its code', async () => {
  await expect(openFile({ parts: 1, fails_at: 0 }, signal)).rejects.toMatchObject({
    message: 'no part',
    code: '57P01',
  })
})

test('destroys a file with an error in its middle', async () => {
  await expect(read({ parts: 9, fails_at: 6 })).rejects.toMatchObject({ message: 'no part', code: '57P01' })
})

test('makes no more than its reader asks for, and ends its thread when the reader leaves', async () => {
  const traces = join(folder, 'traces')
  const { thread: first } = await read({ parts: 0 })
  const file = await openFile({ parts: 1000, traces }, signal)
  const made = () => readFileSync(traces).length
  await expect.poll(() => file.readableLength).toBeGreaterThanOrEqual(512 * 1024)
  const ahead = made()
  expect(ahead).toBeLessThan(12)
  file.destroy()
  const { thread } = await read({ parts: 1 })
  expect(made()).toBe(ahead)
  // The thread of the file that was left is not used again.
  expect(thread).not.toBe(first)
})

test('an error that comes while nobody reads the file yet waits for its reader', async () => {
  const file = await openFile({ parts: 9, fails_at: 3 }, signal)
  await expect.poll(() => file.errored).toMatchObject({ code: '57P01' })
  await expect(text(file)).rejects.toThrow()
})

test('a reader who leaves before the first bytes ends the thread', async () => {
  const { thread: first } = await read({ parts: 0 })
  const reader = new AbortController()
  const file = openFile({ parts: 1000 }, reader.signal)
  reader.abort(new Error('left'))
  await expect(file).rejects.toThrow('left')
  expect((await read({ parts: 1 })).thread).not.toBe(first)
})
