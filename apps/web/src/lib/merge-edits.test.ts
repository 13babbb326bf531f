import { expect, test } from 'vitest'
import { mergeEdits } from './merge-edits.ts'

const initial = { name: 'Molinos', phone: '1', rate: '0.18' }

test('an untouched field takes the saved value, a typed field keeps its value', () => {
  const typed = { ...initial, name: 'Molinos del Sur' }
  const fresh = { ...initial, phone: '2' }
  expect(mergeEdits({ initial, typed, fresh })).toEqual({
    values: { name: 'Molinos del Sur', phone: '2', rate: '0.18' },
    clashes: [],
  })
})

test('a field that both users changed clashes, unless the values are equal', () => {
  const typed = { name: 'Sur', phone: '2', rate: '0.18' }
  const fresh = { name: 'Norte', phone: '2', rate: '0.2' }
  expect(mergeEdits({ initial, typed, fresh })).toEqual({
    values: { name: 'Sur', phone: '2', rate: '0.2' },
    clashes: ['name'],
  })
})
