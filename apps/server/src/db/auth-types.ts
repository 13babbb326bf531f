import type { Always, Filled } from './column.ts'

interface Passkey {
  id: Always<number>
  user_id: number
  credential_id: string
  public_key: Buffer
  counter: number
  /** Separated by commas. */
  transports: string
  name: string
  created_at: string
  last_used_at: string | null
}

interface PasskeyChallenge {
  challenge: string
  user_id: number | null
  expires_at: string
}

interface EmailCode {
  id: Always<number>
  user_id: number
  email: string
  code_hash: string
  failures: Filled<number>
  created_at: string
  expires_at: string
  used_at: string | null
}

interface OidcIdentityRow {
  user_id: number
  issuer: string
  subject: string
  created_at: string
}

interface OidcUsed {
  key_hash: Buffer
  expires_at: string
}

/** Also the row of `request_count`. */
export interface SharedCount {
  key: Buffer
  n: number
  ends_at: string
}

interface ApiToken {
  id: Always<number>
  name: string
  prefix: string
  token_hash: Buffer
  scopes: string[]
  company_id: number | null
  created_by: number
  created_at: string
  expires_at: string
  activated_at: string | null
  approved_by: number | null
  revoked_at: string | null
  revoked_by: number | null
  last_used_at: string | null
  last_used_ip: string | null
}

export interface AuthTables {
  api_token: ApiToken
  email_code: EmailCode
  oidc_identity: OidcIdentityRow
  oidc_used: OidcUsed
  passkey: Passkey
  passkey_challenge: PasskeyChallenge
  sign_in_count: SharedCount
}
