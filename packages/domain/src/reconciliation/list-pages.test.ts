import { describe, expect, test } from 'vitest'
import { nextPage, pageToRecheck, type StoredPage } from './list-pages.ts'

const pageOf = (page: number, changes: Partial<StoredPage> = {}): StoredPage => ({
  ...{ page, orders: 1000, is_read: false, is_due: false },
  ...changes,
})
const read = { is_read: true }

describe('nextPage', () => {
  test.each<[string, Parameters<typeof nextPage>[0], number | null]>([
    ['the first page of an unread day', { total: null, is_growing: true, pages: [] }, 0],
    [
      'no page after an empty day was read',
      { total: 0, is_growing: true, pages: [pageOf(0, { orders: 0, ...read })] },
      null,
    ],
    [
      'the incomplete last page of a growing day, not the complete ones',
      { total: 2300, is_growing: true, pages: [pageOf(0), pageOf(1), pageOf(2, { orders: 300 })] },
      2,
    ],
    [
      'the last page of a growing day although it is complete, for STP’s total',
      { total: 2000, is_growing: true, pages: [pageOf(0), pageOf(1)] },
      1,
    ],
    [
      'the page that follows once the total grew',
      { total: 2001, is_growing: true, pages: [pageOf(0), pageOf(1, read)] },
      2,
    ],
    [
      'a complete page with settled orders to read again, before the last page',
      { total: 2300, is_growing: true, pages: [pageOf(0), pageOf(1, { is_due: true }), pageOf(2)] },
      1,
    ],
    [
      'every page of a finished day that the present reading lacks',
      { total: 2300, is_growing: false, pages: [pageOf(0, read), pageOf(1), pageOf(2)] },
      1,
    ],
    [
      'no page once a finished day is read',
      { total: 2000, is_growing: false, pages: [pageOf(0, read), pageOf(1, read)] },
      null,
    ],
  ])('returns %s', (_name, list, page) => {
    expect(nextPage(list)).toBe(page)
  })
})

test('pageToRecheck returns the newest unread page, then null', () => {
  const list = { total: 3000, is_growing: true }
  expect(pageToRecheck({ ...list, pages: [pageOf(0), pageOf(1), pageOf(2, read)] })).toBe(1)
  expect(pageToRecheck({ ...list, pages: [pageOf(0, read), pageOf(1, read), pageOf(2, read)] })).toBeNull()
})
