import type { VerificationMode } from '@quincena/domain/accounts/verification-rules'
import { type Random, seeded } from '../../src/demo/random.ts'

/** Relative frequency of each kind of step. */
const weights = {
  request: 14,
  edit: 1,
  approve: 14,
  reject: 1,
  withdraw: 1,
  delete: 1,
  accept: 24,
  work: 16,
  loseJobs: 1,
  stall: 7,
  resume: 5,
  sweep: 7,
  lookUp: 2,
  fault: 3,
  slow: 1,
  settle: 12,
  return: 3,
  cancelOrder: 2,
  webhook: 14,
  forge: 2,
  pay: 14,
  payAll: 4,
  reverse: 3,
  resend: 12,
  giveUp: 8,
  resolve: 10,
  pause: 1,
  unpause: 8,
  bank: 1,
  seconds: 3,
  minutes: 3,
  cut: 5,
  night: 1,
  days: 1,
  due: 3,
  closeDay: 2,
  reconcile: 2,
  returnUnreported: 4,
  abono: 6,
  forgeAbono: 4,
  checkAbonos: 3,
  confirm: 6,
  dismiss: 1,
  reopen: 1,
  retry: 2,
  stranger: 4,
  credit: 4,
  undoCredit: 1,
  askReturn: 3,
  takeBack: 1,
  overpay: 3,
  useBalance: 4,
  askRefund: 6,
  payOwed: 3,
  decide: 12,
  withdrawRequest: 1,
  readHolders: 8,
  holder: 2,
  trustAccount: 2,
  verifyAgain: 2,
  repeat: 1,
  deposit: 1,
  ownWithdrawal: 1,
  fee: 1,
  checkBalance: 1,
  openBooks: 1,
  recordOwn: 1,
  nameDeposit: 1,
  explain: 1,
  undoOwn: 1,
} as const
/** Name of a step; actions/ has an action for each. */
export type StepKind = keyof typeof weights

/** One step. Its effect depends only on these fields and on the world, so that other steps can be removed. */
export interface Step {
  kind: StepKind
  /** Random fractions from 0 to below 1 by which the action selects a loan, an amount and so on. */
  choice: number
  detail: number
  /** Whether the action selects among all rows, including those for which the server must refuse. */
  wild: boolean
  /** Number of statements and calls after which the process is killed; null: never. */
  dies_at: number | null
}

/** A complete history, drawn from a seed. */
export interface Plan {
  seed: number
  /** First instant of the history, local time in Mexico City. */
  starts_at: string
  /** Probability of a random fault per request to STP; 0: only the steps `fault` and `slow` cause faults. */
  fault_rate: number
  /** VAT rate of the company as a fraction. */
  tax_rate: number
  /** What the lender does with unverified accounts. */
  verification: VerificationMode
  /** Whether the opening balance at STP is booked before the first step, so that each check can find a difference. */
  is_opened: boolean
  steps: Step[]
}

/** All kinds of steps. */
export const stepKinds = Object.keys(weights).filter((name): name is StepKind => name in weights)
const drawn = stepKinds.flatMap((kind) => Array.from({ length: weights[kind] }, () => kind))

/** Steps that a history about received money, workers' balances and the lender's own movements has more often. */
const ofTreasury = {
  ...{ stranger: 14, credit: 14, askReturn: 6, overpay: 8, undoCredit: 2, dismiss: 2, reopen: 2 },
  ...{ askRefund: 20, useBalance: 8, payOwed: 6, decide: 50, work: 16, settle: 14, webhook: 10 },
  ...{ readHolders: 8, holder: 2, trustAccount: 6, verifyAgain: 4, unpause: 6, resolve: 6, checkAbonos: 6 },
  ...{ deposit: 2, ownWithdrawal: 2, checkBalance: 2, openBooks: 2, reconcile: 2, fault: 4 },
  ...{ recordOwn: 3, nameDeposit: 4, explain: 5, undoOwn: 1 },
} as const satisfies Partial<Record<StepKind, number>>
const drawnForTreasury = [
  ...drawn,
  ...Object.entries(ofTreasury).flatMap(([kind, more]) =>
    stepKinds.filter((name) => name === kind).flatMap((name) => Array.from({ length: more }, () => name)),
  ),
]

/** An ordinary Friday, minutes around STP's 18:00 cut, a weekend, midnight, days before holidays, month ends. */
const starts = [
  '2026-11-20T10:00:00',
  '2026-11-20T17:57:30',
  '2026-11-20T18:00:10',
  '2026-11-21T12:00:00',
  '2026-11-25T23:54:30',
  '2026-12-11T17:59:00',
  '2026-12-31T15:00:00',
  '2027-01-31T09:00:00',
  '2027-03-24T17:58:00',
  '2028-02-29T11:00:00',
] as const

const fraction = (random: Random) => random.between(0, 999_999) / 1_000_000

function drawStep(random: Random, kinds: readonly StepKind[]): Step {
  return {
    kind: random.pick(kinds),
    choice: fraction(random),
    detail: fraction(random),
    wild: random.chance(0.08),
    dies_at: random.chance(0.12) ? random.between(0, 30) : null,
  }
}

/** Draws the plan of a seed; the same seed always gives the same plan. */
export function planOf(seed: number): Plan {
  const random = seeded(seed)
  const kinds = random.chance(0.5) ? drawnForTreasury : drawn
  return {
    seed,
    starts_at: random.pick(starts),
    fault_rate: random.pick([0, 0, 0.15, 0.3]),
    tax_rate: random.pick([0, 0, 0.16]),
    verification: random.pick(['off', 'off', 'warn', 'block'] as const),
    is_opened: random.chance(0.6),
    steps: Array.from({ length: random.between(80, 240) }, () => drawStep(random, kinds)),
  }
}
