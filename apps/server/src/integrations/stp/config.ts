import type { Secrets } from '../../crypto/secrets.ts'
import type { Env } from '../../env.ts'

/** The configuration of STP's client: environment values, and the key from the settings or the database. */
export function stpConfig(env: Env, secrets: Secrets) {
  return {
    company: env.stp.company,
    private_key: secrets.stp_private_key,
    ...(env.stp.passphrase === undefined ? {} : { passphrase: env.stp.passphrase }),
    payer_account: env.stp.payer_account,
    payer_name: env.stp.payer_name,
    timeout_ms: 15_000,
    balance_call: env.stp.balance_call,
  }
}
