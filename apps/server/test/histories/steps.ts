import { type Random, seeded } from '../../src/demo/random.ts'

/** How often each kind of step is drawn, one to another. */
const weights = {
  ask: 14,
  edit: 1,
  approve: 14,
  reject: 1,
  takeBack: 1,
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
  giveUp: 3,
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
  returnUnheard: 4,
  abono: 6,
  forgeAbono: 4,
  checkAbonos: 3,
  confirm: 6,
  dismiss: 1,
  reopen: 1,
  retry: 2,
} as const
export type StepKind = keyof typeof weights

/** One step, complete in itself: what it does depends on it and on the world that it meets, on nothing else. */
export interface Step {
  kind: StepKind
  /** Choices that the step makes: which loan, which amount; 0 to 1. */
  choice: number
  detail: number
  /** Tried on anything, also where it must be refused. */
  wild: boolean
  /** The process dies at this of its statements and calls; null: it lives. */
  dies_at: number | null
}

export interface Plan {
  seed: number
  /** Mexico City time, the history's first instant. */
  starts_at: string
  /** How often STP misbehaves by itself; 0: only where a step has it so. */
  fault_rate: number
  tax_rate: number
  steps: Step[]
}

export const stepKinds = Object.keys(weights).filter((name): name is StepKind => name in weights)
const drawn = stepKinds.flatMap((kind) => Array.from({ length: weights[kind] }, () => kind))

/** A plain Friday, minutes before the cut, a weekend, midnight, holidays, month ends. */
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

function drawStep(random: Random): Step {
  return {
    kind: random.pick(drawn),
    choice: fraction(random),
    detail: fraction(random),
    wild: random.chance(0.08),
    dies_at: random.chance(0.12) ? random.between(0, 30) : null,
  }
}

/** The history of a seed: the same at every call. */
export function planOf(seed: number): Plan {
  const random = seeded(seed)
  return {
    seed,
    starts_at: random.pick(starts),
    fault_rate: random.pick([0, 0, 0.15, 0.3]),
    tax_rate: random.pick([0, 0, 0.16]),
    steps: Array.from({ length: random.between(80, 240) }, () => drawStep(random)),
  }
}
