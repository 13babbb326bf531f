import { expect, test } from 'vitest'
import { filtersOf, hasUnsavedText, isSameView } from './filters-of.ts'

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

test.each(['RANA900514MNLMXN09', 'RANA900514AB7', '014180100004751404', '55 1487 3980', 'Ana 01418010000'])(
  'a view leaves out the searched text «%s» and keeps the other filters',
  (search) => {
    expect(filtersOf({ status: 'APP', company: 4, search })).toEqual({ status: 'APP', company: 4 })
    expect(hasUnsavedText({ status: 'APP', search })).toBe(true)
  },
)

test.each(['Ana Ruiz', 'C-000123', '4512', 'ana@ejemplo.mx'])(
  'a view saves the searched text «%s»',
  (search) => {
    expect(filtersOf({ search, from: '2026-11-01' })).toEqual({ search, from: '2026-11-01' })
    expect(hasUnsavedText({ search, from: '2026-11-01', page: 2 })).toBe(false)
  },
)
