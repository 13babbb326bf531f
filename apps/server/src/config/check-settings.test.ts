import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { sealerProblem } from '../crypto/certificate.ts'
import { openP12 } from '../crypto/p12.ts'
import { type Env, readEnv } from '../env.ts'
import { checkSettings } from './check-settings.ts'
import { SettingsError } from './settings-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'quincena-check-'))
const umask = process.umask()
afterAll(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true, force: true })
})

const passphrase = 'a secret passphrase'
const pem = (cipher: object) =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', ...cipher },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
const open = pem({})
const locked = pem({ cipher: 'aes-256-cbc', passphrase })

const base = readEnv({ DATA_DIR: folder, PORT: '0', DATABASE_URL: 'postgres://localhost/q', DEMO: '1' })
const withKey = (private_key: string, given = {}): Env => ({
  ...base,
  stp: { ...base.stp, private_key, ...given },
})
const withP12 = (contract_p12: string, contract_p12_passphrase?: string): Env => ({
  ...base,
  contract_p12,
  contract_p12_passphrase,
})

async function faultsOf(env: Env): Promise<readonly string[]> {
  const error: unknown = await checkSettings({ env, faults: new Map() }).catch((thrown: unknown) => thrown)
  if (error === env) return []
  if (!(error instanceof SettingsError)) throw error
  return error.faults
}

function write(name: string, bytes: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

test('accepts a key that its passphrase opens, and a P12 as path or in base64', async () => {
  const { p12, passphrase: own } = inject('lenderP12')
  expect(await faultsOf(base)).toEqual([])
  expect(await faultsOf(withKey(open.privateKey))).toEqual([])
  expect(await faultsOf(withKey(locked.privateKey, { passphrase }))).toEqual([])
  expect(await faultsOf(withP12(p12, own))).toEqual([])
  expect(await faultsOf(withP12(write('lender.p12', Buffer.from(p12, 'base64')), own))).toEqual([])
})

test.each<[string, () => Env, RegExp]>([
  ['a key without its passphrase', () => withKey(locked.privateKey), /^STP_PASSPHRASE: does not open/],
  [
    'a key with a wrong passphrase',
    () => withKey(locked.privateKey, { passphrase: 'x' }),
    /^STP_PASSPHRASE: does not open/,
  ],
  ['a path for a key', () => withKey('/etc/stp.pem'), /^STP_PRIVATE_KEY: is not a PEM/],
  ['a public key', () => withKey(open.publicKey), /^STP_PRIVATE_KEY: is not a private key/],
  ['half a key', () => withKey(open.privateKey.slice(0, 300)), /^STP_PRIVATE_KEY: is not a private key/],
  ['a P12 that is not there', () => withP12('/nope/MEXICO.p12'), /^CONTRACT_P12: cannot be read \(ENOENT\)/],
  ['a folder for a P12', () => withP12(folder), /^CONTRACT_P12: cannot be read \(EISDIR\)/],
  ['another file for a P12', () => withP12(write('a.p12', 'hello')), /^CONTRACT_P12: is not a PKCS #12/],
  ['an empty P12', () => withP12(write('b.p12', '')), /^CONTRACT_P12: is not a PKCS #12/],
  ['a P12 without passphrase', () => withP12(inject('lenderP12').p12), /^CONTRACT_P12_PASSPHRASE: does not/],
  ['another passphrase', () => withP12(inject('lenderP12').p12, 'x'), /^CONTRACT_P12_PASSPHRASE: does not/],
  ['a proxy list of words', () => ({ ...base, trust_proxy: 'nginx' }), /^TRUST_PROXY: is not a list/],
  ['a foreign address', () => ({ ...base, host: '203.0.113.7' }), /^HOST: is not an address of this machine/],
  ['an unknown name', () => ({ ...base, host: 'host.invalid' }), /^HOST: is not an address of this machine/],
])('reports %s in one line without any secret', async (_, env, line) => {
  const faults = await faultsOf(env())
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(line)
  expect(faults[0]).not.toMatch(/\n|a secret passphrase|MII/)
})

test('a certificate is valid from its first instant to its last', async () => {
  const sealer = await openP12(inject('lenderP12'))
  const { valid_from, valid_until } = sealer
  expect(sealerProblem(sealer, valid_from)).toBeNull()
  expect(sealerProblem(sealer, valid_until)).toBeNull()
  expect(sealerProblem(sealer, valid_from.subtract({ seconds: 1 }))).toBe('not yet valid')
  expect(sealerProblem(sealer, valid_until.add({ seconds: 1 }))).toBe('expired')
})
