import { expect, test } from 'vitest'
import { SettingsError } from './config/settings-error.ts'
import { isOpenDatabase } from './config/variables.ts'
import { parseEnv, readEnv, readStoreEnv } from './env.ts'

const key = 'k'.repeat(32)
const trial = {
  DEMO: '0',
  STP_SIMULATOR: '1',
  LENDER_NAME: 'Préstamos del Norte, S.A. de C.V., SOFOM, E.N.R.',
  LENDER_ADDRESS: 'Av. Juárez 1, Centro, 64000, Monterrey',
  LENDER_PHONE: '81 1234 5678',
  LENDER_EMAIL: 'hola@prestamos.mx',
  LENDER_RECA: '15412-439-035142/01-00001-1126',
  PUBLIC_URL: 'https://app.prestamos.mx',
  SMTP_URL: 'smtp://mail.prestamos.mx:587',
  MAIL_FROM: 'Préstamos <avisos@prestamos.mx>',
  CONTRACT_P12: '/etc/quincena/lender.p12',
  SECRET_KEY: key,
  AUDIT_KEY: 'a'.repeat(32),
}
const { STP_SIMULATOR: _, ...lender } = trial
const production = {
  ...lender,
  DATABASE_URL: 'postgres://localhost/quincena',
  STP_URL: 'https://prod.stpmex.com/speiws/rest',
  STP_COMPANY: 'PRESTAMOS',
  STP_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----',
  STP_PAYER_ACCOUNT: '646180110400000007',
  STP_WEBHOOK_SECRET: key,
  STP_WEBHOOK_ALLOW: '10.1.0.0/16, 2001:db8::1',
}

function faultsOf(source: Record<string, string>): readonly string[] {
  try {
    readEnv(source)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.faults
    throw error
  }
}
const namesOf = (source: Record<string, string>) => faultsOf(source).map((fault) => fault.split(':')[0])

test('accepts complete settings, and the simulator in place of those of STP', () => {
  expect(faultsOf(production)).toEqual([])
  expect(faultsOf(trial)).toEqual([])
  expect(readEnv(production)).toMatchObject({
    demo: false,
    staff_factors: true,
    stp: { simulator: false, webhook_allow: ['10.1.0.0/16', '2001:db8::1'] },
  })
  expect(readEnv(trial).stp.simulator).toBe(true)
})

