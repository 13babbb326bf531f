import { expect, test } from 'vitest'
import { mergeEdits } from './merge-edits.ts'

const initial = { name: 'Molinos', phone: '1', rate: '0.18' }

test('what nobody typed is what was saved, what was typed stays', () => {
  const typed = { ...initial, name: 'Molinos del Sur' }
  const fresh = { ...initial, phone: '2' }
  expect(mergeEdits({ initial, typed, fresh })).toEqual({
    values: { name: 'Molinos del Sur', phone: '2', rate: '0.18' },
    clashes: [],
  })
})

test('a field that both changed clashes, unless to the same', () => {
  const typed = { name: 'Sur', phone: '2', rate: '0.18' }
  const fresh = { name: 'Norte', phone: '2', rate: '0.2' }
  expect(mergeEdits({ initial, typed, fresh })).toEqual({
    values: { name: 'Sur', phone: '2', rate: '0.2' },
    clashes: ['name'],
  })
})
