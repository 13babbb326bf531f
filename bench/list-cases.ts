import { type ListCase, newest, page } from './list-case.ts'
import { treasuryCases } from './treasury-list-cases.ts'

const loanPage = `select l.*, u.first_name, u.last_name, c.name,
    (select count(*) from payment p where p.loan_id = l.id and p.reversed_at is null)
  from loan l join app_user u on u.id = l.user_id left join company c on c.id = l.company_id`

/** Selects the ids of the page first, so that only the rows on it are joined. */
function loans(where: string, order: string, offset = 0): readonly string[] {
  return [
    `select count(*) from loan l where ${where}`,
    `${loanPage} where l.id in (select l.id from loan l where ${where} order by ${order} limit 20 offset ${offset})`,
  ]
}

const searched = (pattern: string) => `l.id in (
  select id from loan where lower(folio) like '${pattern}' union
  select loan.id from loan join app_user on app_user.id = loan.user_id where app_user.search like '${pattern}')`

const loanCases: readonly ListCase[] = [
  ...(
    [
      'created_at',
      'amount',
      'total_debt',
      'amount_due',
      'interest_rate',
      'next_payment_date',
      'folio',
    ] as const
  ).map((field) => {
    const column = /amount|debt/.test(field) ? `${field}_cents` : field
    return {
      name: `loans by ${field}`,
      path: `/loan?ordering=-${field}&page_size=20`,
      sql: loans('true', `l.${column} desc, l.id desc`),
    }
  }),
  {
    name: 'loans by status',
    path: '/loan?ordering=status&page_size=20',
    sql: loans('true', 'loan_status_order(l.state), l.id'),
  },
  {
    name: 'credits',
    path: '/loan?type=credit&ordering=-created_at&page_size=20',
    sql: loans(`l.type = 'credit'`, 'l.created_at desc, l.id desc'),
  },
  {
    name: 'credits by amount',
    path: '/loan?type=credit&ordering=amount&page_size=20',
    sql: loans(`l.type = 'credit'`, 'l.amount_cents, l.id'),
  },
  {
    name: 'credits in analysis',
    path: '/loan?type=credit&status=INA&page_size=20',
    sql: loans(`l.type = 'credit' and l.state = 'requested'`, 'l.created_at desc, l.id desc'),
  },
  {
    name: 'credits, page 500',
    path: '/loan?type=credit&page=500&page_size=20',
    sql: loans(`l.type = 'credit'`, 'l.created_at desc, l.id desc', 9980),
  },
  {
    name: 'loans of a company',
    path: '/loan?company=COMPANY&page_size=20',
    sql: loans('l.company_id = COMPANY', 'l.created_at desc, l.id desc'),
  },
  {
    name: 'credits of a company since a day',
    path: '/loan?type=credit&company=COMPANY&from=DAY&page_size=20',
    sql: loans(
      `l.type = 'credit' and l.company_id = COMPANY and l.created_at >= 'DAY'`,
      'l.created_at desc, l.id desc',
    ),
  },
  {
    name: 'credits overdue',
    path: '/loan?type=credit&situation=overdue&ordering=-days_late&page_size=20',
    sql: loans(`l.type = 'credit' and l.state = 'overdue'`, 'l.next_payment_date, l.id'),
  },
  {
    name: 'loans of a worker',
    path: '/loan?user__id=WORKER&page_size=5',
    sql: loans('l.user_id = WORKER', 'l.created_at desc, l.id desc'),
  },
  {
    name: 'credits found by folio',
    path: '/loan?type=credit&search=c-0123&page_size=20',
    sql: loans(`l.type = 'credit' and ${searched('%c-0123%')}`, 'l.created_at desc, l.id desc'),
  },
  {
    name: 'credits found by name',
    path: '/loan?type=credit&search=ximena%20zuniga&page_size=20',
    sql: loans(`l.type = 'credit' and ${searched('%ximena zuniga%')}`, 'l.created_at desc, l.id desc'),
  },
]

