import { LOAN_STATES } from '@quincena/domain/loans/rules'
import { stepKinds } from './steps.ts'

export type Counts = Map<string, number>

const orderStates = [
  ...['pending', 'unknown', 'sent', 'sent LQ', 'sent CN', 'sent D'],
  ...['review', 'review LQ', 'failed'],
]

const faults = [
  ...['register lose', 'register answer', 'register forbidden', 'register refuse', 'register delay'],
  ...['query lose', 'query answer', 'query forbidden', 'list lose', 'list answer', 'list forbidden'],
]

/** What so many histories must have come to at least once, or they prove little. */
const expected = [
  ...LOAN_STATES.map((state) => `loan ${state}`),
  ...orderStates.map((state) => `transfer ${state}`),
  ...faults.map((fault) => `fault ${fault}`),
  ...stepKinds.map((kind) => `${kind}: done`),
  ...['accept', 'work', 'sweep', 'pay', 'ask'].map((kind) => `${kind}: died`),
  'arrived late',
]

/** What none of the histories came to. */
export function missingFrom(counts: Counts): string[] {
  return expected.filter((name) => !counts.has(name))
}

export function addCounts(totals: Counts, counts: Counts) {
  for (const [name, times] of counts) totals.set(name, (totals.get(name) ?? 0) + times)
}

/** The counts that begin alike in one line: «accept: 513 done, 54 died». */
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
