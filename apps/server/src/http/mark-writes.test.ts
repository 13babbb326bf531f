import { expect, test } from 'vitest'
import { openWriteMarks } from './mark-writes.ts'

const session = {
  session_id: 7,
  user: { id: 1, user_type: 'U1' as const, company_id: null },
  idle_left_s: 60,
  needed_position: 5,
}

test('a session without its mark reads from the primary until it has one', async () => {
  const attempts: PromiseWithResolvers<void>[] = []
  const marks = openWriteMarks(() => {
    const attempt = Promise.withResolvers<void>()
    attempts.push(attempt)
    return attempt.promise
  })
  const needed = () => marks.needsOf(session)?.needed_position
  expect(needed()).toBe(5)
  const began = performance.now()
  await expect(marks.add(7)).rejects.toThrow('no answer within 2000 ms')
  expect(performance.now() - began).toBeLessThan(4000)
  expect(needed()).toBeUndefined()
  expect(marks.needsOf({ ...session, session_id: 8 })?.needed_position).toBe(5)
  attempts[0]?.resolve()
  await expect.poll(needed).toBe(5)

  const refused = marks.add(7)
  attempts[1]?.reject(new Error('away'))
  await expect(refused).rejects.toThrow('away')
  expect(needed()).toBeUndefined()
  const next = marks.add(7)
  attempts[2]?.resolve()
  await next
  expect(needed()).toBe(5)
})
