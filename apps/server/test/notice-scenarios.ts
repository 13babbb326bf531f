import { type NoticeWords, wordsOf } from '@quincena/domain/texts/notice-words'
import { noDebtLetterNotice } from '../src/lending/letters/notices.ts'
import {
  approvedNotice,
  cancelledNotice,
  cancelledUnsentNotice,
  dueNotice,
  editedNotice,
  expiredNotice,
  overdueNotice,
  paidTwiceNotice,
  refusedNotice,
  rejectedNotice,
  releasedNotice,
  returnedNotice,
  secondReturnedNotice,
  sentNotice,
  settledNotice,
} from '../src/lending/loans/notices.ts'
import { completedNotice, paidNotice, reversedNotice } from '../src/lending/payments/notices.ts'
import type { WordedNotice } from '../src/platform/notifications/commands/notice-insert.ts'
import { creditedNotice, creditUndoneNotice } from '../src/treasury/incoming-payments/notices.ts'
import { refundBackNotice, refundSettledNotice } from '../src/treasury/refunds/notices.ts'
import { chargedNotice } from '../src/treasury/suspense-charges/notices.ts'
import {
  accountAcceptedNotice,
  accountRefusedNotice,
  otherAccountNotice,
} from '../src/treasury/verifications/notices.ts'

const at = '2026-11-20T18:00:00Z'
const credit = {
  id: 5,
  folio: 'C-000005',
  type: 'credit',
  amount_cents: 1_200_000,
  total_debt_cents: 1_345_678,
  offer_expires_on: '2026-11-27',
} as const
const advance = { ...credit, folio: 'A-000005', type: 'advance', amount_cents: 150_000 } as const
const order = {
  id: 17,
  amount_cents: 1_200_000,
  tracking_key: 'Q17',
  counterpart_institution: '40002',
  beneficiary_account: '002180700612349192',
}
const card = { ...order, beneficiary_account: '5204160000001234' }
const unknown = { ...order, counterpart_institution: '99999' }
const payment = { id: 3, amount: 112_140, value_date: '2026-12-15' }
const refund = { ...order, id: 9 }
const account = {
  id: 4,
  user_id: 1,
  account: '002180700612349192',
  holder_name: null,
  decided_at: at,
} as const

const secure = (reason_key: WordedNotice['reason_key'], words: NoticeWords): WordedNotice => ({
  reason_key,
  words,
})
const entry = { device: 'Chrome en Android', day: '2026-11-20', time: '12:00' }

