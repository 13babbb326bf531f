import { expect, test } from 'vitest'
import { filtersOf, isSameView } from './filters-of.ts'

test('a view saves filters and order, without the page, open dialogs and empty parameters', () => {
  const search = { page: 3, ver: 7, status: 'APP', company: 4, ordering: '-amount', search: undefined }
  expect(filtersOf(search)).toEqual({ status: 'APP', company: 4, ordering: '-amount' })
})

test.each([
  [{ a: 1, b: 'x' }, { b: 'x', a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 'x' }, false],
  [{ a: 1 }, { a: 2 }, false],
])('compares the filters %j and %j: %s', (one, other, isSame) => {
  expect(isSameView(one, other)).toBe(isSame)
})
