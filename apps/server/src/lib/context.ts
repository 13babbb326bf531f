/** Who acts, from where, and under which idempotency key. Commands take it; they never see a request. */
export interface ActContext {
  user: Actor
  session_id: number | null
  ip: string | null
  user_agent: string | null
  idempotency?: IdempotencyRequest
  /** Set when the answer is that of an earlier, equal call. */
  replayed?: boolean
}

export interface Actor {
  id: number
  user_type: 'U0' | 'U1' | 'U2'
  company_id: number | null
}

export interface IdempotencyRequest {
  key: string
  method: string
  path: string
  body_sha256: Buffer
  /** Kept for ever, or 48 hours. */
  keep: boolean
}

export const isStaff = (user: Pick<Actor, 'user_type'>) => user.user_type !== 'U2'
export const isAdmin = (user: Pick<Actor, 'user_type'>) => user.user_type === 'U0'
