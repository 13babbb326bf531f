import { inject } from 'vitest'
import type { TestContext } from './context.ts'

/** Nothing listens on port 9, so mail jobs fail and are retried later; no test waits for a mail. */
const noMailServer = 'smtp://127.0.0.1:9'

/** All settings that a server requires outside DEMO, from the context's database, files, secrets, lender and STP. */
export function completeSettings({ deps, simulator }: TestContext): Record<string, string> {
  const { env, secrets } = deps
  const { p12, passphrase } = inject('lenderP12')
  return {
    DEMO: '0',
    LOG_LEVEL: 'fatal',
    SHUTDOWN_DELAY: '0',
    DATABASE_URL: env.database_url ?? '',
    DATABASE_OWNER_URL: env.database_owner_url ?? '',
    DATA_DIR: env.data_dir,
    PUBLIC_URL: 'https://app.prestamos.mx',
    SMTP_URL: noMailServer,
    MAIL_FROM: env.mail_from,
    SECRET_KEY: secrets.secret_key,
    AUDIT_KEY: secrets.audit_keys.join(','),
    CONTRACT_P12: p12,
    CONTRACT_P12_PASSPHRASE: passphrase,
    LENDER_NAME: env.lender.name,
    LENDER_ADDRESS: env.lender.address,
    LENDER_PHONE: env.lender.phone,
    LENDER_EMAIL: env.lender.email,
    LENDER_RECA: env.lender.reca,
    STP_URL: simulator.url,
    STP_COMPANY: env.stp.company,
    STP_PRIVATE_KEY: secrets.stp_private_key,
    STP_PAYER_ACCOUNT: env.stp.payer_account,
    STP_WEBHOOK_SECRET: secrets.stp_webhook_secret,
    STP_WEBHOOK_ALLOW: '127.0.0.1,::1',
    STP_QUERIES_PER_HOUR: '10000',
  }
}
