/** The server's keys and secrets; `platform/settings` loads them. */
export interface Secrets {
  secret_key: string
  stp_private_key: string
  stp_public_key: string
  stp_webhook_secret: string
  /** Identifies this server to push services. */
  vapid: { public_key: string; private_key: string }
  /** Keys of the audit trail, never in the database: the first writes, all of them verify. */
  audit_keys: readonly [string, ...string[]]
}
