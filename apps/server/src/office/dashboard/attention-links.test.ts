import { ATTENTION_LISTS, attentionItems } from '@quincena/domain/dashboard/attention'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeAttentionWorld } from '../../../test/attention-world.ts'
import { createTestContext, type TestContext } from '../../../test/context.ts'

let ctx: TestContext
let manager: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext({ is_ledger_checked: false })
  manager = await makeAttentionWorld(ctx)
})

const read = async (path: string, query: object = {}) => {
  const search = Object.entries(query).map(([name, value]) => [name, String(value)])
  const url = `${ctx.api}${path}?${new URLSearchParams(search)}`
  return (await ctx.app.inject({ url, headers: manager })).json()
}

async function readSummary() {
  const url = `${ctx.api}/loan/summary`
  const payload = { year: 2026 }
  return (await ctx.app.inject({ method: 'POST', url, headers: manager, payload })).json()
}

/** The counts of a summary by their path: `requests.credit`. The age of the oldest payment is no count. */
function listCounts(part: unknown, path: string[] = []): [string, number][] {
  const object = z.record(z.string(), z.unknown()).safeParse(part).data
  if (object === undefined) return path.at(-1) === 'oldest_days' ? [] : [[path.join('.'), Number(part)]]
  return Object.entries(object).flatMap(([name, value]) => listCounts(value, [...path, name]))
}

/** Of these at most one is open, because the balance is one number. */
const single = new Set(['balance.open_cases'])

test('the database of this test has several of each thing that the dashboard counts', async () => {
  const counts = listCounts((await readSummary()).attention)
  expect(counts.filter(([name, count]) => count < (single.has(name) ? 1 : 2))).toEqual([])
})

test('every item counts exactly what the list behind its link shows, and every list has an item', async () => {
  const items = attentionItems((await readSummary()).attention)
  const linked = new Set(items.map(({ link }) => link.to))
  expect([...linked].sort()).toEqual(Object.keys(ATTENTION_LISTS).sort())
  for (const { count, many, link, counted } of items) {
    const { path, query } = counted ?? { ...ATTENTION_LISTS[link.to] }
    const { count: listed, results } = await read(path, { ...query, ...link.search, page_size: 200 })
    expect([many, listed, results?.length]).toEqual([many, count, count])
    // What must not be counted is there: without its filters the list has more.
    expect((await read(path)).count, many).toBeGreaterThan(count)
  }
})

test('the numbers of the menu and of the documents chart are those of their lists', async () => {
  const { u2_users, graph_data } = await readSummary()
  const workers = { user_type: 'U2', is_active: true }
  expect(u2_users).toBe((await read('/auth/users', workers)).count)
  for (const { name, value } of graph_data.documentation_data) {
    const has_all_documents = name === 'Con documentos'
    expect(value).toBe((await read('/auth/users', { ...workers, has_all_documents })).count)
  }
  const { in_review } = await read('/stp/payouts')
  expect(in_review).toBe((await read('/stp', { needs_review: true })).count)
  const { waiting } = await read('/approvals/summary')
  expect(waiting).toBeGreaterThan(1)
  expect(waiting).toBe((await read('/approvals', { state: 'open', mine: false })).count)
})