const requiredNames = [
  ...['LENDER_NAME', 'LENDER_ADDRESS', 'LENDER_PHONE', 'LENDER_EMAIL', 'LENDER_RECA'],
  ...['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'CONTRACT_P12', 'AUDIT_KEY', 'SECRET_KEY'],
]
const requiredOfStp = [
  ...['STP_URL', 'STP_COMPANY', 'STP_PRIVATE_KEY', 'STP_PAYER_ACCOUNT'],
  ...['STP_WEBHOOK_SECRET', 'STP_WEBHOOK_ALLOW'],
]

test('names everything that is missing outside DEMO at once', () => {
  expect(namesOf({ DEMO: '0' })).toEqual([...requiredNames, ...requiredOfStp])
  expect(namesOf({ DEMO: '0', STP_SIMULATOR: '1' })).toEqual(requiredNames)
  expect(namesOf({ DEMO: '0', STP_SIMULATOR: '1', SMTP_URL: '' })).toContain('SMTP_URL')
  for (const fault of faultsOf({ DEMO: '0' })) expect(fault).toMatch(/^[A-Z0-9_]+: is missing; set \S.*$/)
})

test.each(['', '   ', '\t\n'])('refuses to start where any one of the required settings is %j', (blank) => {
  for (const name of [...requiredNames, ...requiredOfStp])
    expect(namesOf({ ...production, [name]: blank })).toEqual([name])
})

test('takes no space around a setting but in a passphrase', () => {
  const source = { ...production, LENDER_NAME: ' Préstamos ', HOST: '127.0.0.1 ', STP_PASSPHRASE: ' secret ' }
  expect(readEnv(source)).toMatchObject({
    lender: { name: 'Préstamos' },
    host: '127.0.0.1',
    stp: { passphrase: ' secret ' },
  })
})

test.each(['http://app.prestamos.mx', 'https://localhost', 'http://127.0.0.1:3000'])(
  'refuses PUBLIC_URL=%s beside STP, and takes it for a trial with the simulator',
  (PUBLIC_URL) => {
    expect(namesOf({ ...production, PUBLIC_URL })).toEqual(['PUBLIC_URL'])
    expect(faultsOf({ ...trial, PUBLIC_URL })).toEqual([])
  },
)

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['BASE_PATH', 'quincena/'],
  ['DEMO', 'perhaps'],
  ['STP_SIMULATOR', '2'],
  ['LOG_LEVEL', 'loud'],
  ['DATABASE_URL', 'not-a-url'],
  ['DATABASE_URL', 'mysql://localhost/quincena'],
  ['STORAGE_URL', 'https://bucket'],
  ['STORAGE_URL', 's3://bucket?endpoint=minio:9000'],
  ['STORAGE_URL', 's3://bucket?endpoint=http://minio.prestamos.mx'],
  ['SMTP_URL', 'mail.prestamos.mx:587'],
  ['SMTP_URL', 'http://mail.prestamos.mx'],
  ['SMTP_URL', 'smtp://mail.prestamos.mx?ignoreTLS=true'],
  ['SMTP_URL', 'smtp://mail.prestamos.mx?tls.rejectUnauthorized=false'],
  ['MAIL_FROM', 'avisos'],
  ['PUBLIC_URL', 'app.prestamos.mx'],
  ['LENDER_EMAIL', 'prestamos.mx'],
  ['SECRET_KEY', 'x'.repeat(31)],
  ['AUDIT_KEY', 'x'.repeat(31)],
  ['AUDIT_KEY', `${'x'.repeat(32)},y`],
  ['STP_URL', 'http://prod.stpmex.com'],
  ['STP_QUERY_URL', 'prod.stpmex.com'],
  ['STP_COMPANY', 'X'.repeat(16)],
  ['STP_PAYER_ACCOUNT', '123456789012345678'],
  ['STP_PAYER_ACCOUNT', '64618011040000000'],
  ['STP_WEBHOOK_SECRET', '1'],
  ['STP_WEBHOOK_SECRET', 'x'.repeat(101)],
  ['STP_WEBHOOK_ALLOW', 'stpmex.com'],
  ['STP_WEBHOOK_ALLOW', '10.0.0.1,'],
  ['STP_WEBHOOK_ALLOW', '10.0.0.0/33'],
  ['STP_WEBHOOK_ALLOW', '0.0.0.0/0'],
  ['STP_WEBHOOK_ALLOW', '10.1.0.0/16, ::/0'],
  ['STP_WEBHOOK_ALLOW', '10.0.0.1/00'],
  ['STP_QUERIES_PER_HOUR', '0'],
  ['STP_BALANCE_CALL', 'soap'],
  ['AUDIT_KEY', key],
  ['AUDIT_KEY', `${'b'.repeat(32)},${key}`],
  ['CONSTANCIA_URL', 'tsa.example.mx'],
  ['CONSTANCIA_URL', 'http://tsa.prestamos.mx'],
  ['CLAMAV_URL', 'https://antivirus.prestamos.mx'],
  ['METRICS_TOKEN', 'short'],
  ['METRICS_TOKEN', `has a space ${'x'.repeat(32)}`],
  ['PUSH_ALLOW_LOCAL', '1'],
  ['STP_SIMULATOR', '1'],
])('reports %s=%s in one line that names it and not its value', (name, value) => {
  const faults = faultsOf({ ...production, [name]: value })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(new RegExp(`^${name}: [^\\n]+; [^\\n]+$`))
  if (value.length > 20) expect(faults[0]).not.toContain(value)
})

test.each([
  ['smtp://mail.prestamos.mx:587', {}, true],
  ['smtp://127.0.0.1:1025', {}, false],
  ['smtp://mail.prestamos.mx:587', { STP_SIMULATOR: '1', STP_URL: undefined }, false],
])('mail to %s with %o must travel encrypted: %s', (SMTP_URL, given, smtp_tls) => {
  expect(parseEnv({ ...production, SMTP_URL, ...given }).env.smtp_tls).toBe(smtp_tls)
})

