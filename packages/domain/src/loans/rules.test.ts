import { describe, expect, it } from 'vitest'
import { messages } from '../messages.ts'
import {
  acceptanceBlocker,
  eventForStatus,
  isEditable,
  isPaidOut,
  isPayable,
  LOAN_STATES,
  type LoanEvent,
  type LoanState,
  OPEN_STATES,
  openLoanMessage,
  requestBlocker,
  statesOfActiveStatus,
  statesOfStatus,
  TRANSITIONS,
  transition,
  wireStatus,
} from './rules.ts'

const reachable: [LoanState, LoanEvent, LoanState][] = [
  ['requested', 'approve', 'approved'],
  ['rejected', 'approve', 'approved'],
  ['requested', 'reject', 'rejected'],
  ['approved', 'reject', 'rejected'],
  ['approved', 'decline', 'declined'],
  ['requested', 'withdraw', 'declined'],
  ['approved', 'expire', 'expired'],
  ['approved', 'accept', 'disbursing'],
  ['disbursing', 'send', 'active'],
  ['disbursing', 'refuse', 'approved'],
  ['approved', 'revive', 'disbursing'],
  ['rejected', 'revive', 'disbursing'],
  ['declined', 'revive', 'disbursing'],
  ['expired', 'revive', 'disbursing'],
  ['cancelled', 'reinstate', 'payout_returned'],
  ['active', 'return', 'payout_returned'],
  ['overdue', 'return', 'payout_returned'],
  ['payout_returned', 'resend', 'active'],
  ['payout_returned', 'cancel', 'cancelled'],
  ['disbursing', 'cancel', 'cancelled'],
  ['active', 'fall_overdue', 'overdue'],
  ['overdue', 'catch_up', 'active'],
  ['active', 'complete', 'completed'],
  ['overdue', 'complete', 'completed'],
  ['completed', 'reverse', 'active'],
]

const isEvent = (name: string): name is LoanEvent => Object.hasOwn(TRANSITIONS, name)
const events = Object.keys(TRANSITIONS).filter(isEvent)

describe('the state table of a loan', () => {
  it.each(reachable)('moves a loan from %s by %s to %s', (from, event, to) =>
    expect(transition(from, event)).toBe(to),
  )

  it('has no other transition [B4.5]', () => {
    const known = new Set(reachable.map(([from, event]) => `${from} ${event}`))
    for (const state of LOAN_STATES)
      for (const event of events)
        expect(transition(state, event) !== null, `${state} ${event}`).toBe(known.has(`${state} ${event}`))
  })

  it.each<LoanState>(['declined', 'expired', 'cancelled'])(
    'lets only an admin reopen a loan that is %s',
    (state) => {
      const allowed = events.filter((event) => transition(state, event) !== null)
      // An admin records that STP sent the money all the same.
      expect(allowed).toEqual([state === 'cancelled' ? 'reinstate' : 'revive'])
    },
  )

  it.each([
    ['requested', 'APP', 'staff', 'approve'],
    ['requested', 'APP', 'owner', null],
    ['approved', 'REJ', 'staff', 'reject'],
    ['approved', 'REJ', 'owner', 'decline'],
    ['requested', 'REJ', 'owner', 'withdraw'],
    ['requested', 'INA', 'staff', null],
    ['active', 'FIN', 'staff', null],
  ] as const)('maps state %s and requested status %s by %s to %s', (...[state, status, actor, event]) => {
    expect(eventForStatus(state, status, actor)).toBe(event)
  })
})

