/** What a token of the API may do, with the text of the screen. The server maps each scope to its calls. */
export const apiScopes = {
  'companies:read': 'Ver empresas',
  'users:read': 'Ver trabajadores',
  'users:write': 'Dar de alta y editar trabajadores',
  'loans:read': 'Ver préstamos',
  'loans:write': 'Pedir préstamos a nombre de trabajadores',
  'payments:read': 'Ver pagos',
  'payments:write': 'Registrar pagos',
  'transfers:read': 'Ver órdenes STP',
} as const satisfies Record<`${string}:${'read' | 'write'}`, string>

export type ApiScope = keyof typeof apiScopes

export const isApiScope = (text: string): text is ApiScope => Object.hasOwn(apiScopes, text)

/** Every scope, in the order of the screen. */
export const allApiScopes = Object.keys(apiScopes).filter(isApiScope)

/** Whether one of the scopes lets a token change something. */
export const hasWriting = (scopes: readonly string[]) => scopes.some((scope) => scope.endsWith(':write'))

export type ApiTokenState = 'active' | 'waiting' | 'expired' | 'revoked' | 'left' | 'company_deleted'

interface TokenTimes {
  activated_at: string | null
  expires_at: string
  revoked_at: string | null
  /** Whether who made the token still is an active admin, who answers for it. */
  is_answered_for: boolean
  /** False if the token's company was deleted. */
  is_of_company: boolean
}

/** Whether a token works at an instant (ISO 8601 in UTC), and if not, why. */
export function apiTokenState(token: TokenTimes, now: string): ApiTokenState {
  if (token.revoked_at !== null) return 'revoked'
  if (Date.parse(token.expires_at) <= Date.parse(now)) return 'expired'
  if (!token.is_answered_for) return 'left'
  if (!token.is_of_company) return 'company_deleted'
  return token.activated_at === null ? 'waiting' : 'active'
}
