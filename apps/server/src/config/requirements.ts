import { isLoopback, isLoopbackUrl, listOf } from './formats.ts'
import type { Values, VariableName } from './variables.ts'

/** Settings of real installations: if any of them is set, DEMO is off by default. */
const productionNames = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'STP_URL',
  'PUBLIC_URL',
  'SMTP_URL',
  'TRUST_PROXY',
] as const

const lenderNames = ['NAME', 'ADDRESS', 'PHONE', 'EMAIL', 'RECA'] as const

/** Settings required outside DEMO, and what to set. */
const required: Partial<Record<VariableName, string>> = {
  ...Object.fromEntries(
    lenderNames.map((name) => [`LENDER_${name}`, 'the lender’s data as contracts state it']),
  ),
  PUBLIC_URL: 'the address that people type, for the links in mails',
  SMTP_URL: 'the mail server, smtp://user:password@host:port',
  MAIL_FROM: 'the sender of mails, Name <name@host>',
  CONTRACT_P12: 'the path of the lender’s certificate (PKCS #12), or the file in base64',
  AUDIT_KEY: 'at least 32 characters, kept outside the database: openssl rand -hex 32',
  SECRET_KEY: 'at least 32 characters that stay the same: openssl rand -hex 32',
}

/** Settings required for STP; STP_SIMULATOR=1 replaces all of them. */
const requiredOfStp: Partial<Record<VariableName, string>> = {
  STP_URL: 'the address of STP’s orders, or STP_SIMULATOR=1 for a trial with the bundled simulator',
  STP_COMPANY: 'the alias that STP assigned to the lender',
  STP_PRIVATE_KEY: 'the lender’s key for STP, as PEM',
  STP_PAYER_ACCOUNT: 'the CLABE that loans are paid from',
  STP_WEBHOOK_SECRET: 'the secret part of the path that STP calls: openssl rand -hex 32',
  STP_WEBHOOK_ALLOW: 'the addresses that STP calls from, separated by commas',
}

/**
 * The value of DEMO. By default true only if no production setting is set and the server listens on this machine only.
 */
export function isDemo(values: Values): boolean {
  if (values.DEMO !== undefined) return values.DEMO
  return productionNames.every((name) => values[name] === undefined) && isLoopback(values.HOST ?? '127.0.0.1')
}

/**
 * True if users of other machines may reach the server: it listens on another address, its public address is elsewhere,
 * or it is behind a proxy without a public address.
 */
export function isReachable({ HOST, TRUST_PROXY, PUBLIC_URL }: Values): boolean {
  if (!isLoopback(HOST ?? '127.0.0.1')) return true
  return PUBLIC_URL === undefined ? TRUST_PROXY !== undefined : !isLoopbackUrl(PUBLIC_URL)
}

/**
 * True if a page may show the mails of a demo, with the links and codes in them: it sends none, and no other machine and
 * no proxy reaches the server.
 */
export function showsMails(values: Values): boolean {
  const { SMTP_URL, TRUST_PROXY } = values
  return isDemo(values) && !isReachable(values) && SMTP_URL === undefined && TRUST_PROXY === undefined
}

type Faults = [name: string, fault: string][]

/** The URL of the file storage; for an S3 bucket its endpoint, by default Amazon's; none for a folder. */
function storeAddress(url: string | undefined): string | undefined {
  if (url === undefined || url.startsWith('file:')) return undefined
  return new URL(url).searchParams.get('endpoint') ?? url
}

/** Settings of services that demo data must not reach on another machine. */
const outsideNames = [
  'STP_URL',
  'STP_QUERY_URL',
  'SMTP_URL',
  'MESSAGES_URL',
  'STORAGE_URL',
  'BACKUP_URL',
  'CONSTANCIA_URL',
] as const

/** Faults of DEMO=1 with services on other machines: demo data must not move real money, mail, messages or files. */
function demoFaults(values: Values): Faults {
  const { STORAGE_URL, BACKUP_URL } = values
  const addresses = {
    ...values,
    ...{ STORAGE_URL: storeAddress(STORAGE_URL), BACKUP_URL: storeAddress(BACKUP_URL) },
  }
  return outsideNames.flatMap((name) => {
    const value = addresses[name]
    if (value === undefined || isLoopbackUrl(value)) return []
    return [[name, 'is not on this machine and DEMO=1 is set; unset one of the two']]
  })
}

/** Faults of PUBLIC_URL: links in mails carry tokens that open an account, so they must lead here over HTTPS. */
function publicUrlFaults({ PUBLIC_URL, STP_SIMULATOR }: Values): Faults {
  if (PUBLIC_URL === undefined || STP_SIMULATOR === true) return []
  const todo = 'set the https:// address that people type, or STP_SIMULATOR=1 for a trial'
  if (isLoopbackUrl(PUBLIC_URL)) return [['PUBLIC_URL', `leads to this machine alone; ${todo}`]]
  return PUBLIC_URL.startsWith('https:') ? [] : [['PUBLIC_URL', `is not an https:// address; ${todo}`]]
}