const peopleCases: readonly ListCase[] = [
  { name: 'users', path: '/auth/users?page_size=20', sql: page('app_user', 'is_active', newest) },
  {
    name: 'users by name',
    path: '/auth/users?ordering=first_name&page_size=20',
    sql: page('app_user', 'is_active', 'first_name collate "es-x-icu", id'),
  },
  {
    name: 'workers without documents',
    path: '/auth/users?has_all_documents=false&page_size=20',
    sql: page('app_user', `is_active and user_type = 'U2' and not has_all_documents`, newest),
  },
  {
    name: 'workers of a company',
    path: '/auth/users?company=COMPANY&page_size=20',
    sql: page('app_user', 'is_active and company_id = COMPANY', newest),
  },
  {
    name: 'users found by name',
    path: '/auth/users?search=ximena%20zuniga&page_size=20',
    sql: page('app_user', `is_active and search like '%ximena zuniga%'`, newest),
  },
  {
    name: 'users found by the end of an account',
    path: '/auth/users?search=1234&page_size=20',
    sql: page(
      'app_user',
      `is_active and (search like '%1234%' or right(debit_card_number, 4) = '1234'
        or right(bank_account_number, 4) = '1234')`,
      newest,
    ),
  },
  {
    name: 'a person',
    path: '/auth/user/WORKER',
    sql: ['select * from app_user where id = WORKER', 'select * from loan where user_id = WORKER'],
  },
  {
    name: 'an account number taken',
    path: '/auth/taken?field=bank_account_number&value=12345678901',
    sql: [`select exists (select from app_user where bank_account_number = '12345678901')`],
  },
  { name: 'companies', path: '/company/?page_size=20', sql: page('company', 'deleted_at is null', newest) },
]

const orderCases: readonly ListCase[] = [
  { name: 'orders', path: '/stp?page_size=20', sql: page('transfer', 'true', newest) },
  {
    name: 'orders returned',
    path: '/stp?state=D&page_size=20',
    sql: page('transfer', `state = 'D'`, newest),
  },
  {
    name: 'orders by amount',
    path: '/stp?ordering=-amount&page_size=20',
    sql: page('transfer', 'true', 'amount_cents desc, id desc'),
  },
  {
    name: 'orders found by company',
    path: '/stp?search=textiles&page_size=20',
    sql: page(
      'transfer',
      `loan_id in (select id from loan where company_id in
        (select id from company where searchable(name) like '%textiles%'))`,
      newest,
    ),
  },
  {
    name: 'orders found by e-mail',
    path: '/stp?search=trabajador1234%40&page_size=20',
    sql: page(
      'transfer',
      `loan_id in (select id from loan where user_id in
        (select id from app_user where search like '%trabajador1234@%'))`,
      newest,
    ),
  },
  { name: 'payments', path: '/loan/payment?page_size=20', sql: page('payment', 'true', newest) },
  {
    name: 'payments of approved loans',
    path: '/loan/payment?status=APP&page_size=20',
    sql: page(
      'payment',
      `loan_id in (select id from loan where state in
        ('approved', 'disbursing', 'active', 'overdue', 'completed', 'payout_returned'))`,
      newest,
    ),
  },
]

const waitingLine = 'explained_as is null and (amount_cents < 0 or matched_cents < amount_cents)'
const openPayment = 'bank_account_id = 1 and reversed_at is null and not has_line'

