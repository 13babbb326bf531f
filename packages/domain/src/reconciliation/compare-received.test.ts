import { expect, test } from 'vitest'
import {
  compareReceived,
  compareUnknownReceived,
  type ListedReceived,
  type OwnReceived,
} from './compare-received.ts'

const ownOf = (changes: Partial<OwnReceived> = {}): OwnReceived => ({
  ...{
    amount: 10_000,
    account: '646180110400000007',
    operation_date: '2026-11-20',
    stp_check: 'confirmed',
    returned: null,
  },
  ...changes,
})
const listedOf = (changes: Partial<ListedReceived> = {}): ListedReceived => ({
  ...{ amount: 10_000, account: '646180110400000007', operation_date: '2026-11-20', state: 'LQ' },
  ...{ stp_state: 'LQ', is_repeated: false },
  ...changes,
})

test.each<[string, [Partial<OwnReceived>, Partial<ListedReceived> | null], string[]]>([
  ['agrees', [{}, {}], []],
  ['agrees with money that we answered', [{}, { state: null, stp_state: 'CCO' }], []],
  ['is not in the list', [{}, null], ['missing_at_stp']],
  ['of a forged callback is not in the list', [{ stp_check: 'not_found' }, null], ['missing_at_stp']],
  ['has another amount', [{ stp_check: 'mismatch' }, { amount: 9_999 }], ['amount']],
  ['has another account', [{ stp_check: 'mismatch' }, { account: '646180110400000010' }], ['account']],
  ['copies a confirmed payment in every fact', [{ stp_check: 'mismatch' }, {}], []],
  ['was returned by STP', [{}, { state: 'D', stp_state: 'D' }], ['returned']],
  ['is not settled at STP', [{}, { state: null, stp_state: 'A' }], ['state']],
  ['waits as STP’s order does', [{ stp_check: 'pending' }, { state: null, stp_state: 'A' }], []],
  ['has another operating day', [{}, { operation_date: '2026-11-19' }], ['operating_day']],
  ['stands twice in the list', [{}, { is_repeated: true }], ['duplicate_at_stp']],
  ['from before the check agrees', [{ stp_check: 'unchecked', account: null }, {}], []],
])('an incoming payment that %s: %o', (_name, [own, listed], kinds) => {
  expect(compareReceived(ownOf(own), listed && listedOf(listed)).kinds).toEqual(kinds)
})

test.each<[string, Partial<ListedReceived>, string[]]>([
  ['arrived', {}, ['unknown_here']],
  ['arrived with the key of another', { is_repeated: true }, ['unknown_here', 'duplicate_at_stp']],
  ['is in transit', { state: null, stp_state: 'A' }, []],
  ['was returned', { state: 'D', stp_state: 'D' }, []],
])('an order of the list without an incoming payment that %s', (_name, listed, kinds) => {
  expect(compareUnknownReceived(listedOf(listed)).kinds).toEqual(kinds)
})
