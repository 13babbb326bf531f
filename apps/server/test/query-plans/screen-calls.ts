import { officeCalls, workerCalls } from '../../../../bench/rows/office-calls.ts'

/** A request of a screen that only reads. */
export interface ScreenCall {
  name: string
  who: 'staff' | 'worker'
  /** Of `GET`; with a body of `POST`. */
  path: string
  body?: object
  /** Reads the page in the middle and the last page, too. */
  has_pages?: boolean
}

const size = 'page_size=20'

/** Lists with more rows than the limit, whose pages far behind are read too. */
const lists = [
  '/loan?',
  '/loan?type=credit&',
  '/loan?type=advance&',
  '/loan?type=credit&status=APP&',
  '/loan?type=credit&status=REJ&',
  '/loan?type=credit&ordering=amount&',
  '/loan?ordering=status&',
  '/auth/users?',
  '/auth/users?user_type=U2&',
  '/auth/users?ordering=first_name&',
  '/stp?',
  '/stp?state=LQ&',
  '/stp?ordering=-amount&',
  '/stp/incoming-payments?',
  '/stp/incoming-payments?ordering=received_at&',
  '/loan/payment?',
  '/collections?',
  '/audit?',
  '/audit?action=payment.recorded&',
  '/approvals?',
  '/account-verifications?',
  '/treasury/balances?',
  '/treasury/bank-lines?bank_account=1&',
  '/treasury/bank-lines?bank_account=1&state=waiting&',
  '/treasury/bank-lines?bank_account=1&state=explained&',
  '/treasury/open-payments?bank_account=1&',
  '/treasury/payment-proofs?',
  '/webhooks/1/attempts?',
  '/webhooks/1/attempts?failed=true&',
]

/** What a worker reads of the legal texts. */
const legalCalls = ['', '/versions', '/versions/2.0', '/changes?from=2.0']
  .map((path) => `/legal/privacy${path}`)
  .concat('/auth/consents')

/** Searches, each with terms that find much, one that finds little, and one that finds nothing. */
const searches: Record<string, readonly string[]> = {
  '/auth/users?': ['trabajador', 'mar', 'ximena zuniga', 'qwxyz'],
  '/loan?type=credit&': ['c-0', 'mar', 'ximena zuniga', 'c-000123', 'qwxyz'],
  '/stp?': ['textiles', 'c-0', 'mar', 'trabajador1234@', 'qwxyz'],
  '/audit?': ['mar', 'c-0', 'ximena zuniga', 'qwxyz'],
  '/stp/incoming-payments?': ['ximena', 'pago', 'pago12', 'pago2999', 'qwxyz'],
  '/loan/payment?': ['mar', 'ximena zuniga', 'qwxyz'],
  '/collections?': ['mar', 'qwxyz'],
  '/treasury/bank-lines?bank_account=1&': ['spei', 'p12345', 'qwxyz'],
  '/treasury/open-payments?bank_account=1&': ['mar', 'qwxyz'],
  '/treasury/payment-proofs?': ['mar', 'qwxyz'],
  '/treasury/balances?': ['mar', 'qwxyz'],
  '/account-verifications?': ['2345', 'mar'],
}
const topBarTerms = ['mar', 'c-0', 'ximena zuniga', '1234', 'qwxyz']

const searchCalls = Object.entries(searches).flatMap(([path, terms]) =>
  terms.map((term) => ({ path: `${path}search=${encodeURIComponent(term)}&${size}`, has_pages: true })),
)

const calls: readonly Omit<ScreenCall, 'name'>[] = [
  ...[
    ...officeCalls.map((path) => ({ path })),
    { path: '/loan/summary', body: { year: 2026 } },
    { path: '/contract/verify', body: { sha256: 'e'.repeat(64) } },
    ...lists.map((path) => ({ path: `${path}${size}`, has_pages: true })),
    ...searchCalls,
    ...['/brand/versions', '/texts', '/texts/privacy', '/texts/privacy/versions/2.0']
      .concat('/auth/user/2/consents', '/loan/signing-settings', '/webhooks', '/webhooks/1')
      .map((path) => ({ path })),
    ...topBarTerms.map((term) => ({ path: `/search?search=${encodeURIComponent(term)}` })),
  ].map((call) => ({ ...call, who: 'staff' as const })),
  ...[...workerCalls, ...legalCalls].map((path) => ({ path, who: 'worker' as const })),
]

/** Every call that a screen of the staff app or the worker app makes to read. */
export const screenCalls: readonly ScreenCall[] = calls.map((call) => {
  const { who, path, body, has_pages } = call
  const rest = `${body === undefined ? '' : ` ${JSON.stringify(body)}`}${has_pages ? ', first to last page' : ''}`
  return { ...call, name: `${who} ${path}${rest}` }
})
