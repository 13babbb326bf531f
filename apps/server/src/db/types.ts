import type { JSONColumnType, Kysely, Transaction } from 'kysely'
import type { AccountVerificationTables } from './account-verification-types.ts'
import type { ApprovalTables } from './approval-types.ts'
import type { AuthTables, SharedCount } from './auth-types.ts'
import type { BalanceCheckTables } from './balance-check-types.ts'
import type { BankTables } from './bank-types.ts'
import type { BrandTables } from './brand-types.ts'
import type { Always, Filled } from './column.ts'
import type { CompanyTables } from './company-types.ts'
import type { DailyRunTables } from './daily-run-types.ts'
import type { DailyTotalTables } from './daily-total-types.ts'
import type { DashboardTables } from './dashboard-types.ts'
import type { DueDateTables } from './due-date-types.ts'
import type { EventTables } from './event-types.ts'
import type { ImportTables } from './import-types.ts'
import type { IncomingTables } from './incoming-types.ts'
import type { KeptPdfTables } from './kept-pdf-types.ts'
import type { LetterTables } from './letter-types.ts'
import type { ListCountTables } from './list-count-types.ts'
import type { LoanImportTables } from './loan-import-types.ts'
import type { LoanTables } from './loan-types.ts'
import type { MigrationTables } from './migration-types.ts'
import type { NoteTables } from './note-types.ts'
import type { NoticeTables } from './notice-types.ts'
import type { PrivacyTables } from './privacy-types.ts'
import type { ReconciliationTables } from './reconciliation-types.ts'
import type { SavedViewTables } from './saved-view-types.ts'
import type { SigningTables } from './signing-types.ts'
import type { StaffAccessTables } from './staff-access-types.ts'
import type { StpListTables } from './stp-list-types.ts'
import type { TextTables } from './text-types.ts'
import type { TreasuryTables } from './treasury-types.ts'
import type { Views } from './view-types.ts'
import type { WebhookTables } from './webhook-types.ts'
import type { WorkerChangeTables } from './worker-change-types.ts'

interface Setting {
  name: string
  value: JSONColumnType<object>
  updated_at: Filled<string>
  version: Always<number>
}

interface AppUser {
  id: Always<number>
  user_type: 'U0' | 'U1' | 'U2'
  is_staff: Filled<boolean>
  is_active: Filled<boolean>
  email: string
  password_hash: string | null
  password_changed_at: string | null
  first_name: string
  last_name: string
  key: string | null
  rfc: string | null
  curp: string | null
  ine: string | null
  phone: string | null
  position: string | null
  profile: string | null
  department: string | null
  company_id: number | null
  biweekly_salary_cents: number | null
  monthly_salary_cents: Always<number | null>
  address: string | null
  city: string | null
  state: string | null
  zip_code: string | null
  neighborhood: string | null
  gender: 'M' | 'F' | 'O' | null
  birthday: string | null
  bank: string | null
  debit_card_number: string | null
  bank_account_number: string | null
  card_last4: string | null
  card_holder: string | null
  picture_id: string | null
  picture_type: 'image/jpeg' | 'image/png' | 'image/webp' | null
  is_onboarding_dismissed: Filled<boolean>
  has_all_documents: Filled<boolean>
  preferences: JSONColumnType<Record<string, unknown>, string | undefined, string>
  must_change_password: Filled<boolean>
  must_confirm_email: Filled<boolean>
  account_changed_at: string | null
  password_replaced_at: string | null
  created_at: Filled<string>
  updated_at: Filled<string>
  version: Always<number>
  search: Always<string>
  name_search: Always<string>
}

interface Session {
  id: Always<number>
  user_id: number
  token_hash: Buffer
  device: string | null
  ip: string | null
  user_agent: string | null
  created_at: string
  last_seen_at: string
  expires_at: string
  ended_at: string | null
  device_id: number | null
  factor_at: string | null
  written_position: number | null
}

