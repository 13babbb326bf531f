import { expect, test } from 'vitest'
import { samePersonUntil } from './rules.ts'

const [ana, bea, carlos, dora] = [1, 2, 3, 4]
const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T10:00:00Z`
/** The changes as [changed by, whose, day], from the newest to the oldest. */
const changesOf = (...changes: [number, number, number][]) =>
  changes.map(([changed_by, user_id, on]) => ({ changed_by, user_id, changed_at: day(on) }))

test.each([
  ['one changed the other', changesOf([ana, bea, 20]), day(27)],
  ['the other changed the one', changesOf([bea, ana, 20]), day(27)],
  ['a third person changed both', changesOf([carlos, bea, 22], [carlos, ana, 20]), day(27)],
  ['through an account that the one made', changesOf([carlos, bea, 22], [ana, carlos, 20]), day(27)],
  ['two changes count until the later ends', changesOf([ana, bea, 22], [ana, bea, 20]), day(29)],
])('are one person: %s', (_, changes, until) => {
  expect(samePersonUntil(changes, ana, bea)?.toString()).toBe(until)
  expect(samePersonUntil(changes, bea, ana)?.toString()).toBe(until)
})

test.each([
  ['nobody changed anything', changesOf()],
  ['different people changed each', changesOf([carlos, ana, 20], [dora, bea, 20])],
  ['both changed a third person', changesOf([ana, carlos, 20], [bea, carlos, 20])],
  ['one made an account before the other took the one over', changesOf([bea, carlos, 22], [carlos, ana, 20])],
])('are two persons: %s', (_, changes) => {
  expect(samePersonUntil(changes, ana, bea)).toBeNull()
})
