const notices = ['notification', 'notice_delivery']
const credentials = [
  ...['app_user', 'session', 'device', 'passkey', 'passkey_challenge', 'two_factor', 'recovery_code'],
  ...['password_token', 'email_code', 'oidc_identity', 'oidc_used'],
]
const people = [
  ...credentials,
  'worker_change',
  'staff_access_change',
  'approval',
  'import_job',
  'import_row',
]
const verification = ['account_verification', 'account_verification_history']
const lending = [
  ...[
    'loan',
    'installment',
    'contract',
    'acceptance',
    'signed_contract',
    'signing_code',
    'payment',
    'payment_voucher',
  ],
  ...[
    'loan_correction',
    'loan_decision',
    'note',
    'loan_contact',
    'transfer',
    'ledger_entry',
    'worker_account',
    'approval',
    'setting',
  ],
]
const received = ['incoming_payment', 'incoming_payment_credit', 'suspense_charge']
const banks = ['bank_account', 'bank_statement', 'bank_statement_row', 'bank_line', 'bank_match']
const treasury = [
  ...[...received, ...banks, ...verification, 'transfer', 'payment', 'ledger_entry', 'worker_account'],
  ...['approval', 'setting', 'cash_movement', 'cash_movement_file', 'cash_opening', 'balance_check'],
  ...['balance_case', 'reconciliation', 'reconciliation_order', 'reconciliation_difference'],
]

/** What a publication changes that a second admin approves. */
const published = ['text_draft', 'text_version', 'brand_draft', 'brand_version']

/** The tables that a successful call may change beside notices, by the start of its path: the first that fits. */
const tablesByPath: readonly (readonly [start: string, tables: readonly string[]])[] = [
  ['/auth/access-config', ['setting']],
  ['/auth/consents', ['consent']],
  ['/auth/marketing-consent', ['marketing_consent']],
  ['/brand', ['brand_draft', 'brand_version', 'brand_logo', 'approval']],
  ['/texts', ['text_draft', 'text_version', 'approval']],
  ['/auth/api-tokens', ['api_token', 'approval']],
  ['/auth/users', people],
  ['/auth/upload-users', people],
  ['/auth/', people],
  ['/company', ['company', 'import_job', 'import_row']],
  ['/documents', ['document']],
  ['/notification', []],
  ['/push', ['push_subscription']],
  ['/feedback', ['feedback']],
  ['/webhooks', ['webhook_endpoint', 'webhook_attempt']],
  ['/privacy', ['privacy_request']],
  ['/saved-views', ['saved_view']],
  ['/activity', ['note']],
  ['/contract', ['contract']],
  // A payment that is reversed leaves the line of a bank statement that proved it.
  ['/loan/payment/{id}/reverse', [...lending, 'bank_line', 'bank_match']],
  ['/loan-imports', ['loan_import', 'loan_import_row', 'document', 'approval']],
  ['/loan', lending],
  // An approval executes the call that it allows.
  [
    '/approvals',
    [
      ...['worker_change', 'loan_import', 'api_token'],
      ...[...credentials, ...published, ...lending, ...treasury],
    ],
  ],
  ['/stp', ['loan', 'installment', 'loan_correction', ...treasury]],
  ['/treasury', treasury],
  ['/account-verifications', [...verification, 'transfer', 'ledger_entry', 'approval', 'setting']],
]

/** The body of these calls proves whose records they change: a password, a mailed token, a passkey, STP's secret. */
const provenByBody = [
  ...['/auth/login', '/auth/reset-password', '/auth/passkey-login', '/auth/forgot-password'],
  '/auth/oidc-login',
  '/stp/webhooks',
]

const pathOf = (route: string) => route.slice(route.indexOf(' ') + 1)

/** Whether a successful call of a route may change a table. */
export function mayChange(route: string, table: string): boolean {
  const tables = tablesByPath.find(([start]) => pathOf(route).startsWith(start))?.[1] ?? []
  return notices.includes(table) || tables.includes(table)
}

/** Whether what a route changes belongs to its caller. */
export const changesOwnOnly = (route: string) =>
  !provenByBody.some((start) => pathOf(route).startsWith(start))
