import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import webPush from 'web-push'
import { loadAuditKeys, makeAuditKey } from '../../../config/audit-keys.ts'
import type { Secrets } from '../../../crypto/secrets.ts'
import type { Db } from '../../../db/types.ts'
import type { Env } from '../../../env.ts'
import { readSetting } from '../queries.ts'
import { ownSecrets, type SettingValue } from '../rules.ts'
import { completeSetting } from './write-setting.ts'

type SomeSecrets = SettingValue<'secrets'>

function makeStpKey() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { stp_private_key: privateKey, stp_public_key: publicKey }
}

/** The configured STP key and its public half; throws if the passphrase does not open it. */
function configuredStpKey({ private_key, passphrase }: Env['stp']): SomeSecrets {
  if (private_key === undefined) return {}
  const key = createPrivateKey({ key: private_key, ...(passphrase === undefined ? {} : { passphrase }) })
  const stp_public_key = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
  return { stp_private_key: private_key, stp_public_key }
}

function configuredSecrets({ secret_key, stp }: Env): SomeSecrets {
  return {
    ...(secret_key === undefined ? {} : { secret_key }),
    ...(stp.webhook_secret === undefined ? {} : { stp_webhook_secret: stp.webhook_secret }),
    ...configuredStpKey(stp),
  }
}

/** Generates the secrets that neither the settings nor the database have. */
function makeMissing(present: SomeSecrets): SomeSecrets {
  return {
    ...(present.secret_key === undefined ? { secret_key: randomBytes(32).toString('hex') } : {}),
    ...(present.stp_webhook_secret === undefined
      ? { stp_webhook_secret: randomBytes(16).toString('hex') }
      : {}),
    ...(present.stp_private_key === undefined ? makeStpKey() : {}),
  }
}

function makeVapidKey() {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  return { public_key: publicKey, private_key: privateKey }
}

/** Deletes a secret from the database once the settings contain it; a different one stays. */
async function forgetConfigured(db: Db, configured: SomeSecrets) {
  for (const [name, secret] of Object.entries(configured))
    await sql`update setting set value = value - ${name}::text
      where name = 'secrets' and value ->> ${name}::text = ${secret}`.execute(db)
}

async function loadVapidKeys(db: Db) {
  return (await readSetting(db, 'vapid'))?.value ?? (await completeSetting(db, 'vapid', makeVapidKey()))
}

/**
 * Loads the secrets: configured ones from the settings, the others from the database, where the first start stores
 * generated ones for all processes. A configured secret is never written to the database.
 */
export async function loadSecrets(db: Db, env: Env): Promise<Secrets> {
  if (env.demo) makeAuditKey(env)
  const audit_keys = loadAuditKeys(env)
  const configured = configuredSecrets(env)
  await forgetConfigured(db, configured)
  const stored = (await readSetting(db, 'secrets'))?.value ?? {}
  const generated = makeMissing({ ...stored, ...configured })
  const secrets =
    Object.keys(generated).length === 0 ? stored : await completeSetting(db, 'secrets', generated)
  return { ...ownSecrets.parse({ ...secrets, ...configured }), vapid: await loadVapidKeys(db), audit_keys }
}
