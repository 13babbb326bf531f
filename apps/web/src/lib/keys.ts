/** Keys of the queries of a noun: `all` matches every one of them, `list` has the parameters of the call. */
const keysOf = (noun: string) => ({
  all: [noun],
  list: (query: object) => [noun, 'list', query],
  detail: (id: number) => [noun, 'detail', id],
})

/** The keys of all queries, one factory per noun. No other file writes a key, so that a key has one meaning. */
export const keys = {
  loans: {
    ...keysOf('loans'),
    open: ['loans', 'open'],
    history: (type: string) => ['loans', 'history', type],
    latestAdvance: ['loans', 'latest-advance'],
    maxAdvance: (biweekly_salary: number | null) => ['loans', 'max-advance', biweekly_salary],
  },
  /** Not below `loans`: the key has the amount due, on which a payoff depends. */
  payoffs: {
    today: (loan: number, amount_due: number | null) => ['payoff', loan, amount_due],
    preview: (loan: number, amount_due: number, query: object) => [
      'payoff',
      'preview',
      loan,
      amount_due,
      query,
    ],
    withIncoming: (incoming: number, ...loan: (number | null)[]) => ['payoff', 'incoming', incoming, ...loan],
  },
  users: { ...keysOf('users'), uniqueness: (query: object) => ['users', 'taken', query] },
  companies: keysOf('companies'),
  transfers: {
    ...keysOf('transfers'),
    messages: (id: number, page: number) => ['transfers', 'messages', id, page],
    payouts: ['transfers', 'payouts'],
  },
  incomingPayments: keysOf('incoming-payments'),
  notifications: {
    ...keysOf('notifications'),
    latest: (recipient: number) => ['notifications', 'latest', recipient],
    unreadCount: ['notifications', 'unread-count'],
  },
  documents: {
    ...keysOf('documents'),
    ofUser: (user_id: number) => ['documents', 'user', user_id],
    ofLoan: (loan_id: number) => ['documents', 'loan', loan_id],
    downloads: (filter: object) => ['documents', 'downloads', filter],
    /** Not below `documents`: a file never changes. */
    file: (id: number) => ['document-file', id],
  },
  contracts: {
    file: (loan_id: number) => ['contracts', loan_id, 'file'],
    payload: (loan_id: number) => ['contracts', loan_id, 'payload'],
  },
  reconciliation: {
    ...keysOf('reconciliation'),
    day: (day: string, query: object) => ['reconciliation', 'day', day, query],
  },
  imports: {
    ...keysOf('imports'),
    /** Not below `imports`: the preview of a file does not change when an import does. */
    preview: (...form: unknown[]) => ['import-preview', ...form],
  },
  dashboard: { ...keysOf('dashboard'), summary: (year: number) => ['dashboard', 'summary', year] },
  audit: { ...keysOf('audit'), chain: ['audit', 'chain'] },
  accessConfig: {
    ...keysOf('access-config'),
    stored: ['access-config', 'all'],
    password: ['access-config', 'password'],
  },
  privacyRequests: { ...keysOf('privacy-requests'), own: ['privacy-requests', 'own'] },
  twoFactor: { state: ['two-factor', 'state'], start: ['two-factor', 'start'] },
  legal: { ...keysOf('legal'), text: (document: string) => ['legal', document] },
  search: { results: (text: string) => ['search', text] },
  push: { state: (user_id: number) => ['push-state', user_id] },
  balance: keysOf('balance'),
  feedback: keysOf('feedback'),
  diagnostics: keysOf('diagnostics'),
  sessions: keysOf('sessions'),
  loginHistory: keysOf('login-history'),
  preferences: keysOf('preferences'),
  bankAccount: keysOf('bank-account'),
  assistances: keysOf('assistances'),
  approvals: { ...keysOf('approvals'), summary: ['approvals', 'summary'] },
}
