/** Whether a movement adds to the account at STP or takes from it. */
export type Direction = 'in' | 'out'

interface FlowWords {
  direction: Direction
  name: string
  /** The kinds of ledger entries that it consists of. */
  kinds: readonly string[]
  /** Shown on a day without any, too. */
  is_usual: boolean
}

const back = [
  'settlement',
  'refund_settled',
  'verification_settled',
  'receipt_return_settled',
  'second_payout',
]

/**
 * What the account at STP receives and pays, in the order of a day's screen. A kind is in one flow of its direction; any
 * other kind is in `other_in` or `other_out`, so that the flows of a day add up to its change.
 */
export const FLOWS = {
  receipts: { direction: 'in', name: 'Recibido de pagadores', kinds: ['receipt'], is_usual: true },
  deposits: { direction: 'in', name: 'Depósitos del prestamista', kinds: ['funding'], is_usual: true },
  came_back: {
    direction: 'in',
    name: 'Órdenes devueltas',
    kinds: back.map((kind) => `${kind}_reversed`),
    is_usual: true,
  },
  unknown_in: { direction: 'in', name: 'Entradas por aclarar', kinds: ['unknown_movement'], is_usual: false },
  other_in: { direction: 'in', name: 'Otras entradas', kinds: [], is_usual: false },
  payouts: { direction: 'out', name: 'Créditos y anticipos pagados', kinds: ['settlement'], is_usual: true },
  refunds: { direction: 'out', name: 'Saldos devueltos', kinds: ['refund_settled'], is_usual: true },
  verifications: {
    direction: 'out',
    name: 'Verificaciones de cuenta',
    kinds: ['verification_settled'],
    is_usual: true,
  },
  returns: {
    direction: 'out',
    name: 'Devuelto a quien no conocemos',
    kinds: ['receipt_return_settled'],
    is_usual: true,
  },
  taken_back: {
    direction: 'out',
    name: 'Abonos que STP se llevó',
    kinds: ['receipt_reversed', 'stp_claim'],
    is_usual: false,
  },
  second_payouts: { direction: 'out', name: 'Pagos duplicados', kinds: ['second_payout'], is_usual: false },
  withdrawals: {
    direction: 'out',
    name: 'Retiros del prestamista',
    kinds: ['funding', 'funding_reversed'],
    is_usual: true,
  },
  fees: { direction: 'out', name: 'Comisiones de STP', kinds: ['fee'], is_usual: true },
  unknown_out: {
    direction: 'out',
    name: 'Salidas por aclarar',
    kinds: ['unknown_movement', 'unknown_movement_reversed'],
    is_usual: false,
  },
  other_out: { direction: 'out', name: 'Otras salidas', kinds: [], is_usual: false },
} as const satisfies Record<string, FlowWords>
export type Flow = keyof typeof FLOWS

function isFlow(name: string): name is Flow {
  return Object.hasOwn(FLOWS, name)
}

/** All flows in the order of the screen. */
export const FLOW_ORDER: readonly Flow[] = Object.keys(FLOWS).filter(isFlow)

/** What a flow is called, which kinds it has and whether a day without any shows it. */
export const flowWords = (flow: Flow): FlowWords => FLOWS[flow]

/** The flow of an entry of a kind that adds to the account at STP or takes from it. */
export function flowOf(kind: string, direction: Direction): Flow {
  const known = FLOW_ORDER.find((flow) => {
    const words = flowWords(flow)
    return words.direction === direction && words.kinds.includes(kind)
  })
  return known ?? (direction === 'in' ? 'other_in' : 'other_out')
}

/** The kinds that a direction's named flows have; a kind that is in none of them is another movement. */
export const namedKinds = (direction: Direction): readonly string[] =>
  FLOW_ORDER.map(flowWords).flatMap((words) => (words.direction === direction ? words.kinds : []))
