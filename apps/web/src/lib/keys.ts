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
    limits: ['loans', 'limits'],
    signing: ['loans', 'signing-settings'],
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
    limits: ['transfers', 'limits'],
  },
  incomingPayments: {
    ...keysOf('incoming-payments'),
    suggestions: (id: number) => ['incoming-payments', 'suggestions', id],
  },
  notifications: {
    ...keysOf('notifications'),
    unreadCount: ['notifications', 'unread-count'],
  },
  documents: {
    ...keysOf('documents'),
    ofUser: (user_id: number) => ['documents', 'user', user_id],
    ofLoan: (loan_id: number) => ['documents', 'loan', loan_id],
    lettersOf: (loan_id: number) => ['documents', 'letters', loan_id],
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
  treasury: {
    ...keysOf('treasury'),
    day: (day: string) => ['treasury', 'day', day],
    balance: (days: object) => ['treasury', 'balance', days],
    stpBalance: ['treasury', 'stp-balance'],
    balanceCase: (id: number) => ['treasury', 'balance-case', id],
    ownMovements: (query: object) => ['treasury', 'own-movements', query],
    ownMovement: (id: number) => ['treasury', 'own-movement', id],
    /** Not below `treasury`: a file never changes. */
    movementFile: (id: string) => ['movement-file', id],
  },
  banks: {
    ...keysOf('banks'),
    accounts: ['banks', 'accounts'],
    statements: (account: number, query: object) => ['banks', 'statements', account, query],
    statement: (id: number) => ['banks', 'statement', id],
    rejected: (statement: number, query: object) => ['banks', 'rejected', statement, query],
    lines: (query: object) => ['banks', 'lines', query],
    line: (id: number) => ['banks', 'line', id],
    suggestions: (line: number) => ['banks', 'suggestions', line],
    payments: (query: object) => ['banks', 'payments', query],
    proofs: (query: object) => ['banks', 'proofs', query],
    /** Not below `banks`: only its own change makes it stale. */
    proofSettings: ['proof-settings'],
    /** Not below `banks`: the preview of a file does not change when an account does. */
    preview: (...form: unknown[]) => ['statement-preview', ...form],
    /** Not below `banks`: a file never changes. */
    voucher: (id: string) => ['payment-voucher', id],
  },
  loanImports: {
    ...keysOf('loan-imports'),
    loans: (id: number, query: object) => ['loan-imports', 'loans', id, query],
    /** Not below `loan-imports`: the preview of a file does not change when an import does. */
    preview: (...form: unknown[]) => ['loan-import-preview', ...form],
  },
  imports: {
    ...keysOf('imports'),
    /** Not below `imports`: the preview of a file does not change when an import does. */
    preview: (...form: unknown[]) => ['import-preview', ...form],
  },
  dashboard: {
    ...keysOf('dashboard'),
    summary: (year: number) => ['dashboard', 'summary', year],
    charts: ['dashboard', 'charts'],
  },
  audit: { ...keysOf('audit'), chain: ['audit', 'chain'] },
  accessConfig: {
    ...keysOf('access-config'),
    stored: ['access-config', 'all'],
    password: ['access-config', 'password'],
  },
  privacyRequests: { ...keysOf('privacy-requests'), own: ['privacy-requests', 'own'] },
  twoFactor: {
    state: ['two-factor', 'state'],
    start: ['two-factor', 'start'],
    passkeys: ['two-factor', 'passkeys'],
  },
  /** Of a document, and what is read about it. */
  legal: { ...keysOf('legal'), text: (...what: string[]) => ['legal', ...what] },
  consents: { ...keysOf('consents'), own: ['consents', 'own'] },
  brand: {
    ...keysOf('brand'),
    versions: ['brand', 'versions'],
  },
  webhooks: {
    ...keysOf('webhooks'),
    endpoints: ['webhooks', 'endpoints'],
    attempts: (id: number, query: object) => ['webhooks', 'attempts', id, query],
  },
  texts: {
    ...keysOf('texts'),
    document: (...what: string[]) => ['texts', ...what],
    /** Not below `texts`: versions, fields and previews stay the same when a text changes. */
    fixed: (...what: unknown[]) => ['text-fixed', ...what],
  },
  search: { results: (text: string) => ['search', text] },
  push: { state: (user_id: number) => ['push-state', user_id] },
  balance: keysOf('balance'),
  demoMails: keysOf('demo-mails'),
  feedback: keysOf('feedback'),
  diagnostics: keysOf('diagnostics'),
  mailSamples: keysOf('mail-samples'),
  apiTokens: keysOf('api-tokens'),
  sessions: keysOf('sessions'),
  loginHistory: keysOf('login-history'),
  preferences: keysOf('preferences'),
  bankAccount: keysOf('bank-account'),
  assistances: keysOf('assistances'),
  /** The setting is not below `account-verifications`: only its own change makes it stale. */
  accountVerifications: { ...keysOf('account-verifications'), setting: ['account-verification-setting'] },
  workerBalances: {
    ...keysOf('worker-balances'),
    summary: ['worker-balances', 'summary'],
    movements: (user_id: number, query: object) => ['worker-balances', 'movements', user_id, query],
    refunds: (query: object) => ['worker-balances', 'refunds', query],
  },
  savedViews: keysOf('saved-views'),
  activity: {
    ...keysOf('activity'),
    of: (kind: string, id: number, query: object) => ['activity', kind, id, query],
  },
  collections: keysOf('collections'),
  approvals: { ...keysOf('approvals'), summary: ['approvals', 'summary'] },
}
