export interface Session {
  token: string
  session_id: number
}

/** Signs a demo user of a running server in; `site` is its address with the base path. */
export async function signIn(site: string, email: string): Promise<Session> {
  const body = JSON.stringify({ email, password: 'Quincena-2026' })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${site}/api/auth/login`, { method: 'POST', headers, body })
  const session: Session = await response.json()
  return session
}
