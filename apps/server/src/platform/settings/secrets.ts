import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import webPush from 'web-push'
import { z } from 'zod'
import type { Db } from '../../command/deps.ts'
import type { Secrets } from '../../command/secrets.ts'
import type { Env } from '../../env.ts'

const ownSecrets = z.object({
  secret_key: z.string(),
  stp_private_key: z.string(),
  stp_public_key: z.string(),
  stp_webhook_secret: z.string(),
})
const someSecrets = ownSecrets.partial()
type SomeSecrets = z.infer<typeof someSecrets>

const vapidKeys = z.object({ public_key: z.string(), private_key: z.string() })

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

/** Adds missing values under a name; if two processes add the same one, the first wins. */
async function keep(db: Db, name: string, made: object) {
  await db
    .insertInto('setting')
    .values({ name, value: JSON.stringify(made) })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql`excluded.value || setting.value` }),
    )
    .execute()
}

async function findKept(db: Db, name: string): Promise<unknown> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? {}
}

/** Deletes a secret from the database once the settings contain it; a different one stays. */
async function forgetConfigured(db: Db, configured: SomeSecrets) {
  for (const [name, secret] of Object.entries(configured))
    await sql`update setting set value = value - ${name}::text
      where name = 'secrets' and value ->> ${name}::text = ${secret}`.execute(db)
}

async function loadVapidKeys(db: Db) {
  const kept = vapidKeys.safeParse(await findKept(db, 'vapid'))
  if (kept.success) return kept.data
  await keep(db, 'vapid', makeVapidKey())
  return vapidKeys.parse(await findKept(db, 'vapid'))
}

/**
 * Loads the secrets: configured ones from the settings, the others from the database, where the first start stores
 * generated ones for all processes. A configured secret is never written to the database.
 */
export async function loadSecrets(db: Db, env: Env): Promise<Secrets> {
  const configured = configuredSecrets(env)
  await forgetConfigured(db, configured)
  const made = makeMissing({ ...someSecrets.parse(await findKept(db, 'secrets')), ...configured })
  if (Object.keys(made).length > 0) await keep(db, 'secrets', made)
  const kept = someSecrets.parse(await findKept(db, 'secrets'))
  return { ...ownSecrets.parse({ ...kept, ...configured }), vapid: await loadVapidKeys(db) }
}
