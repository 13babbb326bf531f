import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userOf } from '../../test/user.ts'
import { networkError } from './api-error.ts'
import { type DelayedCommand, delay, dismiss, sendAllNow, sendNow, undo, undoNewest } from './delayed.ts'
import { endSession, openSession } from './session.ts'

const send = vi.fn(async (): Promise<unknown> => undefined)
const onNotDone = vi.fn()

const command = (changes: Partial<DelayedCommand> = {}): DelayedCommand => ({
  subjects: ['loan 1'],
  ...{ doing: 'Aprobando C-000001', undone: 'No se aprobó', failed: 'No se pudo aprobar' },
  ...{ send, onNotDone },
  ...changes,
})

beforeEach(() => {
  vi.useFakeTimers()
  openSession('5', userOf({ user_type: 'U1' }))
})

afterEach(() => {
  endSession()
  vi.useRealTimers()
  send.mockReset()
  onNotDone.mockReset()
})

const isAskedToStay = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

test('sends once after 5 s; closing the tab asks until the answer', async () => {
  const answer = Promise.withResolvers<void>()
  send.mockReturnValue(answer.promise)
  delay(command())
  await vi.advanceTimersByTimeAsync(4999)
  expect(send).not.toHaveBeenCalled()
  expect(isAskedToStay()).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledOnce()
  expect(isAskedToStay()).toBe(true)
  answer.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(isAskedToStay()).toBe(false)
  expect(onNotDone).not.toHaveBeenCalled()
})

test('undo sends nothing and takes the newest first', async () => {
  delay(command({ doing: 'first' }))
  delay(command({ doing: 'second' }))
  expect([undoNewest()?.doing, undoNewest()?.doing, undoNewest()]).toEqual(['second', 'first', undefined])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).not.toHaveBeenCalled()
  expect(onNotDone).toHaveBeenCalledTimes(2)
  expect(isAskedToStay()).toBe(false)
})

test('a command that is being sent is not undone', async () => {
  send.mockReturnValue(new Promise(() => undefined))
  delay(command())
  await vi.advanceTimersByTimeAsync(5000)
  expect(undoNewest()).toBeUndefined()
})

test('a logout sends what waits first and reports a failure', async () => {
  delay(command())
  send.mockRejectedValueOnce(networkError())
  delay(command())
  await expect(sendAllNow()).rejects.toThrow('network')
  expect(send).toHaveBeenCalledTimes(2)
  await sendAllNow()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledTimes(2)
})

test('before the logout it also waits for a command that is being sent', async () => {
  const answer = Promise.withResolvers<void>()
  send.mockReturnValue(answer.promise)
  sendNow(delay(command()))
  let isDone = false
  const all = sendAllNow().then(() => {
    isDone = true
  })
  await vi.advanceTimersByTimeAsync(1000)
  expect(isDone).toBe(false)
  answer.resolve()
  await all
  expect(send).toHaveBeenCalledTimes(1)
})

test.each([
  ['the session ends', () => endSession()],
  ['the page is left', () => window.dispatchEvent(new Event('pagehide'))],
])('sends nothing after %s', async (...[, leave]) => {
  delay(command())
  leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).not.toHaveBeenCalled()
})

test('a failure stays until it is dismissed or sent again with success', async () => {
  send.mockRejectedValueOnce(networkError())
  const id = delay(command())
  await vi.advanceTimersByTimeAsync(5000)
  expect(onNotDone).toHaveBeenCalledOnce()
  expect(isAskedToStay()).toBe(false)
  expect(undo(id)).toBeUndefined()
  sendNow(id)
  await vi.advanceTimersByTimeAsync(0)
  expect(send).toHaveBeenCalledTimes(2)
  dismiss(id)
  sendNow(id)
  expect(send).toHaveBeenCalledTimes(2)
})
