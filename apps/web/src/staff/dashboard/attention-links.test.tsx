import { ATTENTION_LISTS, attentionItems } from '@quincena/domain/dashboard/attention'
import type { DashboardSummary } from '@quincena/domain/dashboard/schema'
import { waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const two = { credit: 2, advance: 2 }
const attention: DashboardSummary['attention'] = {
  ...{ requests: two, overdue: two, returned_payouts: two, transfers_in_review: 2, to_register: 2 },
  unreviewed_advances: 2,
  unidentified: { count: 2, oldest_days: 1 },
  claims: 2,
  accounts: { mismatch: 2, unanswered: 2 },
  ...{ late_proofs: 2, rejected_proofs: 2 },
  balance: { open_cases: 1, suspense: 2 },
}
const cases = attentionItems(attention).map(({ many, link }) => ({ many, link }))

/** Parameters of a list call that do not change its total. */
const neutral = new Set(['page', 'page_size', 'ordering'])

test('every list that the dashboard may link to has an item', () => {
  const linked = new Set(cases.map(({ link }) => link.to))
  expect([...linked].sort()).toEqual(Object.keys(ATTENTION_LISTS).sort())
})

test.each(cases)('the screen behind "$many" asks for exactly the counted items', async ({ link }) => {
  const { path, query } = ATTENTION_LISTS[link.to]
  const calls = answerWith({ 'GET /notification/unread-count': { count: 0 }, [`GET ${path}`]: buildPage() })
  const textsOf = (filters: object) => Object.entries(filters).map(([name, value]) => [name, String(value)])
  openStaffApp(`${link.to}?${new URLSearchParams(textsOf(link.search))}`)
  const lists = () => calls.filter((call) => call.method === 'GET' && call.path === path)
  const filtersOf = (call: (typeof calls)[number]) =>
    Object.fromEntries([...call.query].filter(([name, value]) => !neutral.has(name) && value !== ''))
  const wanted = Object.fromEntries(textsOf({ ...query, ...link.search }))
  await waitFor(() => expect(lists().map(filtersOf)).toContainEqual(wanted))
})
