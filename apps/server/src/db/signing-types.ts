import type { Always, Filled, Json } from './column.ts'

interface Acceptance {
  id: Always<number>
  loan_id: number
  contract_id: number
  signature_png: Buffer
  strokes: Json<unknown> | null
  typed_name: string | null
  latitude: number
  longitude: number
  accuracy: number | null
  ip: string | null
  user_agent: string | null
  session_id: number | null
  accepted_at: string
  signing_code_id: number | null
  code_channel: 'mail' | 'message' | null
  code_address: string | null
  code_sent_at: string | null
  code_confirmed_at: string | null
}

interface SigningCode {
  id: Always<number>
  loan_id: number
  user_id: number
  contract_id: number
  contract_sha256: string
  channel: 'mail' | 'message'
  address: string
  code_hash: string
  sent_at: string
  expires_at: string
  fault: string | null
  failures: Filled<number>
  used_at: string | null
}

/** Signatures, and the codes that confirm them. */
export interface SigningTables {
  acceptance: Acceptance
  signing_code: SigningCode
}