test.each([
  ['postgres://localhost/quincena', false],
  ['postgres://[::1]:5432/quincena?sslmode=disable', false],
  ['postgres://user:x@/quincena?host=/var/run/postgresql', false],
  ['postgres://db.prestamos.mx/quincena', true],
  ['postgres://db.prestamos.mx/quincena?sslmode=disable', true],
  ['postgres://db.prestamos.mx/quincena?sslmode=verify-full', false],
])('knows that %s crosses a network without TLS: %s', (url, isOpen) => {
  expect(isOpenDatabase(url)).toBe(isOpen)
})

test('reports malformed and missing settings together', () => {
  expect(namesOf({ ...production, PORT: 'abc', SECRET_KEY: 'x', LENDER_NAME: '' })).toEqual([
    ...['PORT', 'SECRET_KEY', 'LENDER_NAME'],
  ])
})

const productionSettings = [
  ['DATABASE_URL', 'postgres://localhost/quincena'],
  ['STP_URL', 'http://127.0.0.1:7002'],
  ['PUBLIC_URL', 'http://localhost:3000'],
  ['SMTP_URL', 'smtp://127.0.0.1'],
  ['TRUST_PROXY', 'loopback'],
  ['HOST', '0.0.0.0'],
] as const

test('defaults to demo data where nothing of production is set, and only there', () => {
  expect(readEnv({})).toMatchObject({ demo: true, reachable: false, shows_mails: true })
  expect(readEnv({ HOST: '::1', PORT: '0' }).demo).toBe(true)
  for (const [name, value] of productionSettings) expect(namesOf({ [name]: value })).toContain('LENDER_NAME')
})

test('takes DEMO=1 by hand beside settings of this machine, and knows where others reach it', () => {
  expect(faultsOf({ DEMO: '1', STORAGE_URL: 's3://demo?endpoint=http://127.0.0.1:9000' })).toEqual([])
  for (const [name, value] of productionSettings)
    expect(readEnv({ DEMO: '1', [name]: value })).toMatchObject({
      demo: true,
      reachable: name === 'TRUST_PROXY' || name === 'HOST',
      shows_mails: !['TRUST_PROXY', 'HOST', 'SMTP_URL'].includes(name),
    })
  const local = { PUBLIC_URL: 'http://127.0.0.1:3000', TRUST_PROXY: 'loopback' }
  expect(readEnv({ DEMO: '1', ...local }).reachable).toBe(false)
  expect(readEnv({ DEMO: '1', ...local, HOST: '0.0.0.0' }).reachable).toBe(true)
  expect(readEnv({ DEMO: '1', PUBLIC_URL: 'https://demo.prestamos.mx' }).reachable).toBe(true)
})

test.each([
  ['STP_URL', 'https://prod.stpmex.com/speiws/rest'],
  ['STP_QUERY_URL', 'https://efws-dev.stpmex.com/efws/API'],
  ['SMTP_URL', 'smtp://mail.prestamos.mx:587'],
  ['SMTP_URL', 'smtp://127.999.999.999'],
  ['STORAGE_URL', 's3://prestamos'],
  ['STORAGE_URL', 's3://prestamos?endpoint=https://s3.prestamos.mx'],
  ['CONSTANCIA_URL', 'https://tsa.prestamos.mx'],
])('refuses DEMO=1 beside %s of another machine', (name, value) => {
  expect(faultsOf({ DEMO: '1', [name]: value })).toEqual([
    `${name}: is not on this machine and DEMO=1 is set; unset one of the two`,
  ])
})

const queryUrl = (source: Record<string, string>) => readEnv({ ...production, ...source }).stp.query_url

test('takes the host of the orders for the queries, unless they have an address of their own', () => {
  expect(queryUrl({ STP_URL: 'https://prod.stpmex.com/speiws/rest' })).toBe('https://prod.stpmex.com')
  expect(queryUrl({ STP_URL: 'http://127.0.0.1:7002' })).toBe('http://127.0.0.1:7002')
  const STP_QUERY_URL = 'https://efws-dev.stpmex.com/efws/API'
  expect(queryUrl({ STP_URL: 'https://demo.stpmex.com:7024/speiws/rest', STP_QUERY_URL })).toBe(STP_QUERY_URL)
})