describe('the wire status', () => {
  // state: status, active_status, accepted, approved, rejected, completed, disbursing, payout_returned
  it.each<[LoanState, string]>([
    ['requested', 'INA ALR 0 0 0 0 0 0'],
    ['approved', 'APP ALR 0 1 0 0 0 0'],
    ['rejected', 'REJ ALR 0 0 1 0 0 0'],
    ['declined', 'REJ ALR 0 0 1 0 0 0'],
    ['expired', 'REJ ALR 0 0 1 0 0 0'],
    ['cancelled', 'REJ ALR 0 0 1 0 0 0'],
    ['disbursing', 'APP ALR 0 1 0 0 1 0'],
    ['active', 'APP ALR 1 1 0 0 0 0'],
    ['overdue', 'APP DEL 1 1 0 0 0 0'],
    ['completed', 'APP FIN 1 1 0 1 0 0'],
    ['payout_returned', 'APP ALR 1 1 0 0 0 1'],
  ])('of the state %s equals %s [B4.1 E4.1]', (state, expected) => {
    const wire = wireStatus(state)
    const flags = [
      wire.accepted,
      wire.approved,
      wire.rejected,
      wire.completed,
      wire.disbursing,
      wire.payout_returned,
    ]
    expect([wire.status, wire.active_status, ...flags.map(Number)].join(' ')).toBe(expected)
  })

  it('selects each state by exactly one status filter [B4.2]', () => {
    for (const state of LOAN_STATES) {
      const wire = wireStatus(state)
      expect(
        (['INA', 'APP', 'REJ'] as const).filter((status) => statesOfStatus(status).includes(state)),
      ).toEqual([wire.status])
      expect(statesOfActiveStatus(wire.active_status)).toContain(state)
    }
    expect(statesOfActiveStatus('INA')).toEqual([])
  })

  it('counts six states as an open loan', () => {
    expect([...OPEN_STATES].sort()).toEqual([
      'active',
      'approved',
      'disbursing',
      'overdue',
      'payout_returned',
      'requested',
    ])
    expect(openLoanMessage('credit', 'overdue')).toBe('loan.credit_active')
    expect(openLoanMessage('advance', 'disbursing')).toBe('loan.advance_pending')
  })
})

it.each(LOAN_STATES)(
  'a loan in %s accepts payments only if it was paid out and has an amount due',
  (state) => {
    const { accepted, completed, payout_returned } = wireStatus(state)
    expect(isPaidOut(state)).toBe(accepted && !payout_returned)
    expect(isPayable(state)).toBe(accepted && !payout_returned && !completed)
  },
)

describe('a new request', () => {
  const free = {
    type: 'credit',
    has_all_documents: true,
    has_loan_in_force: false,
    has_pending_request: false,
  } as const

  it.each([
    [free, undefined],
    [
      { ...free, has_all_documents: false, has_loan_in_force: true },
      'Completa tus documentos en Perfil para poder solicitar.',
    ],
    [
      { ...free, has_loan_in_force: true },
      'No puedes solicitar un nuevo crédito porque ya tienes uno vigente.',
    ],
    [
      { ...free, has_pending_request: true },
      'No puedes solicitar un nuevo crédito porque tienes una solicitud pendiente.',
    ],
    [
      { ...free, type: 'advance', has_loan_in_force: true } as const,
      'No puedes solicitar un nuevo anticipo porque ya tienes uno vigente.',
    ],
    [
      { ...free, type: 'advance', has_pending_request: true } as const,
      'No puedes solicitar un nuevo anticipo porque tienes una solicitud pendiente.',
    ],
  ])('with %o is refused with the message %s', (worker, text) => {
    const code = requestBlocker(worker)
    expect(code === null ? undefined : messages[code]).toBe(text)
  })
})

describe('the acceptance of an offer', () => {
  const offer = {
    state: 'approved',
    offer_expires_on: '2026-11-30',
    today: '2026-11-30',
    debit_card_number: '646180157000000004',
    payouts_paused: false,
  } as const

  it.each([
    [offer, null],
    [{ ...offer, today: '2026-12-01' }, 'offer_expired'],
    [{ ...offer, state: 'expired' } as const, 'offer_expired'],
    [{ ...offer, state: 'requested' } as const, 'loan.not_an_offer'],
    [{ ...offer, state: 'disbursing' } as const, 'loan.already_accepted'],
    [{ ...offer, state: 'active' } as const, 'loan.already_accepted'],
    [{ ...offer, debit_card_number: null }, 'loan.bank_data_missing'],
    [{ ...offer, payouts_paused: true }, 'payouts.paused'],
  ])('with %o is refused with the code %s', (candidate, code) =>
    expect(acceptanceBlocker(candidate)).toBe(code),
  )
})

it('only a credit in state requested is editable', () => {
  const editable = LOAN_STATES.flatMap((state) =>
    (['credit', 'advance'] as const)
      .filter((type) => isEditable({ type, state }))
      .map((type) => [type, state]),
  )
  expect(editable).toEqual([['credit', 'requested']])
})
