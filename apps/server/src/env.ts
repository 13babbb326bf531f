import { isLoopbackUrl, listOf } from './config/formats.ts'
import { groupsOf } from './config/oidc-variables.ts'
import { backupFaults, isDemo, isReachable, requirementFaults, showsMails } from './config/requirements.ts'
import { SettingsError } from './config/settings-error.ts'
import { parseVariables, type Source, type Values } from './config/variables.ts'

const demoLender = {
  name: 'Quincena Servicios Financieros, S.A. de C.V., SOFOM, E.N.R.',
  address: 'Av. Paseo de la Reforma 250, piso 9, Juárez, Cuauhtémoc, 06600, Ciudad de México',
  phone: '55 4000 1500',
  email: 'hola@quincena.mx',
  reca: '15412-439-035142/01-00001-1126',
}

/** The lender's data. Outside DEMO all five variables are required, so the demo's data never fills a gap. */
function readLender(values: Values) {
  return {
    name: values.LENDER_NAME ?? demoLender.name,
    address: values.LENDER_ADDRESS ?? demoLender.address,
    phone: values.LENDER_PHONE ?? demoLender.phone,
    email: values.LENDER_EMAIL ?? demoLender.email,
    reca: values.LENDER_RECA ?? demoLender.reca,
  }
}

/** Most queries per hour to STP or to the simulator, by all processes together. */
const queriesPerHour = { stp: 100, simulator: 10_000 } as const

/** The origin of a URL: orders and queries have different paths on STP's host. */
function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).origin
}

/** STP's settings. The defaults belong to the bundled simulator; outside DEMO and without it they are required. */
function readStp(values: Values) {
  const simulator = values.STP_URL === undefined
  return {
    simulator,
    simulator_port: values.STP_SIMULATOR_PORT,
    url: values.STP_URL,
    query_url: values.STP_QUERY_URL ?? originOf(values.STP_URL),
    company: values.STP_COMPANY ?? 'QUINCENA',
    private_key: values.STP_PRIVATE_KEY,
    passphrase: values.STP_PASSPHRASE,
    payer_account: values.STP_PAYER_ACCOUNT ?? '646180110400000007',
    payer_name: values.STP_PAYER_NAME ?? 'QUINCENA SOFOM ENR',
    balance_call: values.STP_BALANCE_CALL,
    queries_per_hour: values.STP_QUERIES_PER_HOUR ?? queriesPerHour[simulator ? 'simulator' : 'stp'],
    webhook_secret: values.STP_WEBHOOK_SECRET,
    webhook_allow: values.STP_WEBHOOK_ALLOW === undefined ? undefined : listOf(values.STP_WEBHOOK_ALLOW),
  }
}

const demoSender = 'hola@quincena.mx'

/** Settings of web push: push services require a contact address of the sender. */
function readPush({ MAIL_FROM = demoSender, PUSH_ALLOW_LOCAL }: Values) {
  const address = /<([^<>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM
  return { subject: `mailto:${address.trim()}`, allow_local: PUSH_ALLOW_LOCAL === true }
}

/** The provider of SMS and WhatsApp messages; undefined if none is configured. */
function readMessages({ MESSAGES_URL: url, MESSAGES_TOKEN: token, MESSAGES_SENDER: sender }: Values) {
  if (url === undefined || token === undefined || sender === undefined) return undefined
  return { url, token, sender }
}

const oidcLabel = 'Entrar con la cuenta de la empresa'

/** The provider of identities of the staff (OpenID Connect); undefined if none is configured. */
function readOidc(values: Values) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client_id, OIDC_CLIENT_SECRET: client_secret } = values
  const groups = groupsOf(values.OIDC_GROUPS ?? '')
  if (issuer === undefined || client_id === undefined || client_secret === undefined) return undefined
  if (groups === undefined) return undefined
  const listed = (value: string | undefined) => (value === undefined ? [] : listOf(value))
  return {
    ...{ issuer, client_id, client_secret, groups },
    scopes: values.OIDC_SCOPES ?? 'openid email',
    groups_claim: values.OIDC_GROUPS_CLAIM ?? 'groups',
    /** Values of `acr` and `amr` that prove a second factor; without any the product asks for its own. */
    factor_acr: listed(values.OIDC_SECOND_FACTOR_ACR),
    factor_amr: listed(values.OIDC_SECOND_FACTOR_AMR),
    label: values.OIDC_LABEL ?? oidcLabel,
  }
}

