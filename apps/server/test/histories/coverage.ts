import { LOAN_STATES } from '@quincena/domain/loans/rules'
import { stepKinds } from './steps.ts'

/** Occurrences by name: `accept: done`, `loan active`, `fault register lose`. */
export type Counts = Map<string, number>

const orderStates = [
  ...['pending', 'unknown', 'sent', 'sent LQ', 'sent CN', 'sent D'],
  ...['review', 'review LQ', 'failed'],
]

const faults = [
  ...['register lose', 'register answer', 'register forbidden', 'register refuse', 'register delay'],
  ...['query lose', 'query answer', 'query forbidden', 'list lose', 'list answer', 'list forbidden'],
]

/** Step results, states and faults that a run of at least 100 histories must reach at least once. */
const expected = [
  ...LOAN_STATES.map((state) => `loan ${state}`),
  ...orderStates.map((state) => `transfer ${state}`),
  ...faults.map((fault) => `fault ${fault}`),
  ...stepKinds.map((kind) => `${kind}: done`),
  ...['accept', 'work', 'sweep', 'pay', 'request'].map((kind) => `${kind}: died`),
  'arrived late',
]

/** The expected names that no history reached. */
export function missingFrom(counts: Counts): string[] {
  return expected.filter((name) => !counts.has(name))
}

/** Adds the counts of one history to `totals`. */
export function addCounts(totals: Counts, counts: Counts) {
  for (const [name, times] of counts) totals.set(name, (totals.get(name) ?? 0) + times)
}

/** One line for each first word of the names: «accept: 513 done, 54 died». */
export function summaryOf(counts: Counts): string {
  const groups = new Map<string, string[]>()
  for (const [name, times] of [...counts].sort(([, left], [, right]) => right - left)) {
    const [, group = '', rest = ''] = /^(\w+):? (.*)$/.exec(name) ?? []
    groups.set(group, [...(groups.get(group) ?? []), `${times} ${rest}`])
  }
  return [...groups]
    .map(([group, parts]) => `${group}: ${parts.join(', ')}`)
    .sort()
    .join('\n')
}
