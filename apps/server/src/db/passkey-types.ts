import type { Always } from './column.ts'

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

export interface PasskeyTables {
  passkey: Passkey
  passkey_challenge: PasskeyChallenge
}