/** Where traces go, and which requests are traced; undefined if none are sent. */
function readTracing(values: Values) {
  const endpoint = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_ENDPOINT
  const isOff = values.OTEL_SDK_DISABLED === 'true' || values.OTEL_TRACES_EXPORTER === 'none'
  if (endpoint === undefined || isOff) return undefined
  return { sampler: values.OTEL_TRACES_SAMPLER, ratio: values.OTEL_TRACES_SAMPLER_ARG }
}

/** The faults as text, one line each. */
export const linesOf = (faults: ReadonlyMap<string, string>) =>
  [...faults].map(([name, fault]) => `${name}: ${fault}`)

function throwFaults(faults: ReadonlyMap<string, string>) {
  if (faults.size > 0) throw new SettingsError(linesOf(faults))
}

/** The settings of the database and the files: all that a command needs to read or copy them. */
function readStores(values: Values) {
  return {
    database_url: values.DATABASE_URL,
    /** For the migrations; without it they run as the server's user. */
    database_owner_url: values.DATABASE_OWNER_URL ?? values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    /** The database itself, for what needs a session of its own, where `database_url` is that of a pooler. */
    database_direct_url: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    /** `database_url` is that of a pooler that lends its connections for one transaction. */
    is_pooled: values.DATABASE_DIRECT_URL !== undefined,
    /** Statements that come again are prepared; many poolers keep none. */
    names_statements: values.DATABASE_PREPARE ?? values.DATABASE_DIRECT_URL === undefined,
    data_dir: values.DATA_DIR,
    storage_url: values.STORAGE_URL,
    audit_key: values.AUDIT_KEY,
    /** Where encrypted backups go; without it they are plain folders below `data_dir`. */
    backup_url: values.BACKUP_URL,
    /** The first one encrypts backups, all of them decrypt. */
    backup_keys: values.BACKUP_KEY === undefined ? [] : listOf(values.BACKUP_KEY),
    /** How long the backup of each day is kept; undefined: nothing is deleted. */
    backup_keep_days: values.BACKUP_KEEP_DAYS,
  }
}

function readSeal(values: Values) {
  return {
    contract_p12: values.CONTRACT_P12,
    contract_p12_passphrase: values.CONTRACT_P12_PASSPHRASE,
    constancia_anchors: values.CONSTANCIA_ANCHORS,
  }
}

