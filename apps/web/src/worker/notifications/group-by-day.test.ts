import { expect, test } from 'vitest'
import { groupByDay } from './group-by-day.ts'

const item = (id: number, created_at: string, checked = true) => ({ id, created_at, checked })

test('groups by the business day, newest first, with the year of earlier years', () => {
  const items = [
    item(6, '2027-01-02T18:00:00Z'),
    item(5, '2027-01-02T05:30:00Z'), // 23:30 of January 1 in Mexico City
    item(4, '2027-01-01T18:00:00Z'),
    item(3, '2026-12-20T18:00:00Z'),
  ]
  const groups = groupByDay(items, '2027-01-02')
  expect(groups.map((group) => [group.label, group.items.map(({ id }) => id)])).toEqual([
    ['Hoy', [6]],
    ['Ayer', [5, 4]],
    ['20 de diciembre de 2026', [3]],
  ])
})

test('puts the unread ones of a day first and keeps the order otherwise', () => {
  const at = '2026-11-20T18:00:00Z'
  const items = [item(4, at), item(3, at, false), item(2, at), item(1, at, false)]
  expect(groupByDay(items, '2026-11-25')[0]).toEqual({
    label: '20 de noviembre',
    items: [items[1], items[3], items[0], items[2]],
  })
})
