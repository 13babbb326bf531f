import { type ListCase, newest, page } from './list-case.ts'

const isUnapplied = `unapplied_cents > 0 and status = 'open'`
const isRefund = `action = 'refund.release'`

/** The lists of workers' balances and refunds, unidentified payments and account verifications. */
export const treasuryCases: readonly ListCase[] = [
  {
    name: 'balances of workers',
    path: '/treasury/balances?page_size=20',
    sql: page('worker_account', 'balance_cents > 0', 'balance_cents desc, user_id'),
  },
  {
    name: 'balances by name',
    path: '/treasury/balances?ordering=name&page_size=20',
    sql: page(
      'worker_account join app_user on id = user_id',
      'balance_cents > 0',
      'first_name collate "es-x-icu", last_name collate "es-x-icu", id',
    ),
  },
  {
    name: 'totals of balances',
    path: '/treasury/balances/summary',
    sql: [
      'select count(*), sum(balance_cents) from worker_account where balance_cents > 0',
      'select count(*), sum(receivable_cents) from worker_account where receivable_cents > 0',
    ],
  },
  {
    name: 'refunds',
    path: '/treasury/refunds?page_size=20',
    sql: page('approval', isRefund, 'requested_at desc, id desc'),
  },
  {
    name: 'unidentified payments',
    path: '/stp/incoming-payments?unidentified=true&ordering=received_at&page_size=20',
    sql: page('incoming_payment', isUnapplied, 'received_at, id'),
  },
  {
    name: 'verified accounts',
    path: '/account-verifications?page_size=20',
    sql: page('account_verification', 'true', 'requested_at desc, id desc'),
  },
  {
    name: 'accounts without an answer',
    path: '/account-verifications?status=unanswered&page_size=20',
    sql: page('account_verification', `state in ('failed', 'pending')`, 'requested_at desc, id desc'),
  },
  {
    name: 'accounts found by last digits',
    path: '/account-verifications?search=2345&page_size=20',
    sql: page('account_verification', `reverse(account) like '5432%'`, 'requested_at desc, id desc'),
  },
  {
    name: 'orders held back',
    path: '/stp?held=true&page_size=20',
    sql: page('transfer', `status = 'pending' and held_reason is not null`, newest),
  },
]
