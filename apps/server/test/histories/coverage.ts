import { LOAN_STATES } from '@quincena/domain/loans/rules'
import { type StepKind, stepKinds } from './steps.ts'

/** Occurrences by name: `accept: done`, `loan active`, `fault register lose`. */
export type Counts = Map<string, number>

const orderStates = [
  ...['pending', 'unknown', 'sent', 'sent LQ', 'sent CN', 'sent D'],
  ...['review', 'review LQ', 'failed', 'withdrawn'],
]

const faults = [
  ...['register lose', 'register answer', 'register forbidden', 'register refuse', 'register delay'],
  ...['query lose', 'query answer', 'query forbidden', 'list lose', 'list answer', 'list forbidden'],
]

/** Steps that need a chain of others first. */
const rareKinds: readonly StepKind[] = [
  'payOwed',
  'trustAccount',
  'verifyAgain',
  'undoCredit',
  'withdrawRequest',
  'reopen',
]

/** Step results, states and faults that a run of at least 100 histories must reach at least once. */
const expected = [
  ...LOAN_STATES.map((state) => `loan ${state}`),
  ...orderStates.map((state) => `transfer ${state}`),
  ...faults.map((fault) => `fault ${fault}`),
  ...stepKinds.filter((kind) => !rareKinds.includes(kind)).map((kind) => `${kind}: done`),
  ...['accept', 'work', 'sweep', 'pay', 'request'].map((kind) => `${kind}: died`),
  ...['refund', 'verification', 'return'].map((purpose) => `${purpose} sent LQ`),
  ...['refund', 'verification'].map((purpose) => `${purpose} failed`),
  ...['arrived late', 'arrived twice', 'taken and refused'],
  ...['balance unopened', 'balance verified', 'balance difference', 'case closed'],
]

/** What a run of at least 1,000 histories must reach at least once. */
const rare = [
  ...rareKinds.map((kind) => `${kind}: done`),
  ...[
    'return failed',
    'transfer duplicate LQ',
    'refund sent D',
    'verification sent D',
    'verification review',
  ],
]

/** The names that no history of the run reached although it should; with `is_long` also those that are rare. */
export function missingFrom(counts: Counts, { is_long }: { is_long: boolean }): string[] {
  return [...expected, ...(is_long ? rare : [])].filter((name) => !counts.has(name))
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