test('gives push services the address of MAIL_FROM', () => {
  expect(readEnv(production).push).toEqual({ allow_local: false, subject: 'mailto:avisos@prestamos.mx' })
  const MAIL_FROM = 'hola@prestamos.mx'
  expect(readEnv({ ...production, MAIL_FROM }).push.subject).toBe('mailto:hola@prestamos.mx')
})

test('behind a pooler the database’s own address serves migrations and commands, and nothing is named by default', () => {
  const addresses = {
    DATABASE_URL: 'postgres://localhost:6432/q',
    DATABASE_DIRECT_URL: 'postgres://localhost:5432/q',
  }
  expect(readStoreEnv(addresses)).toMatchObject({
    database_url: addresses.DATABASE_URL,
    database_direct_url: addresses.DATABASE_DIRECT_URL,
    database_owner_url: addresses.DATABASE_DIRECT_URL,
    is_pooled: true,
    names_statements: false,
  })
})

test.each([
  [{ DATABASE_PREPARE: '0' }, false],
  [{ DATABASE_PREPARE: '1', DATABASE_DIRECT_URL: 'postgres://localhost:5432/q' }, true],
])('names statements as %o says', (setting, names_statements) => {
  const source = { DATABASE_URL: 'postgres://localhost:6432/q', DEMO: '1', ...setting }
  expect(readEnv(source)).toMatchObject({ names_statements })
})

test('refuses the address of the database behind a pooler without that of the pooler', () => {
  const { faults } = parseEnv({ DATABASE_DIRECT_URL: 'postgres://localhost/q', DEMO: '1' })
  expect(faults.get('DATABASE_URL')).toContain('is missing beside DATABASE_DIRECT_URL')
})

test('one process does everything, unless ROLE gives it a part and both parts meet in a database and at STP', () => {
  expect(readEnv(production)).toMatchObject({ serves_web: true, works_jobs: true })
  expect(readEnv({ ...production, ROLE: 'web' })).toMatchObject({ serves_web: true, works_jobs: false })
  expect(readEnv({ ...production, ROLE: 'jobs' })).toMatchObject({ serves_web: false, works_jobs: true })
  expect(faultsOf({ ...production, ROLE: 'worker' })).toEqual(['ROLE: is not a role; set web, jobs or all'])
  expect(faultsOf({ DEMO: '1', ROLE: 'jobs' })[0]).toContain('ROLE: is jobs without DATABASE_URL')
  const DATABASE_URL = 'postgres://localhost/q'
  expect(faultsOf({ ...trial, DATABASE_URL, ROLE: 'web' })[0]).toContain('ROLE: is web without STP_URL')
})

test('takes the address of a replica beside that of the primary only', () => {
  const DATABASE_REPLICA_URL = 'postgres://localhost:5433/quincena'
  expect(readEnv({ ...production, DATABASE_REPLICA_URL }).database_replica_url).toBe(DATABASE_REPLICA_URL)
  const { faults } = parseEnv({ DATABASE_REPLICA_URL, DEMO: '1' })
  expect(faults.get('DATABASE_URL')).toContain('is missing beside DATABASE_REPLICA_URL')
  expect(namesOf({ ...production, DATABASE_REPLICA_URL: 'redis://localhost' })).toEqual([
    'DATABASE_REPLICA_URL',
  ])
})

test('reads the database and the files for commands, whatever else is missing or wrong', () => {
  expect(readStoreEnv({ DATABASE_URL: 'postgres://localhost/q', DEMO: '0', PORT: 'abc' })).toEqual({
    ...{ database_url: 'postgres://localhost/q', database_owner_url: 'postgres://localhost/q' },
    ...{ database_direct_url: 'postgres://localhost/q', is_pooled: false, names_statements: true },
    ...{ data_dir: './data', storage_url: undefined, audit_key: undefined, backup_keys: [] },
    ...{ contract_p12: undefined, contract_p12_passphrase: undefined },
  })
  expect(() => readStoreEnv({ DATABASE_URL: 'x' })).toThrow('DATABASE_URL: is not a PostgreSQL address')
})

