/** Who runs a command, from where, and under which idempotency key. Commands get this instead of a request. */
export interface CommandContext {
  user: Actor
  session_id: number | null
  /** The token of the API that sent the request; then `user` is who answers for it. */
  api_token_id?: number
  ip: string | null
  user_agent: string | null
  idempotency?: IdempotencyRequest
  /** Set when the result is that of an earlier, equal request. */
  replayed?: boolean
}

/** An operator on the server's machine: nobody is signed in. `user_agent` names the operating system's user. */
export interface CommandLine {
  user: null
  api_token_id?: undefined
  ip: null
  user_agent: string
}

/** The user who sends a request. */
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
  /** True: never deleted. False: deleted after 48 hours. */
  keep: boolean
}

export const isStaff = (user: Pick<Actor, 'user_type'>) => user.user_type !== 'U2'
export const isAdmin = (user: Pick<Actor, 'user_type'>) => user.user_type === 'U0'
