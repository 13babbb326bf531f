/** Number of orders on a page of STP's list; only the last page has fewer. */
export const LIST_PAGE_ORDERS = 1000

/** A page of a day's list as it was read last. */
export interface StoredPage {
  page: number
  orders: number
  /** It was read in the present reading. */
  is_read: boolean
  /** It has settled orders that must be read again, an hour after they settled. */
  is_due: boolean
}

/** What is stored of a day's list. */
interface StoredList {
  /** STP's number of orders in its last answer; null before the first. */
  total: number | null
  /** The list may still grow: its operating day is not over. */
  is_growing: boolean
  pages: readonly StoredPage[]
}

const pageCount = (total: number | null) => Math.max(1, Math.ceil((total ?? 0) / LIST_PAGE_ORDERS))

/**
 * Returns the next page to read, null if none is left. Of a finished day every page is read. Of a growing one, a page
 * that was complete is read again only for its settled orders; the last page is always read, because its answer has
 * STP's present total. The last page comes last, so that its total covers the pages before it.
 */
export function nextPage({ total, is_growing, pages }: StoredList): number | null {
  const count = pageCount(total)
  const stored = new Map(pages.map((page) => [page.page, page]))
  for (let page = 0; page < count; page += 1) {
    const known = stored.get(page)
    if (known?.is_read) continue
    const isKept = is_growing && known !== undefined && known.orders >= LIST_PAGE_ORDERS && !known.is_due
    if (!isKept || page === count - 1) return page
  }
  return null
}

/**
 * Returns the page to read when the stored orders are not as many as STP's total: an order was inserted late into a
 * complete page and moved the orders behind it, so one of them is not stored. The newest unread page is the likeliest;
 * null once the present reading has all pages.
 */
export function pageToRecheck({ total, pages }: StoredList): number | null {
  const read = new Set(pages.filter(({ is_read }) => is_read).map(({ page }) => page))
  for (let page = pageCount(total) - 1; page >= 0; page -= 1) if (!read.has(page)) return page
  return null
}
