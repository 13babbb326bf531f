import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const lanes = new Map([
  ['contract', { waiting: 2, per_owner: 2 }],
  ['paper', { waiting: 5, per_owner: 3 }],
] as const)

type Lane = 'contract' | 'paper'
const job = (lane: Lane, owner: string, name = '') => ({ lane, owner, name })
const open = () => createFairQueue<Lane, ReturnType<typeof job>>(lanes)

function takeAll({ take }: ReturnType<typeof open>) {
  const names: string[] = []
  for (let next = take(); next !== undefined; next = take()) names.push(next.name)
  return names
}

test('takes jobs of the owners in turn, each owner’s in order', () => {
  const queue = open()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1'])
    expect(queue.add(job('paper', name[0] ?? '', name))).toBeNull()
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
})

test('puts an owner who was served behind the others, also for a new job', () => {
  const queue = open()
  for (const name of ['a1', 'b1', 'b2']) queue.add(job('paper', name[0] ?? '', name))
  expect(queue.take()?.name).toBe('a1')
  queue.add(job('paper', 'a', 'a2'))
  expect(takeAll(queue)).toEqual(['b1', 'a2', 'b2'])
})

test('takes jobs of the first lane before those of the second', () => {
  const queue = open()
  queue.add(job('paper', 'a', 'a1'))
  queue.add(job('contract', 'b', 'b1'))
  expect(takeAll(queue)).toEqual(['b1', 'a1'])
})

test('refuses a fourth waiting job of one owner, and no other owner’s', () => {
  const queue = open()
  const adds = [1, 2, 3, 4].map((number) => queue.add(job('paper', 'a', `a${number}`)))
  expect(adds).toEqual([null, null, null, 'owner_full'])
  expect(queue.add(job('paper', 'b', 'b1'))).toBeNull()
})

test('refuses jobs for a full lane and accepts jobs for the other lane', () => {
  const queue = open()
  for (const owner of ['a', 'b', 'c', 'd', 'e']) queue.add(job('paper', owner))
  expect(queue.add(job('paper', 'f'))).toBe('lane_full')
  expect(queue.add(job('contract', 'f'))).toBeNull()
})

test('does not return a removed job and frees its place', () => {
  const queue = open()
  const [first, second] = [job('contract', 'a', 'a1'), job('contract', 'a', 'a2')]
  queue.add(first)
  queue.add(second)
  expect(queue.remove(first)).toBe(true)
  expect(queue.remove(first)).toBe(false)
  expect(queue.add(job('contract', 'b', 'b1'))).toBeNull()
  expect(takeAll(queue)).toEqual(['a2', 'b1'])
})