function envOf(values: Values) {
  const demo = isDemo(values)
  return {
    ...readStores(values),
    ...readSeal(values),
    /** A copy of the database that lists, searches, exports and figures may be read from. */
    database_replica_url: values.DATABASE_REPLICA_URL,
    /** A failover of the database forgets no commit that was answered. */
    database_keeps_commits: values.DATABASE_KEEPS_COMMITS === true,
    serves_web: values.ROLE !== 'jobs',
    works_jobs: values.ROLE !== 'web',
    /** The time of the day of the backup, in Mexico City, HH:MM; undefined: none is made by itself. */
    backup_at: values.BACKUP_AT,
    clamav_url: values.CLAMAV_URL,
    metrics_token: values.METRICS_TOKEN,
    tracing: readTracing(values),
    port: values.PORT,
    host: values.HOST ?? '127.0.0.1',
    /** Time between a stop signal and the close, in which proxies learn that the process takes no requests. */
    shutdown_delay_ms: 1000 * (values.SHUTDOWN_DELAY ?? (demo || values.ROLE === 'jobs' ? 0 : 5)),
    base_path: values.BASE_PATH,
    smtp_url: values.SMTP_URL,
    /** Mail travels encrypted or not at all: between machines, except in a trial with the bundled simulator. */
    smtp_tls:
      values.SMTP_URL !== undefined && !isLoopbackUrl(values.SMTP_URL) && values.STP_SIMULATOR !== true,
    mail_from: values.MAIL_FROM ?? demoSender,
    public_url: values.PUBLIC_URL,
    secret_key: values.SECRET_KEY,
    push: readPush(values),
    messages: readMessages(values),
    oidc: readOidc(values),
    constancia: {
      url: values.CONSTANCIA_URL,
      user: values.CONSTANCIA_USER,
      password: values.CONSTANCIA_PASSWORD,
      /** Use the bundled time-stamp authority; it is not accredited, so it serves demo data only. */
      stand_in: demo && values.CONSTANCIA_URL === undefined,
    },
    trust_proxy: values.TRUST_PROXY,
    log_level: values.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    demo,
    /** Staff need a second factor. Always outside DEMO. */
    staff_factors: !demo || values.STAFF_FACTORS === true,
    /** Users of other machines may reach the server. */
    reachable: isReachable(values),
    /** A page shows the mails that the demo keeps. */
    shows_mails: showsMails(values),
    lender: readLender(values),
    stp: readStp(values),
  }
}

export type Env = ReturnType<typeof envOf>

export interface ParsedEnv {
  /** The parsed settings; a variable with a fault has its default. */
  env: Env
  /** Faults by variable: wrong formats, settings missing outside DEMO, and settings that DEMO does not allow. */
  faults: ReadonlyMap<string, string>
}

/** Parses all variables of docs/operations/settings.md and collects every fault. Opens nothing. */
export function parseEnv(source: Source = process.env): ParsedEnv {
  const { values, faults } = parseVariables(source)
  for (const [name, fault] of requirementFaults(values)) if (!faults.has(name)) faults.set(name, fault)
  return { env: envOf(values), faults }
}

/** Parses all variables. Throws a `SettingsError` with all faults. */
export function readEnv(source: Source = process.env): Env {
  const { env, faults } = parseEnv(source)
  throwFaults(faults)
  return env
}

const storeNames = [
  'AUDIT_KEY',
  'BACKUP_URL',
  'BACKUP_KEY',
  'BACKUP_KEEP_DAYS',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_DIRECT_URL',
  'DATA_DIR',
  'STORAGE_URL',
  'CONTRACT_P12',
  'CONTRACT_P12_PASSPHRASE',
  'CONSTANCIA_ANCHORS',
]

/**
 * Parses only the variables of the database and the files, for commands that work beside any server. Throws a
 * `SettingsError` if one of them is malformed.
 */
export function readStoreEnv(source: Source = process.env) {
  const storeVariables = Object.entries(source).filter(([name]) => storeNames.includes(name))
  const { values, faults } = parseVariables(Object.fromEntries(storeVariables))
  for (const [name, fault] of backupFaults(values)) if (!faults.has(name)) faults.set(name, fault)
  throwFaults(faults)
  return { ...readStores(values), ...readSeal(values) }
}

/** The person who called a command through sudo, as sudo names them; undefined without it. */
export const readSudoUser = (source: Source = process.env): string | undefined => source.SUDO_USER

/** Parses DATABASE_ADMIN_URL, which only `npm run db:roles` and `backup:drill` read. Throws a `SettingsError` if it is malformed. */
export function findAdminUrl(source: Source = process.env): string | undefined {
  const { values, faults } = parseVariables({ DATABASE_ADMIN_URL: source.DATABASE_ADMIN_URL })
  throwFaults(faults)
  return values.DATABASE_ADMIN_URL
}

/** As `findAdminUrl`; throws a `SettingsError` also if it is missing. */
export function readAdminUrl(source: Source = process.env): string {
  const url = findAdminUrl(source)
  if (url !== undefined) return url
  const todo = 'set the address of the database with a user who may create users and databases'
  throw new SettingsError([`DATABASE_ADMIN_URL: is missing; ${todo}`])
}
