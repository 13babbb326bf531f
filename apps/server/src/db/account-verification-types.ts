import type {
  IdentityResult,
  OwnerResult,
  VerificationFailure,
  VerificationSource,
  VerificationState,
} from '@quincena/domain/accounts/verification-rules'
import type { Always, Filled } from './column.ts'

/** What was compared: both names and RFCs. The registered name, score, identity and result are null together. */
interface Evidence {
  registered_name: string | null
  registered_rfc: string | null
  holder_name: string | null
  holder_rfc: string | null
  score: number | null
  identity: IdentityResult | null
  result: OwnerResult | null
}

interface AccountVerification extends Evidence {
  id: Always<number>
  user_id: number
  account: string
  state: VerificationState
  source: VerificationSource | null
  transfer_id: number | null
  orders: Filled<number>
  failure: VerificationFailure | null
  decided_at: string | null
  reads: Filled<number>
  next_at: string | null
  accepted_at: string | null
  accepted_by: number | null
  accepted_reason: string | null
  requested_at: string
  created_at: string
  updated_at: string
}

/** Only the trigger of `account_verification` writes it. */
interface AccountVerificationHistory extends Evidence {
  id: Always<number>
  verification_id: number
  state: VerificationState
  source: VerificationSource | null
  transfer_id: number | null
  failure: VerificationFailure | null
  accepted_by: number | null
  accepted_reason: string | null
  at: string
}

/** The tables of migration 040. */
export interface AccountVerificationTables {
  account_verification: AccountVerification
  account_verification_history: AccountVerificationHistory
}