test.each([
  [{ BACKUP_URL: 'file:///mnt/backups' }, 'BACKUP_KEY: is missing beside BACKUP_URL'],
  [{ BACKUP_KEY: 'k'.repeat(32) }, 'BACKUP_URL: is missing beside BACKUP_KEY'],
  [
    { BACKUP_URL: 's3://b?endpoint=http://s3.mx', BACKUP_KEY: 'k'.repeat(32) },
    'BACKUP_URL: is not understood',
  ],
  [
    { BACKUP_URL: 'file:///mnt/backups', BACKUP_KEY: `${'k'.repeat(32)},short` },
    'BACKUP_KEY: has a key of fewer',
  ],
  [{ BACKUP_KEEP_DAYS: '0' }, 'BACKUP_KEEP_DAYS: is not a whole number from 1 to 3650'],
])('refuses %j in one line, also for commands', (settings, fault) => {
  expect(() => readStoreEnv(settings)).toThrow(fault)
  expect(() => readEnv({ DEMO: '1', ...settings })).toThrow(fault)
})

test('a demo keeps backups on this machine', () => {
  const key = { DEMO: '1', BACKUP_KEY: 'k'.repeat(32) }
  expect(() => readEnv({ ...key, BACKUP_URL: 's3://backups/nightly' })).toThrow(
    'BACKUP_URL: is not on this machine',
  )
  expect(readEnv({ ...key, BACKUP_URL: 'file:///mnt/backups' }).backup_url).toBe('file:///mnt/backups')
})

test('refuses a time of the backup that is none', () => {
  expect(() => readEnv({ DEMO: '1', BACKUP_AT: '24:00' })).toThrow(
    'BACKUP_AT: is not a time of the day; set HH:MM',
  )
  expect(readEnv({ DEMO: '1', BACKUP_AT: '02:30' }).backup_at).toBe('02:30')
})

const oidc = {
  OIDC_ISSUER: 'https://login.prestamos.mx/realms/staff',
  OIDC_CLIENT_ID: 'quincena',
  OIDC_CLIENT_SECRET: 'a secret',
  OIDC_GROUPS: 'cn=admins=U0, managers=U1',
}

test('reads a provider of identities, and none without its settings', () => {
  expect(readEnv(production).oidc).toBeUndefined()
  expect(readEnv({ ...production, ...oidc, OIDC_SECOND_FACTOR_AMR: 'mfa, hwk' }).oidc).toEqual({
    issuer: oidc.OIDC_ISSUER,
    ...{ client_id: 'quincena', client_secret: 'a secret' },
    groups: new Map([
      ['cn=admins', 'U0'],
      ['managers', 'U1'],
    ]),
    ...{ scopes: 'openid email', groups_claim: 'groups', factor_acr: [], factor_amr: ['mfa', 'hwk'] },
    label: 'Entrar con la cuenta de la empresa',
  })
})

test.each([
  [{ OIDC_ISSUER: 'http://login.prestamos.mx' }, 'OIDC_ISSUER: is not an https:// address'],
  [{ OIDC_ISSUER: 'https://login.prestamos.mx?tenant=1' }, 'OIDC_ISSUER: is not an https:// address'],
  [{ OIDC_GROUPS: 'managers=U2' }, 'OIDC_GROUPS: is not a map of groups'],
  [{ OIDC_GROUPS: 'managers' }, 'OIDC_GROUPS: is not a map of groups'],
  [{ OIDC_GROUPS: 'all=U1,all=U0' }, 'OIDC_GROUPS: is not a map of groups'],
  [{ OIDC_SCOPES: 'email groups' }, 'OIDC_SCOPES: lacks openid'],
  [{ OIDC_LABEL: 'x'.repeat(41) }, 'OIDC_LABEL: has more than 40 characters'],
  [{ OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET: is missing; set OIDC_ISSUER,'],
])('refuses %j of a provider in one line', (settings, fault) => {
  const faults = faultsOf({ ...production, ...oidc, ...settings })
  expect(faults).toEqual([expect.stringContaining(fault)])
})

test('asks for the whole provider if any of its settings is there', () => {
  expect(namesOf({ ...production, OIDC_LABEL: 'Entrar' })).toEqual(Object.keys(oidc))
})
