/** The tables of each noun of a module, or of a layer below the modules. A new table gets its place here first. */
export const tablesOf: Record<string, readonly string[]> = {
  command: ['idempotency_key'],
  'platform/audit': ['audit', 'audit_chain', 'audit_check'],
  'platform/notifications': ['notification', 'push_subscription'],
  'platform/settings': ['setting'],
  'people/accounts': ['app_user'],
  'people/auth': [
    ...['session', 'device', 'two_factor', 'recovery_code', 'password_token', 'client_log'],
    ...['sign_in_attempt', 'sign_in_history'],
  ],
  'people/companies': ['company'],
  'people/documents': ['document'],
  'people/feedback': ['feedback'],
  'people/imports': ['import_job', 'import_row'],
  'people/legal': ['consent'],
  'people/privacy-requests': ['privacy_request'],
  'treasury/incoming-payments': ['incoming_payment', 'received_list'],
  'treasury/ledger': ['ledger_entry', 'bank_account', 'cash_movement', 'worker_account'],
  'treasury/reconciliation': [
    ...['reconciliation', 'reconciliation_difference', 'reconciliation_order', 'stp_balance'],
  ],
  'treasury/transfers': ['transfer', 'stp_message', 'stp_query'],
  'lending/assistances': ['assistance'],
  'lending/contracts': ['contract', 'acceptance'],
  'lending/loans': ['loan', 'installment'],
  'lending/payments': ['payment', 'loan_correction'],
  'office/health': ['queue_probe'],
}
