import { createHmac, generateKeyPairSync, randomBytes, timingSafeEqual } from 'node:crypto'
import webPush from 'web-push'
import type { Env } from '../env.ts'
import type { Db } from './deps.ts'

export interface Secrets {
  secret_key: string
  stp_private_key: string
  stp_public_key: string
  stp_webhook_secret: string
  /** What push services know this server by. */
  vapid: { public_key: string; private_key: string }
}

function makeStpKey() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { stp_private_key: privateKey, stp_public_key: publicKey }
}

function makeVapidKey() {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  return { public_key: publicKey, private_key: privateKey }
}

/** What the first process wrote under a name. */
async function keep<T extends object>(db: Db, name: string, made: T): Promise<T> {
  await db
    .insertInto('setting')
    .values({ name, value: JSON.stringify(made) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  // Written above and by no one else.
  return value as T
}

/** Secrets that no one configured are made at first start and kept in the database: all processes share them. */
export async function loadSecrets(db: Db, env: Env): Promise<Secrets> {
  const made = {
    secret_key: randomBytes(32).toString('hex'),
    stp_webhook_secret: randomBytes(16).toString('hex'),
    ...makeStpKey(),
  }
  const kept = await keep(db, 'secrets', made)
  return {
    ...kept,
    vapid: await keep(db, 'vapid', makeVapidKey()),
    secret_key: env.secret_key ?? kept.secret_key,
    stp_private_key: env.stp.private_key ?? kept.stp_private_key,
    stp_webhook_secret: env.stp.webhook_secret ?? kept.stp_webhook_secret,
  }
}

/** HMAC-SHA256 of a text under the server's secret, hex. */
export function sign(secrets: Secrets, text: string): string {
  return createHmac('sha256', secrets.secret_key).update(text).digest('hex')
}

/** Compares in constant time. */
export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