/** The first bank account is the default one, which has all lines and payments. */
const bankCases: readonly ListCase[] = [
  {
    name: 'bank accounts',
    path: '/treasury/bank-accounts',
    sql: [
      `select sum(case when debit_account = 'bank_cash' then amount_cents else -amount_cents end)
        from ledger_entry where bank_account_id = 1`,
      `select count(*) from bank_line where bank_account_id = 1 and ${waitingLine}`,
      `select count(*) from payment where ${openPayment}`,
    ],
  },
  {
    name: 'bank lines to match',
    path: '/treasury/bank-lines?bank_account=1&state=waiting&page_size=20',
    sql: page('bank_line', `bank_account_id = 1 and ${waitingLine}`, 'day desc, id desc'),
  },
  {
    name: 'bank lines to match by amount',
    path: '/treasury/bank-lines?bank_account=1&state=waiting&ordering=amount&page_size=20',
    sql: page('bank_line', `bank_account_id = 1 and ${waitingLine}`, 'amount_cents, id'),
  },
  {
    name: 'bank lines matched',
    path: '/treasury/bank-lines?bank_account=1&state=matched&page_size=20',
    sql: page(
      'bank_line',
      'bank_account_id = 1 and explained_as is null and amount_cents > 0 and matched_cents = amount_cents',
      'day desc, id desc',
    ),
  },
  {
    name: 'bank lines found by reference',
    path: '/treasury/bank-lines?bank_account=1&search=p12345&page_size=20',
    sql: page('bank_line', `bank_account_id = 1 and search like '%p12345%'`, 'day desc, id desc'),
  },
  {
    name: 'payments without a bank line',
    path: '/treasury/open-payments?bank_account=1&page_size=20',
    sql: page('payment', openPayment, 'value_date desc, id desc'),
  },
  {
    name: 'payments without a bank line by amount',
    path: '/treasury/open-payments?bank_account=1&ordering=amount&page_size=20',
    sql: page('payment', openPayment, 'amount_paid_cents, id'),
  },
]

/** SQL of the search: five rows of each kind. */
const everything = (text: string) => [
  `select id, email from app_user where search like '%${text}%' and is_active order by id desc limit 5`,
  `select id from company where search like '%${text}%' and deleted_at is null order by id desc limit 5`,
  `select id from loan where lower(folio) like '%${text}%' order by id desc limit 5`,
  `select id from transfer where lower(tracking_key) like '%${text}%' order by id desc limit 5`,
]

const officeCases: readonly ListCase[] = [
  { name: 'search: a name', path: '/search?search=zuniga', sql: everything('zuniga') },
  { name: 'search: a folio', path: '/search?search=c-012345', sql: everything('c-012345') },
  {
    name: 'search: words in another order',
    path: '/search?search=zuniga%20ximena',
    sql: everything('zuniga'),
  },
  { name: 'search: nobody', path: '/search?search=qwxyz', sql: everything('qwxyz') },
  { name: 'audit', path: '/audit?page_size=20', sql: page('audit', 'true', newest) },
  {
    name: 'audit of an action',
    path: '/audit?action=payment.recorded&page_size=20',
    sql: page('audit', `action = 'payment.recorded'`, newest),
  },
  {
    name: 'audit of a day',
    path: '/audit?from=DAY&to=DAY&page_size=20',
    sql: page(
      'audit',
      `created_at >= 'DAY'::timestamp at time zone 'America/Mexico_City'
        and created_at < 'DAY'::timestamp at time zone 'America/Mexico_City' + interval '1 day'`,
      newest,
    ),
  },
  {
    name: 'audit found by name',
    path: '/audit?search=ximena%20zuniga&page_size=20',
    sql: page(
      'audit',
      `actor_id in (select id from app_user where search like '%ximena zuniga%') or subject = 'user'
        and subject_id in (select id from app_user where search like '%ximena zuniga%')`,
      newest,
    ),
  },
]

/** The lists and searches of the staff app. */
export const listCases: readonly ListCase[] = [
  ...loanCases,
  ...peopleCases,
  ...orderCases,
  ...bankCases,
  ...treasuryCases,
  ...officeCases,
]

/** The figures of the dashboard; the call is a POST. */
export const summaryCase: ListCase = {
  name: 'summary of a year',
  path: '/loan/summary',
  sql: [
    `select type, extract(month from requested_day), count(*), count(*) filter (where state = 'requested')
      from loan where requested_day >= 'YEAR-01-01' and requested_day <= 'YEAR-12-31' group by 1, 2`,
    `select type, sum(amount_cents) from loan where sent_at >= 'YEAR-01-01' and sent_at < 'YEAR-12-31'
      and state in ('active', 'overdue', 'completed') group by 1`,
    `select count(*), count(*) filter (where has_all_documents) from app_user where user_type = 'U2' and is_active`,
    `select type, state, count(*) from loan where state in ('requested', 'overdue', 'payout_returned') group by 1, 2`,
  ],
}