function productionFaults(values: Values): Faults {
  const names = { ...required, ...(values.STP_SIMULATOR === true ? {} : requiredOfStp) }
  const missing: Faults = Object.entries(names)
    .filter(([name]) => !Object.hasOwn(values, name))
    .map(([name, what]) => [name, `is missing; set ${what}`])
  if (values.STP_SIMULATOR === true && values.STP_URL !== undefined)
    missing.push(['STP_SIMULATOR', 'is set beside STP_URL; unset one of the two'])
  if (values.PUSH_ALLOW_LOCAL === true)
    missing.push(['PUSH_ALLOW_LOCAL', 'is for tests with demo data; unset it'])
  if (values.STAFF_FACTORS === false)
    missing.push(['STAFF_FACTORS', 'is for demo data; unset it, staff always need a second factor'])
  return [...missing, ...publicUrlFaults(values)]
}

/** The other addresses belong to the server's: the bundled database knows its own users and has no pooler. */
function databaseFaults(values: Values): Faults {
  if (values.DATABASE_URL !== undefined) return []
  if (values.DATABASE_OWNER_URL !== undefined)
    return [
      ['DATABASE_URL', 'is missing beside DATABASE_OWNER_URL; set both, as npm run db:roles prints them'],
    ]
  if (values.DATABASE_DIRECT_URL !== undefined)
    return [['DATABASE_URL', 'is missing beside DATABASE_DIRECT_URL; set the address of the pooler']]
  if (values.DATABASE_REPLICA_URL === undefined) return []
  return [['DATABASE_URL', 'is missing beside DATABASE_REPLICA_URL; set the address of the primary']]
}

/** Processes with parts of the work need the same database and the same STP; the bundled ones serve one process. */
function roleFaults({ ROLE, DATABASE_URL, STP_URL }: Values): Faults {
  if (ROLE === 'all') return []
  const fault = (needed: string): [string, string] => [
    'ROLE',
    `is ${ROLE} without ${needed}, so the processes would not meet; set ${needed}, or ROLE=all`,
  ]
  if (DATABASE_URL === undefined) return [fault('DATABASE_URL')]
  return STP_URL === undefined ? [fault('STP_URL')] : []
}

/** Two keys, because a leaked SECRET_KEY must not let anybody sign audit rows. */
function auditKeyFaults({ AUDIT_KEY, SECRET_KEY }: Values): Faults {
  if (AUDIT_KEY === undefined || SECRET_KEY === undefined) return []
  const keys = listOf(AUDIT_KEY)
  if (!keys.includes(SECRET_KEY.trim())) return []
  return [['AUDIT_KEY', 'is the same as SECRET_KEY; make another with: openssl rand -hex 32']]
}

/** Backups outside DATA_DIR are encrypted, and only those. */
export function backupFaults({ BACKUP_URL, BACKUP_KEY }: Values): Faults {
  if (BACKUP_URL !== undefined && BACKUP_KEY === undefined)
    return [['BACKUP_KEY', 'is missing beside BACKUP_URL; make one with: openssl rand -hex 32']]
  if (BACKUP_URL === undefined && BACKUP_KEY !== undefined)
    return [['BACKUP_URL', 'is missing beside BACKUP_KEY; set both, or none of them']]
  return []
}

/** A provider of messages needs all three settings. */
function messageFaults(values: Values): Faults {
  const names = ['MESSAGES_URL', 'MESSAGES_TOKEN', 'MESSAGES_SENDER'] as const
  if (names.every((name) => values[name] === undefined)) return []
  return names
    .filter((name) => values[name] === undefined)
    .map((name) => [
      name,
      'is missing; set MESSAGES_URL, MESSAGES_TOKEN and MESSAGES_SENDER, or none of them',
    ])
}

/** A provider of identities needs four settings; the others only say more about it. */
function oidcFaults(values: Values): Faults {
  const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_GROUPS'] as const
  const more = [
    ...(['OIDC_SCOPES', 'OIDC_GROUPS_CLAIM', 'OIDC_LABEL'] as const),
    ...(['OIDC_SECOND_FACTOR_ACR', 'OIDC_SECOND_FACTOR_AMR'] as const),
  ]
  if ([...needed, ...more].every((name) => values[name] === undefined)) return []
  return needed
    .filter((name) => values[name] === undefined)
    .map((name) => [name, `is missing; set ${needed.join(', ')}, or no setting that begins with OIDC_`])
}

/** Missing settings and settings that exclude each other; each one is well-formed by itself. */
export function requirementFaults(values: Values): Faults {
  return [
    ...databaseFaults(values),
    ...roleFaults(values),
    ...auditKeyFaults(values),
    ...messageFaults(values),
    ...backupFaults(values),
    ...oidcFaults(values),
    ...(isDemo(values) ? demoFaults(values) : productionFaults(values)),
  ]
}
