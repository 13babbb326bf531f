import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { loadSecrets } from './commands/load-secrets.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => ctx.deps.db.deleteFrom('setting').where('name', '=', 'secrets').execute())

async function keptNames() {
  const { value } = await ctx.deps.db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'secrets')
    .executeTakeFirstOrThrow()
  return Object.keys(value ?? {}).sort()
}

const secret_key = 'a secret of the settings, long enough'

test('stores generated secrets in the database and loads the same ones at the next start', async () => {
  const { db, env } = ctx.deps
  const first = await loadSecrets(db, env)
  expect(await loadSecrets(db, env)).toEqual(first)
  const names = ['secret_key', 'stp_private_key', 'stp_public_key', 'stp_webhook_secret']
  expect(await keptNames()).toEqual(names)
})

test('never writes a configured secret to the database', async () => {
  const { db, env } = ctx.deps
  const loaded = await loadSecrets(db, { ...env, secret_key })
  expect(loaded.secret_key).toBe(secret_key)
  expect(await keptNames()).toEqual(['stp_private_key', 'stp_public_key', 'stp_webhook_secret'])
})

test('removes a stored secret from the database once the settings have it, and never a different one', async () => {
  const { db, env } = ctx.deps
  const { secret_key: kept } = await loadSecrets(db, env)
  await loadSecrets(db, { ...env, secret_key })
  expect(await keptNames()).toContain('secret_key')
  expect((await loadSecrets(db, env)).secret_key).toBe(kept)
  await loadSecrets(db, { ...env, secret_key: kept })
  expect(await keptNames()).not.toContain('secret_key')
})

test('derives the public half of a configured STP key', async () => {
  const { db, env } = ctx.deps
  const pem = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'abre' } as const
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: pem,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const stp = { ...env.stp, private_key: privateKey, passphrase: 'abre' }
  const loaded = await loadSecrets(db, { ...env, stp })
  expect(loaded).toMatchObject({ stp_private_key: privateKey, stp_public_key: publicKey })
  expect(await keptNames()).toEqual(['secret_key', 'stp_webhook_secret'])
})
