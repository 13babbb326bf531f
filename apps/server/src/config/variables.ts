import { isIP } from 'node:net'
import { isClabe } from '@quincena/domain/mexico/clabe'
import { z } from 'zod'
import {
  flag,
  integer,
  isLoopback,
  isSafeWeb,
  isWeb,
  listOf,
  parseUrl,
  text,
  textOf,
  trimmed,
  urlOf,
} from './formats.ts'
import { oidcVariables } from './oidc-variables.ts'

/** The samplers of OpenTelemetry's specification that need no server of their own. */
const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const secretLength = 32
/** Fastify matches no longer path parameter. */
const pathPartLength = 100

const encryptedModes = ['require', 'verify-ca', 'verify-full']

/**
 * True if a database's address leads to another machine without asking for TLS: the password and every row could be
 * read on the way. A socket is on this machine.
 */
export function isOpenDatabase(value: string): boolean {
  const url = parseUrl(value)
  if (url === undefined) return false
  const { hostname, searchParams } = url
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  if (host === '' || host.startsWith('/') || isLoopback(host)) return false
  if (encryptedModes.includes(searchParams.get('sslmode') ?? '')) return false
  return !['1', 'true'].includes(searchParams.get('ssl') ?? '')
}

function isStorage({ protocol, hostname, searchParams }: URL) {
  const endpoint = searchParams.get('endpoint')
  const isSafe = endpoint === null || (URL.canParse(endpoint) && isSafeWeb(new URL(endpoint)))
  return protocol === 's3:' && hostname !== '' && isSafe
}

/** A bucket with an optional prefix, or a folder of this machine. */
function isBackupPlace(url: URL) {
  return isStorage(url) || (url.protocol === 'file:' && url.host === '' && url.pathname.length > 1)
}

const withoutTls = ['ignoretls', 'requiretls', 'secure']

/** The options after `?` are nodemailer's: those that turn TLS or its certificates off are refused. */
function isMailServer({ protocol, hostname, searchParams }: URL) {
  if ((protocol !== 'smtp:' && protocol !== 'smtps:') || hostname === '') return false
  const names = [...searchParams.keys()].map((name) => name.toLowerCase())
  return !names.some((name) => withoutTls.includes(name) || name.startsWith('tls'))
}

/** True for an IP address or a CIDR range. */
function isAddressRange(entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 6 ? 128 : 32))
}

/** True for a range of all addresses, which would make the list useless. */
const isEveryAddress = (entry: string) => /\/0+$/.test(entry)

const safeWebUrl = urlOf(isSafeWeb, 'is not an https:// address; correct it (http:// only on this machine)')

const databaseUrl = urlOf(
  ({ protocol }) => protocol === 'postgres:' || protocol === 'postgresql:',
  'is not a PostgreSQL address; set postgres://user:password@host:port/database',
)

