/** Scans that read many rows and are known: what they read grows with the loans, or is small for another reason. */
interface Exception {
  /** The calls, by their path. */
  paths: RegExp
  tables: readonly string[]
  /** Only scans that end before the limit of rows are known. */
  is_short?: true
  why: string
  /** A call of the screens that still makes such a scan at the whole size; with its pages. */
  example: string
}

const size = 'page_size=20'

export const exceptions: readonly Exception[] = [
  {
    paths: /^\/treasury\/(day|trial-balance)/,
    tables: ['ledger_daily_total'],
    why: 'A balance is the sum of all days. A day has a row for each account and kind, however many loans there are.',
    example: '/treasury/trial-balance?from=DAY&to=DAY',
  },
  {
    paths: /^\/treasury\/bank-lines\?.*search=/,
    tables: ['bank_line'],
    why: 'The lines that a search finds are counted one by one.',
    example: `/treasury/bank-lines?bank_account=1&search=spei&${size}`,
  },
  {
    paths: /^\/treasury\/(payment-proofs|open-payments)\?.*search=/,
    tables: ['payment', 'loan', 'app_user'],
    why: 'The text is searched in the worker, the folio and the reference at once, for which there is no index.',
    example: `/treasury/payment-proofs?search=mar&${size}`,
  },
  {
    paths: /^\/approvals\?/,
    tables: ['approval'],
    why: 'Approvals are counted one by one, and a page far behind passes over those before it: no numbers are kept.',
    example: `/approvals?${size}`,
  },
  {
    paths: /^\/(loan|stp|treasury\/bank-lines)\?.*ordering=(amount|-amount|status)&.*&page=/,
    tables: ['loan', 'transfer', 'bank_line'],
    why: 'A page far behind passes over those before it in an index: numbers are kept by day, not by amount or state.',
    example: `/stp?ordering=-amount&${size}`,
  },
  {
    paths: /^\/(loan|audit|stp\/incoming-payments)\?.*search=.*&page=/,
    tables: ['loan', 'audit', 'incoming_payment', 'app_user'],
    why: 'A page far behind of a frequent term passes over the hits before it, at most 10,000, and what is between them.',
    example: `/audit?search=mar&${size}`,
  },
  {
    paths: /^\/loan\/payment\?.*search=/,
    tables: ['payment', 'loan', 'app_user'],
    why: 'A frequent name is counted up to 10,001 hits, which are found among the payments of everybody.',
    example: `/loan/payment?search=mar&${size}`,
  },
  {
    paths: /^\/auth\/users\?search=trabajador/,
    tables: ['app_user'],
    is_short: true,
    why: 'The term is in every row, so the count ends after 10,001 of them.',
    example: `/auth/users?search=trabajador&${size}`,
  },
  {
    paths: /^\/stp\/incoming-payments\?search=pago&/,
    tables: ['incoming_payment'],
    is_short: true,
    why: 'The term is in every row, so the count ends after 10,001 of them.',
    example: `/stp/incoming-payments?search=pago&${size}`,
  },
]