interface Device {
  id: Always<number>
  user_id: number
  key_hash: Buffer
  user_agent: string | null
  ip: string | null
  first_seen_at: string
  last_seen_at: string
  code_given_at: string | null
}

interface TwoFactor {
  user_id: number
  sealed_secret: Buffer
  last_step: number | null
  created_at: string
  confirmed_at: string | null
}

interface RecoveryCode {
  user_id: number
  code_hash: string
  used_at: string | null
}

interface SignInAttempt {
  email: string
  scope: Filled<string>
  failures: Filled<number>
  last_failure_at: Filled<string>
  locked_until: string | null
  pending: Filled<number>
  pending_since: string | null
}

/** How a sign-in ended. */
export type SignInOutcome = 'succeeded' | 'wrong_password' | 'wrong_code' | 'wrong_passkey' | 'wrong_identity'

interface SignInHistory {
  id: Always<number>
  user_id: number
  outcome: SignInOutcome
  ip: string | null
  user_agent: string | null
  created_at: string
}

interface PasswordToken {
  id: Always<number>
  user_id: number
  token_hash: Buffer
  kind: 'invitation' | 'reset'
  email: string | null
  created_at: string
  expires_at: string
  used_at: string | null
}

interface Consent {
  id: Always<number>
  user_id: number
  document: 'terms' | 'privacy'
  version: string
  text_sha256: string
  ip: string | null
  user_agent: string | null
  given_at: string
}

interface ClientLog {
  id: Always<number>
  user_id: number
  action: string
  log_level: 'INFO' | 'ERROR'
  message: string
  created_at: string
}

interface IdempotencyKey {
  caller_id: number
  method: string
  path: string
  key: string
  body_sha256: Buffer
  answer: JSONColumnType<object> | null
  keep: Filled<boolean>
  created_at: string
}

interface Audit {
  id: Filled<number>
  actor_id: number | null
  action: string
  subject: string
  subject_id: number | null
  before: JSONColumnType<object> | null
  after: JSONColumnType<object> | null
  ip: string | null
  user_agent: string | null
  api_token_id: number | null
  created_at: string
  hmac: Buffer | null
}

interface AuditCheck {
  id: Filled<number>
  asked_at: string
  finished_at: string | null
  checked: number | null
  broken_audit_id: number | null
  broken_kind: 'changed' | 'removed' | 'added' | null
}

interface QueueProbe {
  id: Always<number>
  sent_at: Filled<string>
  answered_at: string | null
}

interface AuditChain {
  position: Filled<number>
  audit_id: number
  previous_hash: Buffer
  hash: Buffer
}

/** The tables and views of migrations/, column by column. */
export interface Database
  extends AccountVerificationTables,
    ApprovalTables,
    BalanceCheckTables,
    CompanyTables,
    DailyRunTables,
    DailyTotalTables,
    DashboardTables,
    DueDateTables,
    EventTables,
    LetterTables,
    ListCountTables,
    LoanImportTables,
    LoanTables,
    MigrationTables,
    NoteTables,
    NoticeTables,
    PrivacyTables,
    IncomingTables,
    ImportTables,
    AuthTables,
    ReconciliationTables,
    SavedViewTables,
    StaffAccessTables,
    StpListTables,
    BankTables,
    TextTables,
    BrandTables,
    TreasuryTables,
    Views,
    WorkerChangeTables,
    KeptPdfTables,
    SigningTables,
    WebhookTables {
  setting: Setting
  app_user: AppUser
  session: Session
  device: Device
  two_factor: TwoFactor
  recovery_code: RecoveryCode
  sign_in_attempt: SignInAttempt
  sign_in_history: SignInHistory
  password_token: PasswordToken
  consent: Consent
  client_log: ClientLog
  idempotency_key: IdempotencyKey
  request_count: SharedCount
  audit: Audit
  audit_chain: AuditChain
  audit_check: AuditCheck
  queue_probe: QueueProbe
}

export type Db = Kysely<Database>
export type Trx = Transaction<Database>