/** Every variable and its format; the message says what is wrong and what to do. */
const variables = z.object({
  ROLE: z.enum(['all', 'web', 'jobs'], 'is not a role; set web, jobs or all').default('all'),
  PORT: integer(0, 65_535).default(3000),
  HOST: trimmed,
  SHUTDOWN_DELAY: integer(0, 60).optional(),
  BASE_PATH: z
    .string()
    .regex(/^(\/[\w.-]+)*$/, 'must start with a slash and end without one; correct it or leave it empty')
    .default('/quincena'),
  DATABASE_URL: databaseUrl,
  DATABASE_OWNER_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  DATABASE_PREPARE: flag,
  DATABASE_REPLICA_URL: databaseUrl,
  DATABASE_KEEPS_COMMITS: flag,
  DATABASE_ADMIN_URL: databaseUrl,
  DATA_DIR: z.string().min(1).default('./data'),
  STORAGE_URL: urlOf(
    isStorage,
    'is not understood, or not encrypted; set s3://bucket?endpoint=https://host&region=name, or leave it out to keep files in DATA_DIR',
  ),
  BACKUP_URL: urlOf(
    isBackupPlace,
    'is not understood, or not encrypted; set s3://bucket/prefix?endpoint=https://host&region=name, or file:///folder',
  ),
  BACKUP_KEY: z
    .string()
    .trim()
    .refine(
      (value) => listOf(value).every((key) => key.length >= secretLength),
      `has a key of fewer than ${secretLength} characters; make one with: openssl rand -hex 32`,
    )
    .optional(),
  BACKUP_AT: textOf(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time of the day; set HH:MM, for example 02:30'),
  BACKUP_KEEP_DAYS: integer(1, 3650).optional(),
  STP_URL: safeWebUrl,
  STP_QUERY_URL: safeWebUrl,
  STP_SIMULATOR: flag,
  STP_SIMULATOR_PORT: integer(0, 65_535).default(0),
  STP_COMPANY: textOf(/^.{1,15}$/, 'has more than 15 characters; set the alias that STP assigned'),
  STP_PRIVATE_KEY: text,
  STP_PASSPHRASE: text,
  STP_PAYER_ACCOUNT: z
    .string()
    .refine(isClabe, 'is not a valid CLABE; set 18 digits whose check digit is right')
    .optional(),
  STP_PAYER_NAME: textOf(/^.{1,40}$/, 'has more than 40 characters; shorten it'),
  STP_BALANCE_CALL: z.enum(['efws', 'rest'], 'is neither; set efws or rest').default('efws'),
  STP_QUERIES_PER_HOUR: integer(1, 1_000_000).optional(),
  STP_WEBHOOK_SECRET: textOf(
    new RegExp(`^[\\w.~-]{${secretLength},${pathPartLength}}$`),
    `is not ${secretLength} to ${pathPartLength} letters, digits, hyphens or underscores; make one with: openssl rand -hex 32`,
  ),
  STP_WEBHOOK_ALLOW: z
    .string()
    .refine(
      (value) => listOf(value).every(isAddressRange),
      'is not a list of addresses; set IP addresses or CIDR ranges separated by commas',
    )
    .refine(
      (value) => !listOf(value).some(isEveryAddress),
      'admits every address; set those that STP calls from',
    )
    .optional(),
  SMTP_URL: urlOf(
    isMailServer,
    'is not a mail server, or turns TLS off; set smtp://user:password@host:port or smtps://...',
  ),
  MAIL_FROM: textOf(
    /^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
    'is not an e-mail address; set name@host or Name <name@host>',
  ),
  MESSAGES_URL: safeWebUrl,
  MESSAGES_TOKEN: textOf(
    /^[\x21-\x7e]+$/,
    'has spaces or other characters than ASCII; set the provider’s token',
  ),
  MESSAGES_SENDER: textOf(
    /^\+?[A-Za-z0-9 ._-]{1,30}$/,
    'is not a number or name of at most 30 letters; correct it',
  ),
  PUBLIC_URL: urlOf(isWeb, 'is not an address; set https://host, as people type it'),
  SECRET_KEY: z
    .string()
    .min(secretLength, `is shorter than ${secretLength} characters; make one with: openssl rand -hex 32`)
    .optional(),
  AUDIT_KEY: z
    .string()
    .trim()
    .refine(
      (value) => listOf(value).every((key) => key.length >= secretLength),
      `has a key of fewer than ${secretLength} characters; make one with: openssl rand -hex 32`,
    )
    .optional(),
  METRICS_TOKEN: z
    .string()
    .regex(
      /^[\x21-\x7e]{32,}$/,
      'is shorter than 32 characters or has spaces; make one with: openssl rand -hex 32',
    )
    .optional(),
  PUSH_ALLOW_LOCAL: flag,
  ...oidcVariables,
  CONTRACT_P12: trimmed,
  CONTRACT_P12_PASSPHRASE: text,
  CLAMAV_URL: urlOf(
    ({ protocol, hostname, pathname }) => protocol === 'tcp:' && hostname !== '' && /^\/?$/.test(pathname),
    'is not the address of an antivirus; set tcp://host:3310',
  ),
  CONSTANCIA_URL: safeWebUrl,
  CONSTANCIA_USER: text,
  CONSTANCIA_PASSWORD: text,
  CONSTANCIA_ANCHORS: trimmed,
  TRUST_PROXY: trimmed,
  LENDER_NAME: trimmed,
  LENDER_ADDRESS: trimmed,
  LENDER_PHONE: trimmed,
  LENDER_EMAIL: textOf(/^[^<>@\s]+@[^<>@\s]+$/, 'is not an e-mail address; correct it'),
  LENDER_RECA: trimmed,
  DEMO: flag,
  STAFF_FACTORS: flag,
  OTEL_SDK_DISABLED: z.enum(['true', 'false'], 'is neither true nor false; set one of them').optional(),
  OTEL_TRACES_EXPORTER: z
    .enum(['otlp', 'none'], 'is no exporter of this program; set otlp or none')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf(isWeb, 'is not an address; set http://collector:4318'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: urlOf(isWeb, 'is not an address; set http://collector:4318/v1/traces'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf'], 'is not spoken by this program; set http/protobuf, or leave it out')
    .optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z
    .enum(['http/protobuf'], 'is not spoken by this program; set http/protobuf, or leave it out')
    .optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(samplerNames, `is no sampler; set one of ${samplerNames.join(', ')}`)
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('is not a fraction; set a number from 0 to 1')
    .min(0, 'is not a fraction; set a number from 0 to 1')
    .max(1, 'is not a fraction; set a number from 0 to 1')
    .default(1),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'is not a level; set fatal, error, warn, info, debug or silent',
    )
    .optional(),
})

export const variableNames = variables.keyof().options

export type Values = z.infer<typeof variables>
export type VariableName = keyof Values
export type Source = Record<string, string | undefined>

export interface Parsed {
  values: Values
  /** Faults by variable; a variable with a fault has its default in `values`. */
  faults: Map<string, string>
}

/** Checks the format of every variable and collects all faults. A blank variable counts as absent, except BASE_PATH. */
export function parseVariables(source: Source): Parsed {
  const filled = Object.entries(source).filter(
    ([name, value]) => value?.trim() !== '' || name === 'BASE_PATH',
  )
  const parsed = variables.safeParse(Object.fromEntries(filled))
  if (parsed.success) return { values: parsed.data, faults: new Map() }
  const faults = new Map(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]))
  const rest = Object.fromEntries(filled.filter(([name]) => !faults.has(name)))
  return { values: variables.parse(rest), faults }
}