/** Every notice to a worker in each of its forms, by a name. */
export const noticeScenarios: readonly (readonly [name: string, notice: WordedNotice])[] = [
  ...[credit, advance].flatMap((loan) => {
    const named = (name: string, notice: WordedNotice) => [`${name}, ${loan.type}`, notice] as const
    return [
      named('edited', editedNotice(loan, { amount: 1_000_000, period: '6 meses', at })),
      named('approved', approvedNotice(loan, at)),
      named('released', releasedNotice(loan)),
      named('rejected', rejectedNotice(loan, null, at)),
      named('rejected with a reason', rejectedNotice(loan, 'Tu comprobante no se lee', at)),
      named('rejected with a sentence', rejectedNotice(loan, 'No se lee.', at)),
      named('expired', expiredNotice(loan)),
      named('cancelled', cancelledNotice(loan)),
      named('cancelled before it was sent', cancelledUnsentNotice(loan)),
      named('sent', sentNotice(loan, { transfer: order, new_first_due: null, first_due: '2026-12-15' })),
      named('sent to a card', sentNotice(loan, { transfer: card, new_first_due: null })),
      named('sent to an unknown bank', sentNotice(loan, { transfer: unknown, new_first_due: null })),
      named(
        'sent again',
        sentNotice(loan, { transfer: order, new_first_due: '2026-12-30', first_due: '2026-12-30' }),
      ),
      named('settled', settledNotice(loan, order)),
      named('refused', refusedNotice(loan, 17)),
      named('returned', returnedNotice(loan, 17)),
      named('paid twice', paidTwiceNotice(loan, order)),
      named('second returned', secondReturnedNotice(loan, order)),
      named('due in three days', dueNotice(loan, { date: '2026-12-15', kind: '3-days', amount: 112_140 })),
      named('due today', dueNotice(loan, { date: '2026-12-15', kind: 'today', amount: 112_140 })),
      named('overdue', overdueNotice(loan, '2026-12-20')),
      named('paid', paidNotice(loan, { ...payment, source: { from_balance: false }, left: 1_233_538 })),
      named(
        'paid from the balance',
        paidNotice(loan, { ...payment, source: { from_balance: true }, left: 1_233_538 }),
      ),
      named(
        'reversed',
        reversedNotice(loan, { ...payment, source: { from_balance: false }, left: 1_345_678, owed: 0 }),
      ),
      named(
        'reversed with a debt apart',
        reversedNotice(loan, { ...payment, source: { from_balance: false }, left: 1_345_678, owed: 5_000 }),
      ),
      named(
        'reversed and still settled',
        reversedNotice(loan, { ...payment, source: { from_balance: false }, left: null, owed: 5_000 }),
      ),
      named(
        'reversed into the balance',
        reversedNotice(loan, { ...payment, source: { from_balance: true }, left: 1_345_678, owed: 0 }),
      ),
      named(
        'reversed into the balance with a debt apart',
        reversedNotice(loan, { ...payment, source: { from_balance: true }, left: 1_345_678, owed: 5_000 }),
      ),
      named(
        'reversed into the balance and still settled',
        reversedNotice(loan, { ...payment, source: { from_balance: true }, left: null, owed: 5_000 }),
      ),
      named('completed', completedNotice(loan, { id: 3, discount: 0 })),
      named('completed early', completedNotice(loan, { id: 3, discount: 45_000 })),
    ]
  }),
  ['no-debt letter', noDebtLetterNotice({ loan_id: 5, letter_id: 8 })],
  ['balance', creditedNotice({ credit_id: 8, amount: 25_000 })],
  ['balance undone', creditUndoneNotice({ credit_id: 8, amount: 25_000 })],
  ['balance charged', chargedNotice({ charge_id: 8, amount: 25_000 })],
  ['refund', refundSettledNotice(refund)],
  ['refund back', refundBackNotice(refund)],
  ['account refused', accountRefusedNotice(account)],
  ['other account', otherAccountNotice(account, at)],
  ['account accepted', accountAcceptedNotice(account, at)],
  [
    'account changed',
    secure('account:1:x:new', wordsOf('notice_account', { account: 'Banamex, cuenta terminada en 9192' })),
  ],
  ['account removed', secure('account:1:x:none', wordsOf('notice_account_removed', {}))],
  ['documents accepted', secure('document:1:x', wordsOf('notice_document_accepted', {}))],
  [
    'document refused',
    secure('document:2:x', wordsOf('notice_document_refused', { document: 'INE', reason: 'No se lee' })),
  ],
  [
    'privacy request answered',
    secure('privacy:12:answered', wordsOf('notice_privacy', { folio: 'ARCO-000012' })),
  ],
  ['password expires', secure('password-expiry:x', wordsOf('notice_password_expiry', { day: '2026-12-20' }))],
  [
    'new device of a worker',
    secure('security:x', wordsOf('notice_new_device', { ...entry, place: 'Seguridad' })),
  ],
  [
    'new device of staff',
    secure('security:x', wordsOf('notice_new_device', { ...entry, place: '«Mis sesiones»' })),
  ],
  ['many failures', secure('security:x', wordsOf('notice_many_failures', {}))],
  ['wrong code', secure('security:x', wordsOf('notice_wrong_code', { device: entry.device }))],
  ['password changed', secure('security:x', wordsOf('notice_password_changed', {}))],
  ['two-factor on', secure('security:x', wordsOf('notice_two_factor_on', {}))],
  ['two-factor off', secure('security:x', wordsOf('notice_two_factor_off', {}))],
  ['two-factor reset', secure('security:x', wordsOf('notice_two_factor_reset', {}))],
  ['recovery codes', secure('security:x', wordsOf('notice_recovery_codes', {}))],
  ['passkey added', secure('security:x', wordsOf('notice_passkey_added', { passkey: 'Mi teléfono' }))],
  ['passkey removed', secure('security:x', wordsOf('notice_passkey_removed', { passkey: 'Mi teléfono' }))],
]
